import { isJsonObject, type Json } from '../../json.js';

/** Returns true if two JSON values are the same, whatever the order of their keys. */
export function isSameJson(left: Json, right: Json): boolean {
  if (left === right) return true;
  if (Array.isArray(left) && Array.isArray(right)) {
    // Items may be absent facts, too, which are the same as each other.
    const isSame = (one: Json, index: number): boolean => one === right[index] || isSameJson(one, right[index] ?? null);
    return left.length === right.length && left.every(isSame);
  }
  if (!isJsonObject(left) || !isJsonObject(right)) return false;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && isSameJson(left[key] ?? null, right[key] ?? null))
  );
}
