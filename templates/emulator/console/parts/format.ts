import type { Json } from '@speccast/runtime';

/** Formats a time in UTC: `2026-01-01 00:00:00`, up to a number of characters. Empty for times beyond the range of `Date`. */
export function formatTime(time: number, end = 19): string {
  return Math.abs(time) > 8.64e15 ? '' : new Date(time).toISOString().replace('T', ' ').slice(0, end);
}

/** Formats a duration in a fitting unit: `12 ms`, `1.50 s`. */
export function formatDuration(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(2)} s`;
}

/** Formats a number with its noun: `1 unit`, `10,000 units`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

/** Formats a number of bytes in a fitting unit: `12 B`, `1.5 KiB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1024 ** 2 ? `${(bytes / 1024).toFixed(1)} KiB` : `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
}

/** Splits a JSON pointer into names: `/a~1b/0` → `['a/b', '0']`. */
export function splitPointer(pointer: string): readonly string[] {
  const [, ...names] = pointer.split('/');
  return names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Returns the value at a path of names, `['snippet', 'title']`; own members only. */
export function valueAt(value: Json | undefined, path: readonly string[]): Json | undefined {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  // Own members of JSON are JSON, and a list has its indices as names.
  return valueAt((value as Readonly<Record<string, Json>>)[name], rest);
}

/** Returns the values at a path; lists on the way and at the end are flattened. */
export function valuesAt(value: Json | undefined, path: readonly string[]): readonly Json[] {
  if (Array.isArray(value)) return value.flatMap((one: Json) => valuesAt(one, path));
  const [name, ...rest] = path;
  if (value === undefined) return [];
  return name === undefined ? [value] : valuesAt(valueAt(value, [name]), rest);
}

/** Lists the values inside a value that are not objects or lists, with their paths: `[['snippet.title', 'Tides']]`. */
export function listLeaves(
  value: Json,
  isBranch: (value: Json, depth: number) => boolean,
  path: readonly string[] = [],
): readonly (readonly [path: string, value: Json])[] {
  if (!isBranch(value, path.length)) return [[path.join('.'), value]];
  return Object.entries(value ?? {}).flatMap(([name, inner]) => listLeaves(inner, isBranch, [...path, name]));
}
