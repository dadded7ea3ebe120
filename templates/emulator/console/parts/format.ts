import type { Json } from '@speccast/runtime';

/** A time as people read it, in UTC; empty for one that dates cannot say. */
export function isoOf(time: number): string {
  return Math.abs(time) > 8.64e15 ? '' : new Date(time).toISOString().replace('T', ' ').slice(0, 19);
}

/** The time of day in UTC, to the millisecond. */
export function timeOfDay(time: number): string {
  return Math.abs(time) > 8.64e15 ? '' : new Date(time).toISOString().slice(11, 23);
}

/** A duration in a unit that fits. */
export function durationText(milliseconds: number | undefined): string {
  if (milliseconds === undefined) return '';
  return milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(2)} s`;
}

/** A number with its noun: `1 unit`, `10,000 units`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

/** A number of bytes in a unit that fits. */
export function bytesText(bytes: number): string {
  const [value, unit] =
    bytes < 1024 ? [bytes, 'B'] : bytes < 1024 ** 2 ? [bytes / 1024, 'KiB'] : [bytes / 1024 ** 2, 'MiB'];
  return `${unit === 'B' ? value : value.toFixed(1)} ${unit}`;
}

/** The value at a dotted path; own members only. */
export function valueAt(value: Json | undefined, path: string): Json | undefined {
  let at: Json | undefined = value;
  for (const name of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    // Own members of JSON are JSON.
    at = (at as Readonly<Record<string, Json>>)[name];
  }
  return at;
}

/** The values at a dotted path; lists on the way and at the end are flattened. */
export function valuesAt(value: Json | undefined, path: string): readonly Json[] {
  let found: readonly Json[] = value === undefined ? [] : [value];
  for (const name of path.split('.'))
    found = found.flatMap((one) => {
      const inner = valueAt(one, name);
      return inner === undefined ? [] : Array.isArray(inner) ? inner : [inner];
    });
  return found;
}
