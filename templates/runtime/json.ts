/** Any value that JSON can carry. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Returns whether a value is a JSON object: neither an array nor null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a JSON object as it is, and `{}` for any other value. */
export function toJsonObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** Returns an own member of an object: `readMember({}, 'toString')` → `undefined`. */
export function readMember<Value>(
  object: Readonly<Record<string, Value>> | undefined,
  name: string | number,
): Value | undefined {
  return object && Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Returns whether objects and arrays are nested more than `levels` deep: `isDeeper({ a: [] }, 1)` → `true`. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

/** Parses JSON; `undefined` if it is invalid or nested more than 100 levels deep. */
export function parseJson(text: string): Json | undefined {
  try {
    // `JSON.parse` returns JSON.
    const value = JSON.parse(text) as Json;
    return isDeeper(value, 100) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** Returns an imported `openapi.json` as a `JsonObject`: the type that TypeScript infers is as large as the document. */
export function readDocument(imported: unknown): JsonObject {
  if (!isJsonObject(imported)) throw new TypeError('openapi.json is not a JSON object');
  return imported;
}
