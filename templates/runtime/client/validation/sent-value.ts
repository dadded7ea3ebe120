import { isJsonObject } from '../../json.js';
import { typesOf, type ValueType } from '../../value-types.js';
import { ExactNumber } from '../../codec.js';
import { exactJson } from '../body/json-text.js';

/** The value of a parameter as its schema describes what is sent: callers may pass a `Date` for a string, and a `bigint`. */
export function sentValue(value: unknown, type: ValueType | undefined): unknown {
  if (Object(value)[exactJson] !== undefined) return sentData(value);
  if (Array.isArray(value)) return value.map((item) => sentValue(item, itemType(type)));
  if (typeof value === 'bigint')
    return typesOf(type).some((one) => one === 'integer' || one === 'number') ? asNumber(value) : String(value);
  return value instanceof Date && value.getTime() === value.getTime() ? value.toISOString() : value;
}

function itemType(type: ValueType | undefined): ValueType | undefined {
  return typeof type === 'object' && 'items' in type ? type.items : undefined;
}

/** Bits of the largest integers that have a format. */
const most = 64;

/** A bigint is sent with all its digits: in the place of one that a number cannot hold stands the nearest that it can. */
function asNumber(value: bigint): number {
  const [least, greatest] = [BigInt(Number.MIN_SAFE_INTEGER), BigInt(Number.MAX_SAFE_INTEGER)];
  const isLarge =
    value > greatest ? BigInt.asUintN(most, value) === value : value < least && BigInt.asIntN(most, value) === value;
  return Number(isLarge ? (value > greatest ? greatest : least) : value);
}

/** JSON as it is sent: with numbers in the place of what holds more digits, and without properties that are `undefined`. */
export function sentData(data: unknown): unknown {
  return withoutAbsent(withNumbers(data));
}

function withNumbers(data: unknown): unknown {
  if (typeof data === 'bigint') return asNumber(data);
  if (data instanceof ExactNumber) return Number(data.text);
  if (Object(data)[exactJson] === undefined) return data;
  if (Array.isArray(data)) return data.map(withNumbers);
  return isJsonObject(data)
    ? Object.fromEntries(Object.entries(data).map(([name, item]) => [name, withNumbers(item)]))
    : data;
}

/** Deeper values are circular, which is reported where they are written. */
const deepest = 100;

/** The same value where nothing is `undefined`. */
function withoutAbsent(data: unknown, levels: number = deepest): unknown {
  if (Object(data) !== data || levels === 0) return data;
  const before = Object.entries(Object(data));
  const after = before.map(([name, item]): [string, unknown] => [name, withoutAbsent(item, levels - 1)]);
  if (after.every(([, item], index) => item === before[index]?.[1] && item !== undefined)) return data;
  return Array.isArray(data)
    ? after.map(([, item]) => item)
    : Object.fromEntries(after.filter(([, item]) => item !== undefined));
}
