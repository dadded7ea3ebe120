import { isArray, isObject } from './types.js';

/** Deeper items are not compared: they count as a repetition. */
const deepest = 512;

/** Whether no two items are the same JSON, in time linear in the size of the array. */
export function isUnique(items: readonly unknown[]): boolean {
  const seen = new Set<unknown>();
  for (const item of items) {
    const key = typeof item === 'object' && item !== null ? keyOf(item, deepest) : primitiveKey(item);
    if (key === undefined || seen.has(key)) return false;
    seen.add(key);
  }
  return true;
}

/** Strings of the set are keys of objects; a text item is quoted, so that the two never meet. */
function primitiveKey(item: unknown): unknown {
  return typeof item === 'string' ? `"${item}` : item;
}

/** Text that two values share only when they are the same JSON; `undefined` for what is nested too deeply. */
function keyOf(value: unknown, depth: number): string | undefined {
  if (depth === 0) return undefined;
  if (isArray(value))
    return join(
      '[',
      value.map((item) => keyOf(item, depth - 1)),
      ']',
    );
  if (isObject(value)) return objectKey(value, depth);
  return typeof value === 'string' ? JSON.stringify(value) : String(value === 0 ? 0 : value);
}

function objectKey(value: Readonly<Record<string, unknown>>, depth: number): string | undefined {
  const keys = Object.keys(value).filter((key) => value[key] !== undefined);
  return join(
    '{',
    // oxlint-disable-next-line unicorn/no-array-sort -- toSorted is newer than the runtime may need; the list is fresh
    keys.sort().map((key) => pairKey(key, keyOf(value[key], depth - 1))),
    '}',
  );
}

function pairKey(key: string, value: string | undefined): string | undefined {
  return value === undefined ? undefined : `${JSON.stringify(key)}:${value}`;
}

function join(open: string, keys: readonly (string | undefined)[], close: string): string | undefined {
  return keys.includes(undefined) ? undefined : open + keys.join(',') + close;
}
