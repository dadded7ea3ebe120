import type { Location } from '../check/context.js';
import { reject } from '../check/issues.js';
import type { Words } from '../values/words.js';

/** Values that an `enum` lists: as they are, or many scalars as a set. */
export type Values = readonly unknown[] | ReadonlySet<unknown> | Words;

/** Returns whether a list has a value. Lists with objects or arrays need `isOneOf`. */
type IsListed = (value: unknown, values: readonly unknown[]) => boolean;

/** `enum`, `const`, and a union of constants; `keyword` says which. */
export function checkEnum(at: Location, values: Values, keyword = 'enum', isListed?: IsListed): boolean {
  return !holds(values, at.value, isListed) && rejectUnlisted(at, values, keyword);
}

/** The same for values that no message may quote. */
export function checkSecret(at: Location, values: Values, keyword = 'enum', isListed?: IsListed): boolean {
  return !holds(values, at.value, isListed) && reject(at, keyword, sayConstants([...values].length, ''));
}

function holds(values: Values, value: unknown, isListed?: IsListed) {
  if ('has' in values) return values.has(value);
  return isListed ? isListed(value, values) : values.includes(value);
}

/** Rejects a value that a list does not have. A lenient check accepts a new text. */
export function rejectUnlisted(at: Location, values: Iterable<unknown>, keyword: string): boolean {
  const texts = Array.from(values, (value) => JSON.stringify(value));
  const message = sayConstants(texts.length, texts.join(', '));
  return at.context.lenience?.noteNewValue(at, keyword, message, values) ?? reject(at, keyword, message);
}

/** Writes the message about a value that is none of some constants: `must be one of "a", "b"`. */
function sayConstants(count: number, list: string) {
  if (count === 0) return 'has no allowed value';
  const quoted = list.length > 120 ? '' : list;
  return count === 1 ? `must be ${quoted || 'the allowed value'}` : `must be one of ${quoted || 'the allowed values'}`;
}
