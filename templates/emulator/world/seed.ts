import type { Json, JsonObject } from '@speccast/runtime';
import { writeExactly } from '@speccast/runtime/requests';
import type { Caller, EmulatorPlan, ResourcePlan, SeedPart } from '../plan/plan.js';
import { addFollowing, addRow } from '../act/rows/change-rows.js';
import { completeRow, fittingId, listExampleRows, sampleRow, withReferences } from '../act/rows/complete-row.js';
import type { SeedTarget } from '../act/rows/rows.js';
import { idFrom } from '../values/ids.js';
import type { Row } from '../store/table.js';
import { type Fill, Transaction, type World, emptyWorld } from '../store/world.js';
import { fillObject, listPlaceholders } from '../values/fill-template.js';
import { filterMembers, stringAt, valueAt, withValue } from '../values/json-path.js';
import type { Scenario } from '../plan/options.js';
import type { Clock } from './clock.js';
import { checkRow, checkTable } from '../act/rows/check-rows.js';
import type { Shared } from '../receive/shared.js';

const lastName = /\$\{([^{}#]+)\}$/;

/** Rows that were added, by table. */
type SeededRows = Readonly<Record<string, readonly Row[]>>;

/** Stores rows and files of a seed. `${name}` is replaced by the same new id everywhere. Returns the rows by table. */
function seedRows(seed: SeedPart, target: SeedTarget): SeededRows {
  const ids = makeIds(seed, target);
  const seeded = Object.entries(seed.tables).map(
    ([table, rows]) => [table, rows.map((row) => addRow(target, table, fillObject(row, ids)))] as const,
  );
  for (const [table, rows] of seeded) for (const row of rows) addFollowing(target, table, row);
  for (const [table, files] of Object.entries(seed.media ?? {}))
    for (const [key, { mediaType, text }] of Object.entries(files)) {
      const filled = stringAt(fillObject({ key }, ids), 'key') ?? key;
      target.tables.putBlob(`${table}/${filled}`, { mediaType, bytes: new TextEncoder().encode(text) });
    }
  return Object.fromEntries(seeded);
}

/** A name at the end of a key gets an id by the rule of its table, any other name a general id. */
function makeIds({ tables, media = {} }: SeedPart, { rules, scope, ids: known }: SeedTarget): JsonObject {
  const ids: Record<string, Json> = { ...known };
  for (const [table, rows] of Object.entries(tables)) {
    const { key = 'id', id } = rules(table);
    for (const row of rows) {
      const name = lastName.exec(stringAt(row, key) ?? '')?.[1];
      if (name !== undefined) ids[name] ??= idFrom(`${scope} ${name}`, id);
    }
  }
  for (const name of listPlaceholders(writeExactly([tables, media]))) ids[name] ??= idFrom(`${scope} ${name}`);
  return ids;
}

/** The tables of a service: those of its schemas, and those that only its seed has. */
export function tableNames({ resources, seed: { world, caller } }: EmulatorPlan): readonly string[] {
  return [
    ...new Set([...resources.map(({ table }) => table), ...Object.keys(world.tables), ...Object.keys(caller.tables)]),
  ];
}

/** Creates the function that adds the first rows of a table without a seed: examples, and samples of the schemas of responses. */
function createFill({ table, rules }: ResourcePlan, plan: EmulatorPlan, seed: number): Fill {
  const { key = 'id', id, samples = 0 } = rules;
  return (tables) => {
    const nextFree = (): number => {
      const number = tables.nextNumber(table);
      return tables.get(table, String(number)) === undefined ? number : nextFree();
    };
    const examples = listExampleRows(plan, table);
    for (let index = 0; index < Math.max(samples, examples.length); index += 1) {
      const example = examples[index];
      const text = `${seed} ${table} ${example ? 'example' : index + 1}`;
      const sampled = example ?? sampleRow(plan, table, text);
      if (!example && Object.keys(sampled).length === 0) continue;
      const row = example ?? withReferences(plan, tables, { table, row: sampled, text });
      const stated = valueAt(row, key);
      const isKept = stated !== undefined && (example !== undefined || id?.sampled === true);
      const made = isKept ? stated : id?.alphabet === 'integer' ? nextFree() : idFrom(text, id);
      const keyed = withValue(row, key, isKept && example ? made : fittingId(plan, table, made, text));
      tables.put(table, completeRow(plan, table, { row: keyed, text, isSampled: true }));
    }
  };
}

/** The time of a scenario in milliseconds since the epoch; undefined if it has none. */
export function readStartTime({ time }: Scenario): number | undefined {
  if (time === undefined) return undefined;
  const milliseconds = typeof time === 'number' ? time : Date.parse(time);
  if (Number.isFinite(milliseconds) && Math.abs(milliseconds) <= 8.64e15) return milliseconds;
  throw new TypeError(`The time of the scenario is not valid: ${JSON.stringify(time)}.`);
}

/** The table of the callers, in order of their last use. */
export const callers = '~callers';

/** The tables that have exactly the rows of a scenario: later callers get no initial rows in them. */
const exact = '~exact';

/** Creates the world that the seed describes. With the option `empty`, tables that callers can add to have no rows. */
export function freshWorld({ plan, options, rules, seed, keyOf }: Shared, now: number): World {
  const tables = new Transaction(emptyWorld, keyOf);
  const left = options.empty === true ? openTables(plan) : new Set<string>();
  const target = { emulator: plan, tables, rules, scope: `${seed}`, now, closed: left };
  seedRows(withoutTables(plan.seed.world, left), target);
  const sampled = plan.resources.filter(
    // A single row that always exists is sampled even with `empty`, because callers cannot add it.
    ({ rules: { samples = 0, single } }) =>
      plan.sampler && samples > 0 && (options.empty !== true || single === 'given'),
  );
  const pending = new Map(sampled.map((resource) => [resource.table, createFill(resource, plan, seed)]));
  return { ...tables.commit(), pending };
}

/** Lists the tables that callers can add rows to, and those whose rows are deleted with a row of these. */
function openTables({ operations, resources }: EmulatorPlan): ReadonlySet<string> {
  const inserted = operations.flatMap(({ behaviour: { action } }) =>
    typeof action === 'object' && 'insert' in action ? String(action.insert) : [],
  );
  const open = new Set(inserted);
  // The loop also visits the tables that are added here.
  for (const table of open)
    for (const one of resources)
      if (one.rules.references?.some((rule) => rule.cascade === true && rule.table === table)) open.add(one.table);
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
  const isKept = (table: string) => !left.has(table);
  return { tables: filterMembers(tables, isKept), media: filterMembers(media, isKept) };
}

/** The members of a running world that are needed to add rows. */
interface SeededEngine {
  readonly shared: Shared;
  readonly clock: Clock;
  world: World;
  readonly change: (work: (tables: Transaction) => void) => void;
  readonly callerFor: (token: string) => Caller;
}

/**
 * Adds the callers and rows of a scenario. With `replace`, removes the other rows of its tables. At the start, the rows of a scenario
 * also replace samples.
 */
export function addScenario(engine: SeededEngine, scenario: Scenario, isStart = false): void {
  const { callers: tokens = {}, tables = {}, owners = {}, recorded = false, replace = false } = scenario;
  const { shared, clock, world: before } = engine;
  const { plan, rules, keyOf } = shared;
  const names = Object.keys(tables);
  if (!recorded) for (const name of names) checkTable(name, tableNames(plan), `tables.${name}`);
  const seeded = { ...plan.seed.world.tables, ...plan.seed.caller.tables };
  const emptied = names.filter((table) => recorded || replace || (isStart && !Object.hasOwn(seeded, table)));
  engine.world = { ...before, pending: new Map([...before.pending].filter(([name]) => !emptied.includes(name))) };
  engine.change((stored) => {
    for (const table of emptied) {
      for (const key of stored.rows(table).keys()) stored.remove(table, key);
      // The rows of a recording are stored as they are.
      if (recorded) for (const row of tables[table] ?? []) stored.put(table, row);
      if (replace) stored.put(exact, { id: table });
    }
    for (const [token, ownId] of Object.entries(owners))
      stored.put(callers, { id: token, userId: idFrom(`${shared.seed} ${token}`, { length: 22 }), ownId });
  });
  const ids = Object.fromEntries(
    Object.entries(tokens).map(([name, token]) => [name, engine.callerFor(token).ownId] as const),
  );
  const known = { emulator: plan, tables: new Transaction(before, keyOf) };
  try {
    engine.change((stored) => {
      const target = {
        emulator: plan,
        tables: stored,
        rules,
        scope: `seed ${stored.nextNumber('~seeds')}`,
        now: clock.now(),
        ids,
        closed: new Set(emptied),
      };
      for (const [table, rows] of Object.entries(seedRows({ tables: recorded ? {} : tables }, target)))
        rows.forEach((row, index) => checkRow(known, table, row, ['tables', table, index]));
    });
  } catch (error) {
    engine.world = before;
    throw error;
  }
}
