import { isJsonObject, type JsonObject } from '@speccast/runtime';
import type { Call } from '../../plan/plan.js';
import { successBody } from '../../plan/operations/declared-response.js';
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

/** Adds the required members of the response of an operation that have no data, from a sample. */
export function withRequiredMembers({ emulator, plan }: Call, body: JsonObject): JsonObject {
  const declared = successBody(plan);
  if (declared?.is(body) !== false) return body;
  const sampled = emulator.sampler?.(declared, plan.operation.id);
  return isJsonObject(sampled) ? complete(body, sampled, (value) => declared.is(value)) : body;
}
