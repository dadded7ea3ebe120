import { isArray, isObject, own } from './types.js';

/** Whether two values are the same JSON: key order does not matter, `0` is `-0`, `1` is not `true`. */
export function isEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (isArray(left)) return isArray(right) && areItemsEqual(left, right);
  return isObject(left) && isObject(right) && arePropertiesEqual(left, right);
}

/** Whether a value equals one of some constants. */
export function isOneOf(value: unknown, constants: readonly unknown[]): boolean {
  return constants.some((constant) => isEqual(constant, value));
}

function areItemsEqual(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((item, index) => isEqual(item, right[index]));
}

function arePropertiesEqual(
  left: Readonly<Record<string, unknown>>,
  right: Readonly<Record<string, unknown>>,
): boolean {
  const keys = definedKeys(left);
  if (keys.length !== definedKeys(right).length) return false;
  return keys.every((key) => isEqual(left[key], own(right, key)));
}

function definedKeys(value: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.keys(value).filter((key) => value[key] !== undefined);
}
