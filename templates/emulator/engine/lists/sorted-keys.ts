import type { Json } from '@speccast/runtime';
import type { Call } from '../plan/plan.js';
import type { Entry, Row } from '../store/row-index.js';
import type { Table } from '../store/table.js';

/** A value to sort by. */
export type SortValue = string | number;

/** Returns the value of a row, in the table of a name, to sort by. */
export type ValueOf = (entry: Entry, table: Table, name: string) => SortValue;

/** A value that rows are sorted by, ascending (1) or descending (-1). */
export interface SortKey {
  readonly valueOf: ValueOf;
  readonly direction: 1 | -1;
}

/** The candidates of a list in one table, and the condition that its rows meet. */
export interface Source {
  readonly table: string;
  /** Prefix of the keys, so that they differ between tables. */
  readonly prefix: string;
  readonly candidates: Iterable<Entry>;
  readonly holds: (row: Row) => boolean;
}

interface Sorted {
  readonly key: string;
  readonly by: readonly SortValue[];
  readonly source: number;
  readonly sequence: number;
}

/**
 * Lists the keys of rows, sorted by values. Rows with equal values are in the order of their tables and of insertion, or
 * (`ties` -1) the reverse.
 */
export function listKeys(
  { tables }: Call,
  sources: readonly Source[],
  sorts: readonly SortKey[],
  ties: 1 | -1 = 1,
): readonly string[] {
  const items = sources.flatMap(({ table: name, prefix, candidates, holds }, source) => {
    const table = tables.table(name);
    const found: Sorted[] = [];
    for (const entry of candidates) {
      if (!holds(entry.row)) continue;
      const by = sorts.map(({ valueOf }) => valueOf(entry, table, name));
      found.push({ key: prefix + entry.key, by, source, sequence: entry.sequence });
    }
    return found;
  });
  items.sort((left, right) => {
    for (const [index, { direction }] of sorts.entries()) {
      const order = compareSortValues(left.by[index] ?? '', right.by[index] ?? '');
      if (order !== 0) return order * direction;
    }
    return (left.source - right.source || left.sequence - right.sequence) * ties;
  });
  return items.map(({ key }) => key);
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
