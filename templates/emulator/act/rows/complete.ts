import type { JsonObject } from '@speccast/runtime';
import { mergeWithNulls, withoutValue } from '../../values/json-path.js';

/** Adds the required members from a sample to an object. Returns the object unchanged if that does not make it valid. */
export function complete(object: JsonObject, sampled: JsonObject, fits: (value: JsonObject) => boolean): JsonObject {
  let whole: JsonObject = { ...sampled, ...object };
  if (!fits(whole)) whole = mergeWithNulls(sampled, object);
  if (!fits(whole)) return object;
  for (const name of Object.keys(sampled)) {
    const less = withoutValue(whole, name);
    if (!Object.hasOwn(object, name) && fits(less)) whole = less;
  }
  return whole;
}
