import type { Json, JsonObject } from '@speccast/runtime';
import type { CoverageProbe } from '../contract/tally.js';
import type { Engine } from '../engine.js';
import { createControls } from '../faults/controls.js';
import type { FaultList } from '../faults/fault-rule.js';
import type { OperationControl } from '../faults/operation-control.js';
import type { JournalEntry } from '../journal/journal-entry.js';
import type { EmulatorPlan } from '../plan/plan.js';
import type { QuotaView } from '../quota/quota.js';
import { Transaction, type World } from '../store/world.js';
import { type Changes, changesBetween } from './changes.js';

/** The controls of any service. */
export interface AnyControls {
  readonly [name: string]: AnyControls & OperationControl;
}

/** The calls of any service, by `operationId`. */
export type AnyCalls = Record<string, { readonly params: JsonObject; readonly body: Json }>;

/** An entry of a journal about a call of an operation. */
type EntryOf<Call> = Call extends { readonly params: infer Params; readonly body: infer Body }
  ? JournalEntry<Params, Body>
  : JournalEntry;

/** What a test may ask of an emulator, beside what the service answers. */
export interface TestTools<Rows extends object, Controls extends object, Calls extends object> {
  /** The operations of the service, in the order of its spec. */
  readonly operations: readonly EmulatedOperation[];
  /** Lets calls go wrong: `emulator.on.videos.insert.fail('quotaExceeded').nth(3)`. A `reset` ends that; forks begin without. */
  readonly on: Controls;
  /** The rules made by `on`, and others, as plain data. */
  readonly faults: FaultList;
  /** The requests answered so far, the oldest first; of very many, the newest. Each world has its own. */
  readonly journal: readonly JournalEntry[];
  /** The entries of the journal about the calls of an operation. */
  readonly calls: <Id extends keyof Calls & string>(operation: Id) => readonly EntryOf<Calls[Id]>[];
  /** Never set; carries the types of the calls and the rows. */
  readonly '~types'?: { readonly calls: Calls; readonly rows: Rows };
  /** What the calls so far would have cost at the real service. */
  readonly quota: QuotaView;
  /** How much of the contract the requests so far have exercised, in all worlds; a `reset` of its own empties it. */
  readonly coverage: CoverageProbe;
  /** What has changed in the tables since a snapshot. */
  readonly changes: (since: { readonly world: World }) => Changes<Rows>;
}

/** The test surface of a running world. */
export function createTestTools<Rows extends object, Controls extends object, Calls extends object>(
  engine: Engine,
  tables: readonly string[],
): TestTools<Rows, Controls, Calls> {
  const { faults, journal, quota, plan, shared } = engine;
  let controls: Controls | undefined;
  const reading = (world: World): Transaction => new Transaction(world, shared.keyOf);
  return {
    get operations() {
      return listOperations(plan);
    },
    get on() {
      controls ??= createControls<Controls>(plan.operations, faults);
      return controls;
    },
    faults,
    journal: journal.entries,
    calls: <Id extends keyof Calls & string>(id: Id) =>
      // What a call of this operation has for parameters and body is in `Calls`: the same spec gives both.
      journal.entries.filter(({ operation }) => operation === id) as unknown as readonly EntryOf<Calls[Id]>[],
    quota,
    coverage: shared.tally.probe,
    changes: ({ world }) =>
      // The rows of a table are those of `Rows`: the same spec gives both.
      changesBetween(tables, [reading(world), reading(engine.world)], shared.keyOf) as unknown as Changes<Rows>,
  };
}

/** One operation of an emulator, for whoever lists them. */
export interface EmulatedOperation {
  /** `operationId`. */
  readonly id: string;
  readonly method: string;
  /** Path template of the spec, below the base path. */
  readonly path: string;
  /** Reasons for which a call may be rejected, by status; those of all operations come last. */
  readonly reasons: Readonly<Record<string, readonly string[]>>;
}

const known = new WeakMap<EmulatorPlan, readonly EmulatedOperation[]>();

/** The operations of a plan in the order of the spec. */
function listOperations(plan: EmulatorPlan): readonly EmulatedOperation[] {
  const list = known.get(plan) ?? listOf(plan);
  known.set(plan, list);
  return list;
}

function listOf({ operations, reasons: common = {} }: EmulatorPlan): readonly EmulatedOperation[] {
  return operations.map(({ operation: { id, method, path }, reasons: own = {} }) => {
    const statuses = [...new Set([...Object.keys(own), ...Object.keys(common)])];
    const reasons = statuses.map((status): [string, readonly string[]] => [
      status,
      [...new Set([...reasonsAt(own, status), ...reasonsAt(common, status)])],
    ]);
    return { id, method, path, reasons: Object.fromEntries(reasons) };
  });
}

function reasonsAt(reasons: Readonly<Record<string, readonly string[]>>, status: string): readonly string[] {
  return reasons[status] ?? [];
}
