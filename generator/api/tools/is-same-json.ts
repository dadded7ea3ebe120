import { isJsonObject, type Json } from '../../spec/read/json.js';

/** Returns true if two JSON values are the same, whatever the order of their keys. */
export function isSameJson(left: Json, right: Json): boolean {
  if (left === right) return true;
  if (Array.isArray(left) || Array.isArray(right)) return isSameList(left, right);
  if (!isJsonObject(left) || !isJsonObject(right)) return false;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && isSameJson(left[key] ?? null, right[key] ?? null))
  );
}

function isSameList(left: Json, right: Json): boolean {
  if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
  // Items may be absent facts, too, which are the same as each other.
  return left.every((one, index) => one === right[index] || isSameJson(one, right[index] ?? null));
}
