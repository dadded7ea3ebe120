import type { Json } from '@speccast/runtime';

/** A value by which rows are found. */
export type Scalar = string | number | boolean | null;

/** Tells whether rows can be found by a value. */
export function isScalar(value: Json | undefined): value is Scalar {
  return value === null || (value !== undefined && typeof value !== 'object');
}

/** Compares texts by code units: negative if the left one comes first. An absent text is empty. */
export function compareTexts(left: string = '', right: string = ''): number {
  return left === right ? 0 : left < right ? -1 : 1;
}
