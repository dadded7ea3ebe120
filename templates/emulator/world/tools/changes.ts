import { compareTables, type RowChange } from '../../store/changed-rows.js';
import type { Row } from '../../store/table.js';
import type { Tables } from '../../store/world.js';

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
  before: Pick<Tables, 'rows'>,
  after: Pick<Tables, 'rows'>,
): Readonly<Record<string, TableChanges<Row>>> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const changes = compareTables(before.rows(name), after.rows(name));
      const list = (on: RowChange['on'], side: 'before' | 'after') =>
        changes.flatMap((one): readonly Row[] => (one.on === on && one[side] ? [one[side]] : []));
      const [added, changed, removed] = [list('insert', 'after'), list('update', 'after'), list('delete', 'before')];
      return changes.length === 0 ? [] : [[name, { added, changed, removed }] as const];
    }),
  );
}
