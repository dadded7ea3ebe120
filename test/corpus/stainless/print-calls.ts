import type { ListedCall } from './read-api-page.js';
import type { TestedCall } from './read-test-calls.js';

/** A program with one call per line. `firstLine` is the line number of the first call. */
export interface CallProgram {
  readonly text: string;
  readonly firstLine: number;
}

/**
 * Prints calls of `api.md` as TypeScript: a name becomes a value of the parameter's type, which must not be an object, and
 * `{ ...params }` a value of the type of the params, which must not be the call options.
 */
export function printCalls(calls: readonly ListedCall[], client: string): CallProgram {
  const head = [
    `import type { ${client} } from './src/api/index.js';`,
    `import type { CallOptions } from '@speccast/runtime';`,
    `declare const client: ${client};`,
    'type Argument<F extends (...args: never[]) => unknown, At extends number> = NonNullable<Parameters<F>[At]>;',
    'declare function id<T>(): T extends object ? never : T;',
    '/** Returns `never` if the argument is the call options: the method has no params then. */',
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

/** Prints calls of tests, with declarations of the functions of Node that they use. */
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
