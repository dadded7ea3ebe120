import type { ListedCall } from './read-api-page.js';
import type { TestedCall } from './read-test-calls.js';

/** A program that makes every call, each on a line of its own; the number of its first call's line. */
export interface CallProgram {
  readonly text: string;
  readonly firstLine: number;
}

/**
 * Prints calls as `api.md` has them: a name is a value of what the method takes there, which has to be no object, and `{ ...params }`
 * one of the params, which the method has to have.
 */
export function printCalls(calls: readonly ListedCall[], client: string): CallProgram {
  const head = [
    `import type { ${client} } from './src/api/index.js';`,
    `import type { CallOptions } from '@speccast/runtime';`,
    `declare const client: ${client};`,
    'type Argument<F extends (...args: never[]) => unknown, At extends number> = NonNullable<Parameters<F>[At]>;',
    'declare function id<T>(): T extends object ? never : T;',
    '/** Of a method without params it is the options that are there. */',
    'declare function params<T>(): [T] extends [CallOptions] ? ([CallOptions] extends [T] ? never : T) : T;',
  ];
  return { text: [...head, ...calls.map(printCall), ''].join('\n'), firstLine: head.length + 1 };
}

function printCall({ path, args }: ListedCall): string {
  const method = ['client', ...path].join('.');
  const values = args.split(/,\s*(?![^{]*\})/).flatMap((arg, at) => {
    if (arg === '') return [];
    const type = `Argument<typeof ${method}, ${at}>`;
    return arg.startsWith('{') ? [`{ ...params<${type}>() }`] : [`id<${type}>()`];
  });
  return `void ${method}(${values.join(', ')});`;
}

/** Prints calls as tests make them, with what they take from Node. */
export function printTestCalls(calls: readonly TestedCall[], client: string): CallProgram {
  const head = [
    `import type { ${client} } from './src/api/index.js';`,
    `declare const client: ${client};`,
    'declare const Buffer: { from: (text: string) => Uint8Array<ArrayBuffer> };',
    'declare const fs: { createReadStream: (path: string) => ReadableStream<Uint8Array> };',
    'declare function toFile(content: Uint8Array | Promise<Uint8Array>, name: string): Promise<File>;',
  ];
  const lines = calls.map(({ text }) => `void (async () => ${text});`);
  return { text: [...head, ...lines, 'export {};', ''].join('\n'), firstLine: head.length + 1 };
}
