import { isFull, put } from '../check/issues.js';
import { isEqual } from '../values/equal.js';
import { reject } from '../check/collect.js';
import type { Location } from '../check/schema.js';
import type { Words } from '../values/words.js';

/** Values that an `enum` lists: as they are, or where they are many scalars as a set of them. */
export type Values = readonly unknown[] | ReadonlySet<unknown> | Words;

/** `enum`; `keyword` says where a union lists constants. */
export function checkEnum(at: Location, values: Values, keyword: string = 'enum'): boolean {
  return !holds(values, at.value) && rejectUnlisted(at, values, keyword);
}

/** `const`. */
export function checkConst(at: Location, constant: unknown): boolean {
  return !isEqual(constant, at.value) && reject(at, 'const', sayConstants([constant]));
}

/** The same where the values may not be told. */
export function checkSecret(at: Location, values: Values, keyword: string = 'enum'): boolean {
  if (holds(values, at.value)) return false;
  const isOne = [...values].length === 1;
  return reject(at, keyword, isOne ? 'must be the allowed value' : 'must be one of the allowed values');
}

function holds(values: Values, value: unknown): boolean {
  return 'has' in values ? values.has(value) : values.some((one) => isEqual(one, value));
}

/** Rejects a value that a list does not hold; to a lenient check it may have come to the list lately. */
export function rejectUnlisted(at: Location, values: Iterable<unknown>, keyword: string): boolean {
  const { context, value, schema } = at;
  const message = sayConstants(values);
  const isNew = context.lenient && typeof value === 'string' && [...values].some((one) => typeof one === 'string');
  if (!isNew) return reject(at, keyword, message);
  put(context, { message, path: [], keyword, schema: `${schema}/${keyword}`, note: 'drift' });
  return isFull(context);
}

/** Longest list of constants that a message quotes. */
const longestList = 120;

/** What an issue says of a value that is none of some constants. */
function sayConstants(values: Iterable<unknown>): string {
  let list = '';
  let count = 0;
  for (const value of values) {
    if (list.length > longestList) return 'must be one of the allowed values';
    list += `${count === 0 ? '' : ', '}${JSON.stringify(value)}`;
    count += 1;
  }
  const isShort = list.length <= longestList;
  if (count === 0) return 'has no allowed value';
  if (count === 1) return `must be ${isShort ? list : 'the allowed value'}`;
  return `must be one of ${isShort ? list : 'the allowed values'}`;
}
