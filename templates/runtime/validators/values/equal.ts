import { countProperties, isArray, isObject, own } from './types.js';

/**
 * Returns whether a value is the same JSON as a constant: key order does not matter, `0` is `-0`, `1` is not `true`. It takes no
 * more time than the constant has members, however deep the value is and whether or not it contains itself.
 */
export function isEqual(constant: unknown, value: unknown): boolean {
  if (isArray(constant) && isArray(value))
    return constant.length === value.length && constant.every((item, index) => isEqual(item, value[index]));
  if (!isObject(constant) || !isObject(value)) return constant === value;
  const entries = Object.entries(constant).filter(([, member]) => member !== undefined);
  return (
    entries.every(([key, member]) => isEqual(member, own(value, key))) && countProperties(value) === entries.length
  );
}

/** Returns whether a value equals one of some constants. */
export function isOneOf(value: unknown, constants: readonly unknown[]): boolean {
  return constants.some((constant) => isEqual(constant, value));
}
