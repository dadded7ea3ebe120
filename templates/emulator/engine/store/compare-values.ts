import type { Json } from '@speccast/runtime';

/** Values in an index: strings, numbers, booleans and null, but no lists and objects. */
export type Scalar = string | number | boolean | null;

/** Whether an index can hold a value. */
export function isScalar(value: Json | undefined): value is Scalar {
  return value === null || (value !== undefined && typeof value !== 'object');
}

/** Compares strings by code units, and values of different types by type. */
export function compareValues(left: Scalar, right: Scalar): number {
  if (left === right) return 0;
  const [one, other] = [typeOf(left), typeOf(right)];
  if (one !== other) return one < other ? -1 : 1;
  // Two different values of one type are not null.
  return (left as string) < (right as string) ? -1 : 1;
}

/** An integer that a double cannot hold is a number, too. */
function typeOf(value: Scalar | bigint): string {
  return typeof value === 'bigint' ? 'number' : typeof value;
}

/** A sorted copy; equal items keep their order. */
export function sorted<Item>(items: readonly Item[], compare: (left: Item, right: Item) => number): readonly Item[] {
  const copy = [...items];
  copy.sort(compare);
  return copy;
}
