import type { Location } from '../check/context.js';
import { reject } from '../check/issues.js';
import { isAtLeast, isAtMost } from '../values/strings.js';
import { isString } from '../values/types.js';
import { say } from './say-count.js';

/** `minLength`, in code points. */
export function checkMinLength(at: Location, limit: number): boolean {
  const isWrong = isString(at.value) && !isAtLeast(at.value, limit);
  return isWrong && reject(at, 'minLength', `must have at least ${say(limit, 'character')}`);
}

/** `maxLength`, in code points. */
export function checkMaxLength(at: Location, limit: number): boolean {
  const isWrong = isString(at.value) && !isAtMost(at.value, limit);
  return isWrong && reject(at, 'maxLength', `must have at most ${say(limit, 'character')}`);
}

/**
 * `pattern`, as the spec writes it. It is not tried on a string that is certainly longer than `maxLength`
 * allows: the time that patterns take may grow faster than strings do, and two code units are one code point at least.
 */
export function checkPattern(
  at: Location,
  pattern: RegExp,
  maxLength: number = Infinity,
  source: string = pattern.source,
): boolean {
  const { value } = at;
  if (!isString(value) || value.length > 2 * maxLength || pattern.test(value)) return false;
  return reject(at, 'pattern', `must match the pattern${source.length > 60 ? '' : ` ${source}`}`);
}

/** `format` of strings. */
export function checkFormat(at: Location, isFormatted: (value: string) => boolean, message: string): boolean {
  return isString(at.value) && !isFormatted(at.value) && reject(at, 'format', message);
}

/** The checks of the limits of strings, by keyword, for schemas that are read at run time. */
export const stringLimits: Readonly<Record<string, (at: Location, limit: number) => boolean>> = {
  minLength: checkMinLength,
  maxLength: checkMaxLength,
};
