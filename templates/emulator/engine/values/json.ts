import type { Json, JsonObject } from '@speccast/runtime';

const mostKept = 5000;

/** Texts of values that were written before: what is sent never changes. */
let texts = new WeakMap<object, string>();

let kept = 0;

/** The JSON of a value; that of an object is kept where `keepText` was told. */
export function stringifyJson(value: Json): string {
  const known = typeof value === 'object' && value !== null ? texts.get(value) : undefined;
  return known ?? JSON.stringify(value);
}

/** Keeps the JSON of an object. */
export function keepText(value: JsonObject, text: string): string {
  // Texts take memory, and go with their objects only.
  if (kept >= mostKept) {
    texts = new WeakMap();
    kept = 0;
  }
  kept += 1;
  texts.set(value, text);
  return text;
}

/** The JSON of a list whose items are sent again and again. */
export function listText(items: readonly JsonObject[]): string {
  return `[${items.map(itemText).join(',')}]`;
}

function itemText(item: JsonObject): string {
  return texts.get(item) ?? keepText(item, JSON.stringify(item));
}

const deepest = 100;

/** The value that a JSON text is; undefined where it is none, or nested deeper than 100 levels. */
export function parseJson(text: string): Json | undefined {
  try {
    // The outcome of JSON.parse is JSON.
    const value = JSON.parse(text) as Json;
    return isDeeper(value, deepest) ? undefined : value;
  } catch {
    return undefined;
  }
}

function isDeeper(value: Json, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}
