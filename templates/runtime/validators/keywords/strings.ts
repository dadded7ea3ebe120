import type { Location } from '../check/context.js';
import { reject } from '../check/issues.js';
import { isAtLeast, isAtMost } from '../values/strings.js';
import { isString } from '../values/types.js';
import { say } from './say-count.js';

/** Checks `minLength`, in code points; returns true if collecting is over. */
export function checkMinLength(at: Location, limit: number): boolean {
  const isWrong = isString(at.value) && !isAtLeast(at.value, limit);
  return isWrong && reject(at, 'minLength', `must have at least ${say(limit, 'character')}`);
}

/** Checks `maxLength`, in code points; returns true if collecting is over. */
export function checkMaxLength(at: Location, limit: number): boolean {
  const isWrong = isString(at.value) && !isAtMost(at.value, limit);
  return isWrong && reject(at, 'maxLength', `must have at most ${say(limit, 'character')}`);
}

/**
 * Checks `pattern`, except for strings that are certainly longer than `maxLength` (a code point has at most two code units), for which
 * patterns may be slow. `source` is the pattern in the spec. Returns true if collecting is over.
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

/** Checks `format` of strings; returns true if collecting is over. */
export function checkFormat(at: Location, isFormatted: (value: string) => boolean, message: string): boolean {
  return isString(at.value) && !isFormatted(at.value) && reject(at, 'format', message);
}

/** The checks of limits of strings, by keyword, for schemas that are read at run time. */
export const stringLimits: Readonly<Record<string, (at: Location, limit: number) => boolean>> = {
  minLength: checkMinLength,
  maxLength: checkMaxLength,
};
