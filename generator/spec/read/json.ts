/** Any value that JSON can carry. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. Own keys only: `__proto__` is an ordinary key here. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Whether a JSON value is an object (neither an array nor null). */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
