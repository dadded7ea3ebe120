import { countProperties, isArray, isObject, own } from './types.js';

/**
 * Returns whether a value is the same JSON as a constant: in any order of keys, and `0` equals `-0`. The time depends only on the size of
 * the constant, also for deep and circular values.
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
