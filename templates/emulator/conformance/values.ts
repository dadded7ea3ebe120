import type { ReceivedResponse } from './read-response.js';

/** Values of `${name}`. */
type Names = ReadonlyMap<string, unknown>;

/**
 * Replaces `${name}` and `${name.path}` in strings, lists, members and their names. A string that is only a name becomes the
 * value itself; inside other strings, lists are joined by commas.
 */
export function substitute(value: unknown, names: Names): unknown {
  if (typeof value === 'string') return substituteText(value, names);
  if (Array.isArray(value)) return value.map((item) => substitute(item, names));
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [textOf(substituteText(key, names)), substitute(item, names)]),
  );
}

function substituteText(text: string, names: Names): unknown {
  const [whole, path] = /^\$\{([^{}]+)\}$/.exec(text) ?? [];
  if (whole !== undefined && path !== undefined) return lookUp(path, names);
  return text.replace(/\$\{([^{}]+)\}/g, (_found, inner: string) => textOf(lookUp(inner, names)));
}

function lookUp(path: string, names: Names): unknown {
  const [name = '', ...rest] = path.split('.');
  if (!names.has(name)) throw new Error(`nothing was kept as ${name}`);
  return readPath(names.get(name), rest.join('.'));
}

/** A value as a string in a URL or header; lists are joined by commas. */
export function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(',');
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return value === undefined || value === null ? '' : JSON.stringify(value);
}

/** A list of values under a name. */
type NamedList = readonly [name: string, list: unknown];

/** All combinations of one value of each list. The last list varies fastest. */
export function combine([first, ...rest]: readonly NamedList[]): readonly (readonly [string, unknown][])[] {
  if (first === undefined) return [[]];
  const [name, list] = first;
  if (!Array.isArray(list)) throw new Error(`${name} is not a list`);
  const others = combine(rest);
  return list.flatMap((value: unknown) => others.map((other): [string, unknown][] => [[name, value], ...other]));
}

/**
 * Reads the values that a step keeps. Paths are relative to the JSON body; those that begin with `@` to the response:
 * `@body`, `@text`, `@bytes`, `@status`, `@headers.etag`, and `@sent`, the sent bytes. Throws if there is no value.
 */
export function keepValues(
  response: ReceivedResponse,
  keep: Readonly<Record<string, string>>,
): ReadonlyMap<string, unknown> {
  const kept = new Map<string, unknown>();
  for (const [name, path] of Object.entries(keep)) {
    const value = path.startsWith('@') ? readPath(response, path.slice(1)) : readPath(response.body, path);
    if (value === undefined) throw new Error(`the response has nothing at ${path} to keep as ${name}`);
    kept.set(name, value);
  }
  return kept;
}

/**
 * The value at a dotted path: members of objects by name, of arrays by index (`-1` is the last), `*` for all of them,
 * as a list without undefined values. An empty path is the value itself.
 */
export function readPath(value: unknown, path: string): unknown {
  return walk(value, path === '' ? [] : path.split('.'));
}

function walk(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value;
  if (name === '*') return members(value).flatMap((item) => spread(walk(item, rest), rest));
  return walk(memberOf(value, name), rest);
}

/** Flattens the lists that `*` made. */
function spread(found: unknown, rest: readonly string[]): readonly unknown[] {
  if (found === undefined) return [];
  return rest.includes('*') && Array.isArray(found) ? found : [found];
}

function members(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
}

function memberOf(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return /^-?\d+$/.test(name) ? value.at(Number(name)) : undefined;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return Reflect.get(value, name);
}

const longest = 300;

/** Formats a value for a message. Long values are truncated. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > longest ? `${text.slice(0, longest)}… (${text.length} characters)` : text;
}
