import type { Json } from '@speccast/runtime';
import type { Row } from '../../store/table.js';

/** A value to sort by. */
export type SortValue = string | number;

/** Returns the value of a row, with its key, in the table of a name, to sort by. */
export type ValueOf = (row: Row, key: string, table: string) => SortValue;

/** A value that rows are sorted by, ascending (1) or descending (-1). */
export interface SortKey {
  readonly valueOf: ValueOf;
  readonly direction: 1 | -1;
}

/** The rows of one table that a list has. */
export interface Source {
  readonly table: string;
  /** Prefix of the keys, so that they differ between tables. */
  readonly prefix: string;
  /** In the order of insertion. */
  readonly rows: Iterable<readonly [key: string, row: Row]>;
}

/**
 * Lists the keys of rows, sorted by values. Rows with equal values are in the order of their tables and of insertion, or
 * (`ties` -1) the reverse.
 */
export function listKeys(sources: readonly Source[], sorts: readonly SortKey[], ties: 1 | -1 = 1): readonly string[] {
  let items = sources.flatMap(({ table, prefix, rows }) =>
    Array.from(rows, ([key, row]) => ({ listed: prefix + key, key, row, table })),
  );
  if (ties < 0) items.reverse();
  // Sorting keeps the order of equals: the values that come first are sorted by last.
  for (const { valueOf, direction } of sorts.toReversed()) {
    const valued = items.map((item) => ({ item, value: valueOf(item.row, item.key, item.table) }));
    valued.sort((left, right) => compareSortValues(left.value, right.value) * direction);
    items = valued.map(({ item }) => item);
  }
  return items.map(({ listed }) => listed);
}

/** A JSON value as a sort value: numbers by size, anything else as a string. */
export function sortValueOf(value: Json | undefined): SortValue {
  return typeof value === 'number' ? value : String(value ?? '');
}

/** Empty values come first, then numbers, then strings by code units. */
function compareSortValues(left: SortValue, right: SortValue): number {
  if (left === right) return 0;
  if (left === '' || right === '') return left === '' ? -1 : 1;
  if (typeof left !== typeof right) return typeof left === 'number' ? -1 : 1;
  return left < right ? -1 : 1;
}
