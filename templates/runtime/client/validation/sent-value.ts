import { listTypes, type ValueType } from '../../value-types.js';
import { ExactNumber } from '../../codec.js';
import { exactJson } from '../body/json-text.js';

/** Converts a parameter to the JSON that its schema describes: `new Date(0)` → `'1970-01-01T00:00:00.000Z'`, `1n` → `1`. */
export function sentValue(value: unknown, type: ValueType | undefined): unknown {
  if (Object(value)[exactJson]) return sentData(value);
  if (Array.isArray(value)) {
    const items = typeof type === 'object' && 'items' in type ? type.items : undefined;
    return value.map((item) => sentValue(item, items));
  }
  if (typeof value === 'bigint')
    return listTypes(type).some((one) => one === 'integer' || one === 'number') ? asNumber(value) : String(value);
  return value instanceof Date && value.getTime() === value.getTime() ? value.toISOString() : value;
}

/** Converts a bigint to a number for validators. One of 64 bits that a number cannot hold becomes the nearest safe integer. */
function asNumber(value: bigint) {
  const [least, greatest] = [BigInt(Number.MIN_SAFE_INTEGER), BigInt(Number.MAX_SAFE_INTEGER)];
  if (value > greatest && BigInt.asUintN(64, value) === value) return Number(greatest);
  return Number(value < least && BigInt.asIntN(64, value) === value ? least : value);
}

/**
 * Converts a body to the JSON that its schema describes: with numbers instead of `bigint` and `ExactNumber`, and without `undefined`.
 * `above` has the objects and arrays around it.
 */
export function sentData(data: unknown, above: readonly unknown[] = []): unknown {
  if (typeof data === 'bigint') return asNumber(data);
  if (data instanceof ExactNumber) return Number(data.text);
  // Circular values are reported when they are written.
  if (Object(data) !== data || above.includes(data)) return data;
  const before = Object.entries(Object(data));
  const after = before.map(([name, item]): [string, unknown] => [name, sentData(item, [...above, data])]);
  if (after.every(([, item], index) => item === before[index]?.[1] && item !== undefined)) return data;
  return Array.isArray(data)
    ? after.map(([, item]) => item)
    : Object.fromEntries(after.filter(([, item]) => item !== undefined));
}
