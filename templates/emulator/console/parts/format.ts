import type { Json } from '@speccast/runtime';

/** Formats a time in UTC, `2026-01-01 00:00:00`; empty for a time that dates cannot have. */
export function formatTime(time: number): string {
  return Math.abs(time) > 8.64e15 ? '' : new Date(time).toISOString().replace('T', ' ').slice(0, 19);
}

/** Formats the time of day in UTC: `12:30:00.123`. */
export function formatTimeOfDay(time: number): string {
  return Math.abs(time) > 8.64e15 ? '' : new Date(time).toISOString().slice(11, 23);
}

/** Formats a duration in a fitting unit: `12 ms`, `1.50 s`. */
export function formatDuration(milliseconds: number | undefined): string {
  if (milliseconds === undefined) return '';
  return milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(2)} s`;
}

/** Formats a number with its noun: `1 unit`, `10,000 units`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

/** Formats a number of bytes in a fitting unit: `12 B`, `1.5 KiB`. */
export function formatBytes(bytes: number): string {
  const [value, unit] =
    bytes < 1024 ? [bytes, 'B'] : bytes < 1024 ** 2 ? [bytes / 1024, 'KiB'] : [bytes / 1024 ** 2, 'MiB'];
  return `${unit === 'B' ? value : value.toFixed(1)} ${unit}`;
}

/** Returns the value at a dotted path, `snippet.title`; own members only. */
export function valueAt(value: Json | undefined, path: string): Json | undefined {
  let at: Json | undefined = value;
  for (const name of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    // Own members of JSON are JSON.
    at = (at as Readonly<Record<string, Json>>)[name];
  }
  return at;
}

/** Returns the values at a dotted path; lists on the way and at the end are flattened. */
export function valuesAt(value: Json | undefined, path: string): readonly Json[] {
  let found: readonly Json[] = value === undefined ? [] : [value];
  for (const name of path.split('.'))
    found = found.flatMap((one) => {
      const inner = valueAt(one, name);
      return inner === undefined ? [] : Array.isArray(inner) ? inner : [inner];
    });
  return found;
}
