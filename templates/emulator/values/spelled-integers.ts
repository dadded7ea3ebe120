import type { JsonObject } from '@speccast/runtime';
import { longestInteger, replaceValues, toJsonObject } from '@speccast/runtime/requests';

const spelled = '~integer';

/** Replaces large integers by objects with their digits, so that the value is plain JSON: `{ n: 12n }` → `{ n: { '~integer': '12' } }`. */
export function spellIntegers(value: JsonObject): JsonObject {
  // The replacement of an object is an object.
  return replaceValues(value, (one) =>
    typeof one === 'bigint' ? { [spelled]: String(one) } : undefined,
  ) as JsonObject;
}

/** Reads the integers that `spellIntegers` replaced. */
export function readIntegers(value: JsonObject): JsonObject {
  // The replacement of an object is an object.
  return replaceValues(value, (one) => {
    const { [spelled]: digits } = toJsonObject(one);
    return typeof digits === 'string' && longestInteger.test(digits) ? BigInt(digits) : undefined;
  }) as JsonObject;
}
