import type { Json, JsonObject } from '@speccast/runtime';
import { didYouMean } from '../../values/did-you-mean.js';
import type { Engine } from '../engine.js';
import type { JournalEntry, JournalView } from '../journal/journal-entry.js';
import type { EmulatorPlan } from '../../plan/plan.js';
import type { QuotaView } from '../quota.js';
import { Transaction, type World } from '../../store/world.js';
import { type Changes, changesBetween } from './state.js';

/** The calls of any service, by `operationId`. */
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
   * The requests so far, the oldest first, up to a limit; `journal.dropped` says how many were removed. Each world has its own
   * journal.
   */
  readonly journal: JournalView;
  /** The entries of the journal for calls of an operation. Throws a `TypeError` if the spec does not have it. */
  readonly calls: <Id extends keyof Calls & string>(operation: Id) => readonly EntryOf<Calls[Id]>[];
  /** Never set; holds the types of calls and rows. */
  readonly '~types'?: { readonly calls: Calls; readonly rows: Rows };
  /** The cost that the calls so far would have had at the real service. */
  readonly quota: QuotaView;
  /** The changes of the tables since a snapshot. */
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
  const reading = (world: World): Transaction => new Transaction(world, shared.keyOf);
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
