import type { Json } from '../spec/json.js';
import { isJsonObject } from '../spec/json.js';

/** Whether two JSON values are the same, whatever the order of their keys. */
export function isSameJson(left: Json, right: Json): boolean {
  return left === right || canonical(left) === canonical(right);
}

function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isJsonObject(value)) return JSON.stringify(value === 0 ? 0 : value);
  const keys = Object.keys(value).toSorted();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key] ?? null)}`).join()}}`;
}
