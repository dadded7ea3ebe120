import type { Location } from '../check/context.js';
import { reject } from '../check/issues.js';
import { isMultipleExactly } from '../values/multiple-of.js';
import { isNumber } from '../values/types.js';

/** Checks `minimum`; returns true if collecting is over. */
export function checkMinimum(at: Location, limit: number): boolean {
  return isNumber(at.value) && at.value < limit && reject(at, 'minimum', `must be at least ${limit}`);
}

/** Checks `maximum`; returns true if collecting is over. */
export function checkMaximum(at: Location, limit: number): boolean {
  return isNumber(at.value) && at.value > limit && reject(at, 'maximum', `must be at most ${limit}`);
}

/** Checks `exclusiveMinimum`; returns true if collecting is over. */
export function checkExclusiveMinimum(at: Location, limit: number): boolean {
  return isNumber(at.value) && at.value <= limit && reject(at, 'exclusiveMinimum', `must be more than ${limit}`);
}

/** Checks `exclusiveMaximum`; returns true if collecting is over. */
export function checkExclusiveMaximum(at: Location, limit: number): boolean {
  return isNumber(at.value) && at.value >= limit && reject(at, 'exclusiveMaximum', `must be less than ${limit}`);
}

/** Checks `multipleOf` with the function `isMultiple`; returns true if collecting is over. */
export function checkMultipleOf(at: Location, divisor: number, isMultiple: (value: number) => boolean): boolean {
  return isNumber(at.value) && !isMultiple(at.value) && reject(at, 'multipleOf', `must be a multiple of ${divisor}`);
}

/** Checks `format` of numbers; returns true if collecting is over. */
export function checkNumberFormat(at: Location, isFormatted: (value: number) => boolean, message: string): boolean {
  return isNumber(at.value) && !isFormatted(at.value) && reject(at, 'format', message);
}

/** The checks of limits of numbers, by keyword, for schemas that are read at run time. */
export const numberLimits: Readonly<Record<string, (at: Location, limit: number) => boolean>> = {
  minimum: checkMinimum,
  maximum: checkMaximum,
  exclusiveMinimum: checkExclusiveMinimum,
  exclusiveMaximum: checkExclusiveMaximum,
  multipleOf: (at, divisor) =>
    checkMultipleOf(at, divisor, (value) => divisor <= 0 || isMultipleExactly(value, divisor)),
};
