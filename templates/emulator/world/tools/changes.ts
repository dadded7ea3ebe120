import { writeExactly } from '@speccast/runtime/requests';
import type { Row } from '../../store/table.js';
import type { Tables } from '../../store/tables.js';

/** The changes of a table. */
export interface TableChanges<Resource> {
  readonly added: readonly Resource[];
  /** As they are now. */
  readonly changed: readonly Resource[];
  /** As they were. */
  readonly removed: readonly Resource[];
}

/** The changed tables by name. */
export type Changes<Rows extends object> = { readonly [Table in keyof Rows]?: TableChanges<Rows[Table]> };

/** Compares the tables of two worlds. */
export function changesBetween(
  names: readonly string[],
  [before, after]: readonly [Pick<Tables, 'list'>, Pick<Tables, 'list'>],
  keyOf: (table: string, row: Row) => string,
): Readonly<Record<string, TableChanges<Row>>> {
  const all = names.map((name) => {
    const keyed = (rows: readonly Row[]): ReadonlyMap<string, Row> =>
      new Map(rows.map((row) => [keyOf(name, row), row]));
    return [name, changesOf(keyed(before.list(name)), keyed(after.list(name)))] as const;
  });
  const isSome = ({ added, changed, removed }: TableChanges<Row>): boolean =>
    added.length + changed.length + removed.length > 0;
  return Object.fromEntries(all.filter(([, changes]) => isSome(changes)));
}

function changesOf(before: ReadonlyMap<string, Row>, after: ReadonlyMap<string, Row>): TableChanges<Row> {
  const isOther = (row: Row, other: Row): boolean => row !== other && writeExactly(row) !== writeExactly(other);
  return {
    added: [...after].flatMap(([key, row]) => (before.has(key) ? [] : [row])),
    changed: [...after].flatMap(([key, row]) => (isOther(before.get(key) ?? row, row) ? [row] : [])),
    removed: [...before].flatMap(([key, row]) => (after.has(key) ? [] : [row])),
  };
}
