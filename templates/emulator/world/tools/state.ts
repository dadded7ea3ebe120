import { parseExactly, writeExactly } from '@speccast/runtime/requests';
import type { Call } from '../../plan/plan.js';
import { checkRow } from '../../act/rows/check-rows.js';
import { addRow, removeRow } from '../../act/rows/change-rows.js';
import { readKey } from '../../act/rows/rows.js';
import type { Row } from '../../store/table.js';
import { type RowChange, compareTables } from '../../store/changed-rows.js';
import type { Tables } from '../../store/world.js';

/** Rows of one table, read and written without credentials or rules. */
export interface TableState<Resource> {
  get(key: string): Resource | undefined;
  list(): readonly Resource[];
  /**
   * Stores a row. Adds what the service would assign (key, kind, times, defaults) if it is missing, and the rows that follow
   * from it, such as an item in the list of uploads. Throws if its schema does not take it.
   */
  insert(row: Readonly<Record<string, unknown>>): Resource;
  /** Removes a row and its dependents. Returns false if there is none. */
  remove(key: string): boolean;
  /** The key of a row, as `get` and `remove` take it. */
  keyOf(row: Resource): string;
}

/** The tables by name. */
export type EmulatorState<Rows extends object> = { readonly [Table in keyof Rows]: TableState<Rows[Table]> };

/** Runs a function in a transaction. */
type Change = <Result>(work: (call: Call) => Result) => Result;

/** The tables of a running emulator. */
export function createState<Rows extends object>(names: readonly string[], change: Change): EmulatorState<Rows> {
  const entries = names.map((name): [string, TableState<Row>] => [name, createTable(name, change)]);
  // The names are those of `Rows`: the same spec gives both.
  return Object.fromEntries(entries) as unknown as EmulatorState<Rows>;
}

function createTable(table: string, change: Change): TableState<Row> {
  return {
    get: (key) => change(({ tables }) => tables.get(table, key)),
    list: () => change(({ tables }) => tables.list(table)),
    insert: (row) =>
      change((call) =>
        // The copy is JSON, and later changes by the caller do not affect it.
        addRow(call, table, parseExactly(writeExactly(row), JSON.parse) as Row, (stored) =>
          checkRow(call, table, stored),
        ),
      ),
    remove: (key) =>
      change((call) => {
        const row = call.tables.get(table, key);
        if (row) removeRow(call, table, row);
        return row !== undefined;
      }),
    keyOf: (row) => change(({ rules }) => readKey(rules(table), row)),
  };
}

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
      const list = (on: RowChange['on']) =>
        changes.filter((one) => one.on === on).map(({ before = {}, after = before }) => after);
      const found = { added: list('insert'), changed: list('update'), removed: list('delete') };
      return changes.length === 0 ? [] : [[name, found] as const];
    }),
  );
}
