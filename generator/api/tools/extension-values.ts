import { isJsonObject, type Json, type JsonObject } from '../../json.js';

/** Returns the strings of a list, or the single one in place of a list; nothing for any other value. */
export function toStrings(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}

/** Returns the objects of a list, or the single one in place of a list. */
export function toObjects(value: Json | undefined): readonly JsonObject[] {
  const list: readonly Json[] = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return list.filter(isJsonObject);
}

/** Returns an object as it is, and an empty one for any other value. */
export function toObject(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
