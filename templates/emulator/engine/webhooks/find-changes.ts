import { writeExactly } from '@speccast/runtime/requests';
import type { Entry, Row } from '../store/row-index.js';
import { diffTrees } from '../store/diff-trees.js';
import { Table } from '../store/table.js';
import type { World } from '../store/world.js';

/** A change of a row. */
export interface RowChange {
  readonly on: 'insert' | 'update' | 'delete';
  readonly key: string;
  /** Absent where it was inserted. */
  readonly before?: Row;
  /** Absent where it was deleted. */
  readonly after?: Row;
}

const noTable = new Table();

/** The rows of a table that differ between two worlds, in order of insertion. Their number decides how long it takes. */
export function findChanges(table: string, before: World, after: World): readonly RowChange[] {
  const [old, now] = [before.tables.get(table) ?? noTable, after.tables.get(table) ?? noTable];
  if (old === now) return [];
  const rows = new Map<string, { before?: Row; after?: Row }>();
  const enter = (entry: Entry | undefined, side: 'before' | 'after'): void => {
    if (entry !== undefined) rows.set(entry.key, { ...rows.get(entry.key), [side]: entry.row });
  };
  for (const change of diffTrees(old.inOrder, now.inOrder, (left, right) => left.sequence - right.sequence)) {
    enter(change.before, 'before');
    enter(change.after, 'after');
  }
  return [...rows].flatMap(([key, change]): readonly RowChange[] => {
    if (change.before === undefined) return [{ on: 'insert', key, ...change }];
    if (change.after === undefined) return [{ on: 'delete', key, ...change }];
    return writeExactly(change.before) === writeExactly(change.after) ? [] : [{ on: 'update', key, ...change }];
  });
}
