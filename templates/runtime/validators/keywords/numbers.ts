import { refuse } from '../check/collect.js';
import type { Place } from '../check/schema.js';
import { isNumber } from '../values/types.js';

/** `minimum`. */
export function checkMinimum(at: Place, limit: number): boolean {
  const { value } = at;
  return isNumber(value) && value < limit && refuse(at, 'minimum', `must be at least ${limit}`);
}

/** `maximum`. */
export function checkMaximum(at: Place, limit: number): boolean {
  const { value } = at;
  return isNumber(value) && value > limit && refuse(at, 'maximum', `must be at most ${limit}`);
}

/** `exclusiveMinimum`. */
export function checkExclusiveMinimum(at: Place, limit: number): boolean {
  const { value } = at;
  return isNumber(value) && value <= limit && refuse(at, 'exclusiveMinimum', `must be more than ${limit}`);
}

/** `exclusiveMaximum`. */
export function checkExclusiveMaximum(at: Place, limit: number): boolean {
  const { value } = at;
  return isNumber(value) && value >= limit && refuse(at, 'exclusiveMaximum', `must be less than ${limit}`);
}

/** `multipleOf`, with the function that knows the multiples. */
export function checkMultipleOf(at: Place, divisor: number, isMultiple: (value: number) => boolean): boolean {
  const { value } = at;
  return isNumber(value) && !isMultiple(value) && refuse(at, 'multipleOf', `must be a multiple of ${divisor}`);
}

/** `format` of numbers. */
export function checkNumberFormat(at: Place, isFormatted: (value: number) => boolean, message: string): boolean {
  return isNumber(at.value) && !isFormatted(at.value) && refuse(at, 'format', message);
}
