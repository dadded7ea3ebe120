/** Any value that JSON can carry. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. Own keys only: `__proto__` is an ordinary key here. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Returns true if a value is an object, neither an array nor null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns true if a value is an object or an array. */
export function isCompound(value: unknown): value is JsonObject | readonly Json[] {
  return typeof value === 'object' && value !== null;
}

/** Parses JSON; returns `undefined` if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns an array as it is, and an empty one for any other value. */
export function toArray(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the value under a key of an object; `undefined` where there is none. */
export function readMember(value: Json | undefined, key: string): Json | undefined {
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Returns the object under a key of an object; an empty one where there is none. */
export function readInner(value: Json | undefined, key: string): JsonObject {
  return toObject(readMember(value, key));
}

/** Lists the keys of an object; none for any other value. */
export function listOwnKeys(value: Json | undefined): readonly string[] {
  return isJsonObject(value) ? Object.keys(value) : [];
}

/** Lists the entries of an object without those of `x-` keys; none for any other value. */
export function listEntries(value: Json | undefined): readonly [string, Json][] {
  return isJsonObject(value) ? Object.entries(value).filter(([key]) => !key.startsWith('x-')) : [];
}

/** Names the type of a value in messages: `an array`, `a string`, `null`. */
export function typeName(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** Returns true if a value is of a type of JSON Schema, such as `integer`. */
export function isOfType(value: Json, type: string): boolean {
  if (value === null) return type === 'null';
  if (Array.isArray(value)) return type === 'array';
  return type === 'integer' ? Number.isInteger(value) : typeof value === type;
}

type OptionalKeys<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T];

/** `T` with optional members in place of those that may be undefined: `{ a: string | undefined }` → `{ a?: string }`. */
export type Compact<T> = Omit<T, OptionalKeys<T>> & { [K in OptionalKeys<T>]?: Exclude<T[K], undefined> };

/** Leaves out the members that are undefined, so that an absent fact is an absent key. */
export function compact<T extends object>(value: T): Compact<T> {
  const result: Record<string, unknown> = {};
  // `for … in` would visit inherited members, too; callers pass object literals, which have none.
  for (const key in value) if (value[key] !== undefined) result[key] = value[key];
  // The loop drops exactly what the type says, which the compiler cannot follow.
  return result as Compact<T>;
}

/** Returns an object or a list; undefined where it has no members, which `compact` leaves out. */
export function nonEmpty<T extends object>(value: T): T | undefined {
  return Object.keys(value).length > 0 ? value : undefined;
}

/** Returns true if two JSON values are the same, whatever the order of their keys. */
export function isSameJson(left: Json, right: Json): boolean {
  if (left === right) return true;
  if (Array.isArray(left) && Array.isArray(right)) {
    // At run time, items may be `undefined` in both lists; these are the same.
    const isSame = (one: Json, index: number): boolean => one === right[index] || isSameJson(one, right[index] ?? null);
    return left.length === right.length && left.every(isSame);
  }
  if (!isJsonObject(left) || !isJsonObject(right)) return false;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && isSameJson(left[key] ?? null, right[key] ?? null))
  );
}

/** Returns the strings of a list, or the single one in place of a list; nothing for any other value. */
export function toStrings(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}

/** Returns the objects of a list, or the single one in place of a list. */
export function toObjects(value: Json | undefined): readonly JsonObject[] {
  return (Array.isArray(value) ? value : [value]).filter(isJsonObject);
}

/** Returns an object as it is, and an empty one for any other value. */
export function toObject(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
