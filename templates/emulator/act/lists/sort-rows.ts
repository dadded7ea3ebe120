import type { Json } from '@speccast/runtime';
import type { Row } from '../../store/table.js';

/** A value to sort by. */
export type SortValue = string | number;

/** A row that a list has. */
export interface Found {
  readonly table: string;
  readonly key: string;
  readonly row: Row;
}

/** A value that rows are sorted by, ascending (1) or descending (-1). */
export interface SortKey {
  readonly read: (found: Found) => SortValue;
  readonly direction: 1 | -1;
}

/** Sorts rows by values. Rows with equal values keep their order, or (`ties` -1) get the reverse. */
export function sortRows(found: readonly Found[], sorts: readonly SortKey[], ties: 1 | -1 = 1): readonly Found[] {
  let rows = ties < 0 ? found.toReversed() : found;
  // Sorting keeps the order of equals, so the first value comes last.
  for (const { read, direction } of sorts.toReversed()) {
    const valued = rows.map((row) => ({ row, value: read(row) }));
    valued.sort((left, right) => compareSortValues(left.value, right.value) * direction);
    rows = valued.map(({ row }) => row);
  }
  return rows;
}

/** Converts a JSON value to a sort value: numbers stay, anything else becomes a string. */
export function toSortValue(value: Json | undefined): SortValue {
  return typeof value === 'number' ? value : String(value ?? '');
}

/** Empty values come first, then numbers, then strings by code units. */
function compareSortValues(left: SortValue, right: SortValue): number {
  if (left === right) return 0;
  if (left === '' || right === '') return left === '' ? -1 : 1;
  if (typeof left !== typeof right) return typeof left === 'number' ? -1 : 1;
  return left < right ? -1 : 1;
}
