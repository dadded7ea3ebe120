/** Any value that JSON can carry. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Tells whether a value is a JSON object: neither an array nor null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a value that is a JSON object, and an empty object for any other value. */
export function toJsonObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** Reads a member by any name, also one that all objects inherit, such as `toString`; undefined if the object does not have it itself. */
export function readMember<Value>(
  object: Readonly<Record<string, Value>> | undefined,
  name: string | number,
): Value | undefined {
  return object && Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Tells whether objects and lists are nested more than some levels deep. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

/** Parses JSON; undefined if it is invalid or nested more than 100 levels deep. */
export function parseJson(text: string): Json | undefined {
  try {
    // `JSON.parse` returns JSON.
    const value = JSON.parse(text) as Json;
    return isDeeper(value, 100) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** Checks that an imported `openapi.json` is an object; as a type of its own it would be as large as the document. */
export function readDocument(imported: unknown): JsonObject {
  if (!isJsonObject(imported)) throw new TypeError('openapi.json holds no OpenAPI document');
  return imported;
}
