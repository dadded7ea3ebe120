import { writeExactly } from '@speccast/runtime/requests';
import type { Row, Table } from './table.js';
import { rowsIn, type World } from './world.js';

/** A change of a row. */
export interface RowChange {
  readonly on: 'insert' | 'update' | 'delete';
  readonly key: string;
  /** Absent if the row was inserted. */
  readonly before?: Row;
  /** Absent if the row was deleted. */
  readonly after?: Row;
}

/** Lists the changes of the rows of a table between two worlds: of old rows, then of new ones, in the order of insertion. */
export function findChanges(table: string, before: World, after: World): readonly RowChange[] {
  return compareTables(rowsIn(before, table), rowsIn(after, table));
}

/** Lists the rows that differ between two versions of a table. */
export function compareTables(before: Table, after: Table): readonly RowChange[] {
  if (before === after) return [];
  const changed = [...before].flatMap(([key, row]): readonly RowChange[] => {
    const other = after.get(key);
    if (!other) return [{ on: 'delete', key, before: row }];
    const isSame = other === row || writeExactly(other) === writeExactly(row);
    return isSame ? [] : [{ on: 'update', key, before: row, after: other }];
  });
  const added = [...after].filter(([key]) => !before.has(key));
  return [...changed, ...added.map(([key, row]) => ({ on: 'insert', key, after: row }) as const)];
}
