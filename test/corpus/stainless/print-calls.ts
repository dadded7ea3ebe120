import type { ListedCall } from './read-api-page.js';

/** A program that makes every call, each on a line of its own; the number of its first call's line. */
export interface CallProgram {
  readonly text: string;
  readonly firstLine: number;
}

/**
 * Prints calls as a package takes them: parameters of the path by their names, and where `api.md` has `{ ...params }`, all else
 * that the method declares, which has to be something.
 */
export function printCalls(calls: readonly ListedCall[], client: string): CallProgram {
  const head = [
    `import type { ${client} } from './src/api/index.js';`,
    `declare const client: ${client};`,
    'type Params<F extends (...args: never[]) => unknown> = NonNullable<Parameters<F>[0]>;',
    '/** What a call takes beside the parameters of its path; nothing is an error. */',
    'type Rest<P, Key extends PropertyKey> = [Exclude<keyof P, Key>] extends [never] ? never : Omit<P, Key>;',
    'declare function value<T>(): T;',
  ];
  return { text: [...head, ...calls.map(printCall), ''].join('\n'), firstLine: head.length + 1 };
}

function printCall({ path, endpoint, args }: ListedCall): string {
  const method = ['client', ...path.map((step) => step)].join('.');
  const names = [...endpoint.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => JSON.stringify(name));
  const type = `Params<typeof ${method}>`;
  const own = names.map((name) => `${name}: value<${type}[${name}]>()`);
  // Of several parameters of the path, Stainless takes the last one by position, and the others among the params.
  const positional = args.split(', ').filter((arg) => /^\w+$/.test(arg)).length;
  const other = positional < names.length ? 'Omit' : 'Rest';
  const rest = args.includes('{ ...params }') ? [`...value<${other}<${type}, ${names.join(' | ') || 'never'}>>()`] : [];
  const members = [...rest, ...own];
  return members.length === 0 ? `void ${method}();` : `void ${method}({ ${members.join(', ')} });`;
}

/** Prints calls as `api.md` has them: what is named is a string, and `params` is what the call of a package would take there. */
export function printCallsAsListed(calls: readonly ListedCall[], client: string): CallProgram {
  const head = [`import type { ${client} } from './src/api/index.js';`, `declare const client: ${client};`];
  const lines = calls.map(({ path, args }) => {
    const values = args.split(/,\s*(?![^{]*\})/).flatMap((arg) => {
      if (arg === '') return [];
      return arg.startsWith('{') ? ['{}'] : ["'x'"];
    });
    return `void client.${path.join('.')}(${values.join(', ')});`;
  });
  return { text: [...head, ...lines, ''].join('\n'), firstLine: head.length + 1 };
}
