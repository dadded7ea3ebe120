import type { Json, JsonObject } from '@speccast/runtime';
import { writeExactly } from '@speccast/runtime/requests';

const mostKept = 5000;

/** Cached JSON of values, which are immutable. */
let texts = new WeakMap<object, string>();

let kept = 0;

/** Serializes a value. Uses the cached JSON of objects. */
export function stringifyJson(value: Json): string {
  const known = typeof value === 'object' && value !== null ? texts.get(value) : undefined;
  return known ?? writeExactly(value);
}

/** Caches the JSON of an object. */
export function keepText(value: JsonObject, text: string): string {
  // Entries take memory until their objects are released.
  if (kept >= mostKept) {
    texts = new WeakMap();
    kept = 0;
  }
  kept += 1;
  texts.set(value, text);
  return text;
}

/** Serializes a list with the cached JSON of its items. */
export function listText(items: readonly JsonObject[]): string {
  return `[${items.map(itemText).join(',')}]`;
}

function itemText(item: JsonObject): string {
  return texts.get(item) ?? keepText(item, writeExactly(item));
}
