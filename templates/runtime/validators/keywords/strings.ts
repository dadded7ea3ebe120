import { refuse } from '../check/collect.js';
import type { Place } from '../check/schema.js';
import { isAtLeast, isAtMost } from '../values/strings.js';
import { say } from './say-count.js';

/** `minLength`, in code points. */
export function checkMinLength(at: Place, limit: number): boolean {
  const { value } = at;
  const isWrong = typeof value === 'string' && !isAtLeast(value, limit);
  return isWrong && refuse(at, 'minLength', `must have at least ${say(limit, 'character')}`);
}

/** `maxLength`, in code points. */
export function checkMaxLength(at: Place, limit: number): boolean {
  const { value } = at;
  const isWrong = typeof value === 'string' && !isAtMost(value, limit);
  return isWrong && refuse(at, 'maxLength', `must have at most ${say(limit, 'character')}`);
}

/** Longest pattern that a message quotes. */
const longestPattern = 60;

/**
 * `pattern`, with the text that the spec has of it. It is not tried on a string that is certainly longer than `maxLength`
 * allows: the time that patterns take may grow faster than strings do, and two code units are one code point at least.
 */
export function checkPattern(
  at: Place,
  pattern: RegExp,
  maxLength: number = Infinity,
  text: string = pattern.source,
): boolean {
  const { value } = at;
  if (typeof value !== 'string' || value.length > 2 * maxLength || pattern.test(value)) return false;
  return refuse(at, 'pattern', `must match the pattern${text.length > longestPattern ? '' : ` ${text}`}`);
}

/** `format` of strings. */
export function checkFormat(at: Place, isFormatted: (text: string) => boolean, message: string): boolean {
  return typeof at.value === 'string' && !isFormatted(at.value) && refuse(at, 'format', message);
}
