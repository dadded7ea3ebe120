import { type JsonObject } from '@speccast/runtime';
import { longestInteger, replaceValues } from '@speccast/runtime/requests';

const spelled = '~integer';

/** A value as plain JSON: its integers are objects with their digits. */
export function spellIntegers(value: JsonObject): JsonObject {
  // What it becomes is JSON, and an object stays one.
  return replaceValues(value, (one) =>
    typeof one === 'bigint' ? { [spelled]: String(one) } : undefined,
  ) as JsonObject;
}

/** The value of plain JSON that `spellIntegers` made. */
export function readIntegers(value: JsonObject): JsonObject {
  // What it becomes is what was spelled.
  return replaceValues(value, (one) => {
    const digits = isObject(one) ? Reflect.get(one, spelled) : undefined;
    return typeof digits === 'string' && longestInteger.test(digits) ? BigInt(digits) : undefined;
  }) as JsonObject;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
