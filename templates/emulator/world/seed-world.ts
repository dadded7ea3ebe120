import type { Clock } from './clock.js';
import type { Caller, EmulatorPlan, SeedPart } from '../plan/plan.js';
import { idFrom } from '../values/ids.js';
import { checkRow, checkTable } from '../act/rows/check-rows.js';
import { recordRows, type SeededRows, createFills, seedRows, tableNames } from './seed.js';
import type { Shared } from '../receive/shared.js';
import type { Row } from '../store/table.js';
import { Transaction, emptyWorld, type World } from '../store/world.js';
import type { Scenario } from '../plan/options.js';

/** The table of the callers, in order of their last use. */
export const callers = '~callers';

/** The tables that have exactly the rows of a scenario: callers who come later start without rows in them. */
const exact = '~exact';

/** A running world, as far as adding rows to it needs. */
interface SeededEngine {
  readonly shared: Shared;
  readonly clock: Clock;
  world: World;
  readonly change: (work: (tables: Transaction) => void) => void;
  readonly callerFor: (token: string) => Caller;
}

/** The world as the seed describes it. Where it is to be empty, tables that callers can add to have no rows. */
export function freshWorld({ plan, options, rules, seed, keyOf }: Shared, now: number): World {
  const tables = new Transaction(emptyWorld, keyOf);
  const left = options.empty === true ? openTables(plan) : new Set<string>();
  const target = { emulator: plan, tables, rules, scope: `${seed}`, now, closed: left };
  seedRows(withoutTables(plan.seed.world, left), target);
  return { ...tables.commit(), pending: createFills(plan, seed, options.empty) };
}

/** The tables that callers can add rows to, and those whose rows go with a row of these. */
function openTables({ operations, resources }: EmulatorPlan): ReadonlySet<string> {
  const open = new Set<string>();
  for (const { behaviour } of operations) {
    const { action } = behaviour;
    if (typeof action === 'object' && 'insert' in action) open.add(String(action.insert));
  }
  // The loop also visits the tables that are added here.
  for (const table of open)
    for (const one of resources)
      if (one.rules.references?.some((rule) => rule.cascade === true && rule.table === table) === true)
        open.add(one.table);
  return open;
}

/** Adds the rows that a new caller starts with. */
export function seedCaller({ plan, rules }: Shared, tables: Transaction, scope: string, now: number): SeededRows {
  const closed = new Set(tables.list(exact).map(({ id }) => String(id)));
  // Each caller is a row of this table.
  closed.delete(plan.settings.caller?.table ?? '');
  const target = { emulator: plan, tables, rules, scope, now, isFresh: true, closed };
  return seedRows(withoutTables(plan.seed.caller, closed), target);
}

function withoutTables({ tables, media = {} }: SeedPart, left: ReadonlySet<string>): SeedPart {
  const keep = <Value>(all: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> =>
    Object.fromEntries(Object.entries(all).filter(([table]) => !left.has(table)));
  return { tables: keep(tables), media: keep(media) };
}

/**
 * Adds the callers and rows of a scenario. With `replace`, and at the start where a table would only have samples, its tables
 * have no other rows.
 */
export function addScenario(engine: SeededEngine, scenario: Scenario, isStart = false): void {
  const { callers: tokens = {}, tables = {}, owners = {}, recorded = false, replace = false } = scenario;
  const { shared, clock } = engine;
  const { plan } = shared;
  const before = engine.world;
  for (const name of recorded ? [] : Object.keys(tables)) checkTable(name, tableNames(plan), `tables.${name}`);
  const isSampled = (table: string): boolean =>
    [plan.seed.world, plan.seed.caller].every((part) => !Object.hasOwn(part.tables, table));
  const emptied = Object.keys(tables).filter((table) => recorded || replace || (isStart && isSampled(table)));
  engine.world = {
    ...engine.world,
    pending: new Map([...engine.world.pending].filter(([name]) => !emptied.includes(name))),
  };
  engine.change((stored) => {
    recordRows(
      Object.fromEntries(emptied.map((table) => [table, recorded ? (tables[table] ?? []) : []])),
      stored,
      shared.keyOf,
    );
    if (replace) for (const id of emptied) stored.put(exact, { id });
    for (const [token, ownId] of Object.entries(owners))
      stored.put(callers, { id: token, userId: idFrom(`${shared.seed} ${token}`, { length: 22 }), ownId });
  });
  const ids = Object.entries(tokens).map(([name, token]): [string, string] => [name, engine.callerFor(token).ownId]);
  const list = (name: string): readonly Row[] => new Transaction(before, shared.keyOf).list(name);
  const addRows = (stored: Transaction): void => {
    const scope = `seed ${stored.nextNumber('~seeds')}`;
    const { rules } = shared;
    const closed = new Set(emptied);
    const now = clock.now();
    const target = { emulator: plan, tables: stored, rules, scope, now, ids: Object.fromEntries(ids), closed };
    for (const [table, rows] of Object.entries(seedRows({ tables: recorded ? {} : tables }, target)))
      rows.forEach((row, index) => checkRow({ emulator: plan, list }, { table, row }, ['tables', table, index]));
  };
  try {
    engine.change(addRows);
  } catch (error) {
    engine.world = before;
    throw error;
  }
}
