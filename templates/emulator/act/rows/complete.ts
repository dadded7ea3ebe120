import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { withoutValue } from '../../values/json-path.js';

/** Adds the required members from a sample to an object. Returns the object unchanged if that does not make it valid. */
export function complete(object: JsonObject, sampled: JsonObject, fits: (value: JsonObject) => boolean): JsonObject {
  let whole: JsonObject = { ...sampled, ...object };
  if (!fits(whole)) whole = deeply(sampled, object);
  if (!fits(whole)) return object;
  for (const name of Object.keys(sampled)) {
    const less = withoutValue(whole, name);
    if (!Object.hasOwn(object, name) && fits(less)) whole = less;
  }
  return whole;
}

/** Adds members of the objects in a sample as well. */
function deeply(sampled: JsonObject, object: JsonObject): JsonObject {
  const inner = Object.entries(object).map(([name, value]): [string, Json] => {
    const other = Object.hasOwn(sampled, name) ? sampled[name] : undefined;
    return [name, isJsonObject(value) && isJsonObject(other) ? deeply(other, value) : value];
  });
  return { ...sampled, ...Object.fromEntries(inner) };
}

/** Fits a row to another schema: as it is, completed, or reduced to the shared members and completed; undefined if none is valid. */
export function fitted(
  row: JsonObject,
  sampled: Json | undefined,
  fits: (value: JsonObject) => boolean,
): JsonObject | undefined {
  if (fits(row) || !isJsonObject(sampled)) return fits(row) ? row : undefined;
  const shared = Object.fromEntries(Object.entries(row).filter(([name]) => Object.hasOwn(sampled, name)));
  return [row, shared].map((one) => complete(one, sampled, fits)).find(fits);
}
