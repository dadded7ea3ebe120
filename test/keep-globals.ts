/*
 * The server that the MCP SDK brings replaces the platform's `Request` and `Response` in the whole process. The files of a worker share
 * it, so that each begins with the platform's own.
 */

const own = Symbol.for('speccast.own-globals');
const found = Object.getOwnPropertyDescriptor(globalThis, own)?.value as PropertyDescriptorMap | undefined;
const { Request, Response } = Object.getOwnPropertyDescriptors(globalThis);
const globals: PropertyDescriptorMap = found ?? { Request, Response };
Object.defineProperty(globalThis, own, { value: globals, configurable: true });
Object.defineProperties(globalThis, globals);
