import { countProperties, isArray, isObject, own } from './types.js';

/**
 * Whether a value is the same JSON as a constant: key order does not matter, `0` is `-0`, `1` is not `true`. It takes no
 * more time than the constant has members, however deep the value is and whether or not it contains itself.
 */
export function isEqual(constant: unknown, value: unknown): boolean {
  if (constant === value) return true;
  if (isArray(constant)) return isArray(value) && areItemsEqual(constant, value);
  return isObject(constant) && isObject(value) && arePropertiesEqual(constant, value);
}

/** Tests if a value equals one of some constants. */
export function isOneOf(value: unknown, constants: readonly unknown[]): boolean {
  return constants.some((constant) => isEqual(constant, value));
}

function areItemsEqual(constant: readonly unknown[], value: readonly unknown[]): boolean {
  return constant.length === value.length && constant.every((item, index) => isEqual(item, value[index]));
}

function arePropertiesEqual(
  constant: Readonly<Record<string, unknown>>,
  value: Readonly<Record<string, unknown>>,
): boolean {
  const keys = Object.keys(constant).filter((key) => constant[key] !== undefined);
  return keys.every((key) => isEqual(constant[key], own(value, key))) && countProperties(value) === keys.length;
}
