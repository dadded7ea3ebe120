import type { Json, JsonObject } from '@speccast/runtime';
import { didYouMean } from '../../values/did-you-mean.js';
import type { Engine } from '../engine.js';
import type { JournalEntry, JournalView } from '../journal/journal-entry.js';
import type { Call, EmulatorPlan } from '../../plan/plan.js';
import type { QuotaView } from '../quota.js';
import { Transaction, type World } from '../../store/world.js';
import { parseExactly, writeExactly } from '@speccast/runtime/requests';
import { checkRow } from '../../act/rows/check-rows.js';
import { addRow, removeRow } from '../../act/rows/change-rows.js';
import { readKey } from '../../act/rows/rows.js';
import type { Row } from '../../store/table.js';
import { type RowChange, compareTables } from '../../store/changed-rows.js';

/** Rows of one table, read and written without credentials or rules. */
export interface TableState<Resource> {
  get(key: string): Resource | undefined;
  list(): readonly Resource[];
  /**
   * Stores a row. Adds missing members that the service assigns (key, kind, times, defaults), and rows that are derived from it, such
   * as an item in the list of uploads. Throws if the row does not match its schema.
   */
  insert(row: Readonly<Record<string, unknown>>): Resource;
  /** Removes a row and its dependents. Returns false if there is none. */
  remove(key: string): boolean;
  /** Returns the key of a row, for `get` and `remove`. */
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
function changesBetween(
  names: readonly string[],
  before: Transaction,
  after: Transaction,
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

/** Calls by `operationId`, for emulators without generated types. */
export type AnyCalls = Record<string, { readonly params: JsonObject; readonly body: Json }>;

/** An entry of a journal about a call of an operation. */
type EntryOf<Call> = Call extends { readonly params: infer Params; readonly body: infer Body }
  ? JournalEntry<Params, Body>
  : JournalEntry;

/** The members of an emulator for tests. */
export interface TestTools<Rows extends object, Controls extends object, Calls extends object> {
  /** The operations of the service, in the order of its spec. */
  readonly operations: readonly EmulatedOperation[];
  /** Makes calls fail: `emulator.on.videos.insert.fail('quotaExceeded').nth(3)`. `reset` removes the faults; forks start without. */
  readonly on: Controls;
  /**
   * The requests so far, the oldest first, up to a limit; `journal.dropped` is the number of removed ones. Each world has its own
   * journal.
   */
  readonly journal: JournalView;
  /** Returns the entries of the journal for calls of an operation. Throws a `TypeError` for an operation that the spec does not have. */
  readonly calls: <Id extends keyof Calls & string>(operation: Id) => readonly EntryOf<Calls[Id]>[];
  /** Never set; holds the types of calls and rows. */
  readonly '~types'?: { readonly calls: Calls; readonly rows: Rows };
  /** The cost that the calls so far would have had at the real service. */
  readonly quota: QuotaView;
  /** Returns the changes of the tables since a snapshot. */
  readonly changes: (since: { readonly world: World }) => Changes<Rows>;
}

/** Creates the members for tests. */
export function createTestTools<Rows extends object, Controls extends object, Calls extends object>(
  engine: Engine,
  tables: readonly string[],
  createControls: () => Controls,
): TestTools<Rows, Controls, Calls> {
  const { journal, quota, plan, shared } = engine;
  let controls: Controls | undefined;
  const reading = (world: World) => new Transaction(world, shared.keyOf);
  return {
    get operations() {
      return listOperations(plan);
    },
    get on() {
      controls ??= createControls();
      return controls;
    },
    journal: journal.entries,
    calls: <Id extends keyof Calls & string>(id: Id) => {
      const ids = plan.operations.map(({ operation }) => operation.id);
      if (!ids.includes(id)) throw new TypeError(`There is no operation ${id}${didYouMean(id, ids)}`);
      // The types of parameters and body are in `Calls`: the same spec gives both.
      return journal.entries.filter(({ operation }) => operation === id) as unknown as readonly EntryOf<Calls[Id]>[];
    },
    quota,
    changes: ({ world }) =>
      // The rows of a table are those of `Rows`: the same spec gives both.
      changesBetween(tables, reading(world), reading(engine.world)) as unknown as Changes<Rows>,
  };
}

/** An operation of an emulator. */
export interface EmulatedOperation {
  /** `operationId`. */
  readonly id: string;
  readonly method: string;
  /** Path template, below the base path. */
  readonly path: string;
  /** Reasons of errors by status; those of all operations come last. */
  readonly reasons: Readonly<Record<string, readonly string[]>>;
}

/** Lists the operations of a plan in the order of the spec. */
function listOperations({ operations, reasons: common = {} }: EmulatorPlan): readonly EmulatedOperation[] {
  return operations.map(({ operation: { id, method, path }, reasons: own = {} }) => {
    const reasons: Record<string, readonly string[]> = {};
    for (const [status, found] of [own, common].flatMap(Object.entries<readonly string[]>))
      reasons[status] = [...new Set([...(reasons[status] ?? []), ...found])];
    return { id, method, path, reasons };
  });
}
