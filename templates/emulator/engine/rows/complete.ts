import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { withoutValue } from '../values/json-path.js';

/** The object with those members of a sample that it cannot be without, and no others; the object itself where that does not help. */
export function complete(object: JsonObject, sampled: JsonObject, fits: (value: JsonObject) => boolean): JsonObject {
  let whole: JsonObject = { ...sampled, ...object };
  if (!fits(whole)) return object;
  for (const name of Object.keys(sampled)) {
    const less = withoutValue(whole, name);
    if (!Object.hasOwn(object, name) && fits(less)) whole = less;
  }
  return whole;
}

/** A row as another schema has it: as it is, completed, or what both have of it completed; undefined where nothing of that fits. */
export function fitted(
  row: JsonObject,
  sampled: Json | undefined,
  fits: (value: JsonObject) => boolean,
): JsonObject | undefined {
  if (fits(row) || !isJsonObject(sampled)) return fits(row) ? row : undefined;
  const shared = Object.fromEntries(Object.entries(row).filter(([name]) => Object.hasOwn(sampled, name)));
  return [row, shared].map((one) => complete(one, sampled, fits)).find(fits);
}
