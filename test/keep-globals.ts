/*
 * Restores Node's own `Request` and `Response` before each test file. The server of the MCP SDK replaces them for the whole process,
 * and the test files of one worker share a process.
 */

const own = Symbol.for('speccast.own-globals');
const found = Object.getOwnPropertyDescriptor(globalThis, own)?.value as PropertyDescriptorMap | undefined;
const { Request, Response } = Object.getOwnPropertyDescriptors(globalThis);
const globals: PropertyDescriptorMap = found ?? { Request, Response };
Object.defineProperty(globalThis, own, { value: globals, configurable: true });
Object.defineProperties(globalThis, globals);
