import type { ReceivedResponse } from './check.js';

/** Values of `${name}`. */
type Names = Pick<ReadonlyMap<string, unknown>, 'has' | 'get'>;

/**
 * Replaces `${name}` and `${name.path}` in strings, lists, members and their names. A string that is only `${name}` becomes the
 * value itself; inside other strings, lists are joined by commas.
 */
export function substitute(value: unknown, names: Names): unknown {
  if (typeof value === 'string') return substituteText(value, names);
  if (Array.isArray(value)) return value.map((item) => substitute(item, names));
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [toText(substituteText(key, names)), substitute(item, names)]),
  );
}

function substituteText(text: string, names: Names): unknown {
  const lookUp = (path: string) => {
    const [name = '', ...rest] = path.split('.');
    if (!names.has(name)) throw new Error(`nothing was kept as ${name}`);
    return readPath(names.get(name), rest.join('.'));
  };
  const [, only] = /^\$\{([^{}]+)\}$/.exec(text) ?? [];
  if (only !== undefined) return lookUp(only);
  return text.replace(/\$\{([^{}]+)\}/g, (_found, path: string) => toText(lookUp(path)));
}

/** Writes a value as a string in a URL or header; lists are joined by commas. */
export function toText(value: unknown): string {
  if (Array.isArray(value)) return value.map(toText).join(',');
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return String(value ?? '');
}

/** Lists all combinations of one value of each list. The last list varies fastest. */
export function combine(
  lists: readonly (readonly [name: string, list: unknown])[],
): readonly (readonly (readonly [name: string, value: unknown])[])[] {
  let turns: (readonly [string, unknown])[][] = [[]];
  for (const [name, list] of lists) {
    if (!Array.isArray(list)) throw new Error(`${name} is not a list`);
    turns = turns.flatMap((turn) => list.map((value: unknown) => [...turn, [name, value] as const]));
  }
  return turns;
}

/**
 * Reads the values that a step keeps. Paths are relative to the JSON body; those that begin with `@` to the response:
 * `@body`, `@text`, `@bytes`, `@status`, `@headers.etag`, and `@sent`, the sent bytes. Throws if there is no value.
 */
export function keepValues(
  response: ReceivedResponse,
  keep: Readonly<Record<string, string>>,
): ReadonlyMap<string, unknown> {
  const kept = Object.entries(keep).map(([name, path]) => {
    const value = path.startsWith('@') ? readPath(response, path.slice(1)) : readPath(response.body, path);
    if (value === undefined) throw new Error(`the response has nothing at ${path} to keep as ${name}`);
    return [name, value] as const;
  });
  return new Map(kept);
}

/**
 * Reads the value at a dotted path: members of objects by name, of arrays by index (`-1` is the last), `*` for all of them,
 * as a list without undefined values. An empty path is the value itself.
 */
export function readPath(value: unknown, path: string): unknown {
  return path === '' ? value : walk(value, path.split('.'));
}

function walk(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value;
  const isObject = typeof value === 'object' && value !== null;
  if (name === '*') {
    const found = (isObject ? Object.values(value) : []).map((item) => walk(item, rest));
    // Each further `*` in the path returned a list: joins them.
    return (rest.includes('*') ? found.flat() : found).filter((item) => item !== undefined);
  }
  let member: unknown;
  if (Array.isArray(value)) member = /^-?\d+$/.test(name) ? value.at(Number(name)) : undefined;
  else if (isObject && Object.hasOwn(value, name)) member = Reflect.get(value, name);
  return walk(member, rest);
}

/** Formats a value for a message. Long values are truncated. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > 300 ? `${text.slice(0, 300)}… (${text.length} characters)` : text;
}
