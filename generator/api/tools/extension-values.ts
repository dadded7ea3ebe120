import { isJsonObject, type Json, type JsonObject } from '../../json.js';

/** The strings of a list, or the single one in place of a list; nothing for any other value. */
export function toStrings(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}

/** The objects of a list, or the single one in place of a list. */
export function toObjects(value: Json | undefined): readonly JsonObject[] {
  const list: readonly Json[] = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return list.filter(isJsonObject);
}

/** The object that is expected; without entries for any other value. */
export function toObject(value: Json | undefined): JsonObject {
  return value !== undefined && isJsonObject(value) ? value : {};
}

/** The entries of an object, without those that say where it comes from. */
export function listStatedEntries(value: Json | undefined): readonly (readonly [string, Json])[] {
  return Object.entries(toObject(value)).filter(([key]) => !key.startsWith('x-'));
}
