import type { Location } from '../check/context.js';
import { reject } from '../check/issues.js';
import type { Words } from '../values/words.js';

/** The values of an `enum`: an array, or a set if there are many scalars. */
export type Values = readonly unknown[] | ReadonlySet<unknown> | Words;

/** Returns whether a list contains a value: `isOneOf` for lists with objects or arrays. */
type IsListed = (value: unknown, values: readonly unknown[]) => boolean;

/** Checks `enum`, `const`, or a union of constants, which `keyword` names; returns true if collecting is over. */
export function checkEnum(at: Location, values: Values, keyword = 'enum', isListed?: IsListed): boolean {
  return !holds(values, at.value, isListed) && rejectUnlisted(at, values, keyword);
}

/** Checks the same as `checkEnum`, with a message that does not contain the values. */
export function checkSecret(at: Location, values: Values, keyword = 'enum', isListed?: IsListed): boolean {
  return !holds(values, at.value, isListed) && reject(at, keyword, sayConstants([...values].length, ''));
}

function holds(values: Values, value: unknown, isListed?: IsListed) {
  if ('has' in values) return values.has(value);
  return isListed ? isListed(value, values) : values.includes(value);
}

/** Rejects a value that is not in a list. A lenient check accepts a string, because it may be new. */
export function rejectUnlisted(at: Location, values: Iterable<unknown>, keyword: string): boolean {
  const texts = Array.from(values, (value) => JSON.stringify(value));
  const message = sayConstants(texts.length, texts.join(', '));
  return at.context.lenience?.noteNewValue(at, keyword, message, values) ?? reject(at, keyword, message);
}

/** Writes the message for a value that is not one of the constants: `must be one of "a", "b"`. */
function sayConstants(count: number, list: string) {
  if (count === 0) return 'has no allowed value';
  const quoted = list.length > 120 ? '' : list;
  return count === 1 ? `must be ${quoted || 'the allowed value'}` : `must be one of ${quoted || 'the allowed values'}`;
}
