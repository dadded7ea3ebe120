import type { Location } from '../check/context.js';
import { reject } from '../check/issues.js';
import { isMultipleExactly } from '../values/multiple-of.js';
import { isNumber } from '../values/types.js';

/** `minimum`. */
export function checkMinimum(at: Location, limit: number): boolean {
  return isNumber(at.value) && at.value < limit && reject(at, 'minimum', `must be at least ${limit}`);
}

/** `maximum`. */
export function checkMaximum(at: Location, limit: number): boolean {
  return isNumber(at.value) && at.value > limit && reject(at, 'maximum', `must be at most ${limit}`);
}

/** `exclusiveMinimum`. */
export function checkExclusiveMinimum(at: Location, limit: number): boolean {
  return isNumber(at.value) && at.value <= limit && reject(at, 'exclusiveMinimum', `must be more than ${limit}`);
}

/** `exclusiveMaximum`. */
export function checkExclusiveMaximum(at: Location, limit: number): boolean {
  return isNumber(at.value) && at.value >= limit && reject(at, 'exclusiveMaximum', `must be less than ${limit}`);
}

/** `multipleOf`, with the function that tests for multiples. */
export function checkMultipleOf(at: Location, divisor: number, isMultiple: (value: number) => boolean): boolean {
  return isNumber(at.value) && !isMultiple(at.value) && reject(at, 'multipleOf', `must be a multiple of ${divisor}`);
}

/** `format` of numbers. */
export function checkNumberFormat(at: Location, isFormatted: (value: number) => boolean, message: string): boolean {
  return isNumber(at.value) && !isFormatted(at.value) && reject(at, 'format', message);
}

/** The checks of the limits of numbers, by keyword, for schemas that are read at run time. */
export const numberLimits: Readonly<Record<string, (at: Location, limit: number) => boolean>> = {
  minimum: checkMinimum,
  maximum: checkMaximum,
  exclusiveMinimum: checkExclusiveMinimum,
  exclusiveMaximum: checkExclusiveMaximum,
  multipleOf: (at, divisor) =>
    checkMultipleOf(at, divisor, (value) => divisor <= 0 || isMultipleExactly(value, divisor)),
};
