import type { Json } from '@speccast/runtime';
import type { SortValue, ViewItem } from './view.js';

/** A JSON value as something to sort by: numbers by size, anything else as text. */
export function sortValueOf(value: Json | undefined): SortValue {
  return typeof value === 'number' ? value : String(value ?? '');
}

/**
 * Orders items by their values, each upwards (1) or downwards (-1); those with the same values by the order of their
 * tables and of insertion, or (`ties` -1) the other way round.
 */
export function compareBy(
  directions: readonly number[],
  ties: 1 | -1 = 1,
): (left: ViewItem, right: ViewItem) => number {
  return (left, right) => {
    for (const [index, direction] of directions.entries()) {
      const order = compareSortValues(left.by[index] ?? '', right.by[index] ?? '');
      if (order !== 0) return order * direction;
    }
    return (left.source - right.source || left.sequence - right.sequence) * ties;
  };
}

/** Nothing comes first, then numbers, then texts by their code units. */
function compareSortValues(left: SortValue, right: SortValue): number {
  if (left === right) return 0;
  if (left === '' || right === '') return left === '' ? -1 : 1;
  if (typeof left !== typeof right) return typeof left === 'number' ? -1 : 1;
  return left < right ? -1 : 1;
}
