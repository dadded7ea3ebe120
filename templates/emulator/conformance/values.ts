import type { ReceivedResponse } from './read-response.js';

/** What `${name}` is, by name. */
type Names = ReadonlyMap<string, unknown>;

/**
 * Puts what was kept in place of `${name}` and `${name.path}`, in texts, lists, members and their names. A text that is nothing but one
 * such name becomes the value itself; inside other text lists become their items with commas between.
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

/** A value as text of a URL or a header; lists with commas between. */
export function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(',');
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return value === undefined || value === null ? '' : JSON.stringify(value);
}

/** A list of values under a name. */
type NamedList = readonly [name: string, list: unknown];

/** Every combination of one value of each list, the last list turning fastest; lists of one name are gone through. */
export function combine([first, ...rest]: readonly NamedList[]): readonly (readonly [string, unknown][])[] {
  if (first === undefined) return [[]];
  const [name, list] = first;
  if (!Array.isArray(list)) throw new Error(`${name} is no list to go through`);
  const others = combine(rest);
  return list.flatMap((value: unknown) => others.map((other): [string, unknown][] => [[name, value], ...other]));
}

/**
 * What a step keeps of its response, by name. Paths lead into the JSON; those that begin with `@` into the response itself:
 * `@body`, `@text`, `@bytes`, `@status`, `@headers.etag`, and `@sent`, the bytes of the media sent. Throws where there is nothing.
 */
export function keepValues(
  response: ReceivedResponse,
  keep: Readonly<Record<string, string>>,
): ReadonlyMap<string, unknown> {
  const kept = new Map<string, unknown>();
  for (const [name, path] of Object.entries(keep)) {
    const value = path.startsWith('@') ? readPath(response, path.slice(1)) : readPath(response.body, path);
    if (value === undefined) throw new Error(`the answer has nothing at ${path} to keep as ${name}`);
    kept.set(name, value);
  }
  return kept;
}

/**
 * The value at a dotted path: members of objects by name, of arrays by index (`-1` is the last), `*` for all of them,
 * as a list without those that have nothing there. An empty path is the value itself.
 */
export function readPath(value: unknown, path: string): unknown {
  return walk(value, path === '' ? [] : path.split('.'));
}

function walk(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value;
  if (name === '*') return members(value).flatMap((item) => spread(walk(item, rest), rest));
  return walk(memberOf(value, name), rest);
}

/** Lists of lists become one list, as far as `*` made them. */
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

/** A value as a person reads it in a message, cut where it is long. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > longest ? `${text.slice(0, longest)}… (${text.length} characters)` : text;
}
