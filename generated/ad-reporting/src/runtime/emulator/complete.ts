import type { JsonObject } from '../json.js';
import { withoutValue } from './json-path.js';

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
