import { readPath } from './read-path.js';

/** What `${name}` stands for, by name. */
export type Names = ReadonlyMap<string, unknown>;

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
