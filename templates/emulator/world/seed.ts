import { type Json, type JsonObject } from '@speccast/runtime';
import { writeExactly } from '@speccast/runtime/requests';
import type { EmulatorPlan, ResourcePlan, SeedPart, SeedTables } from '../plan/plan.js';
import { addFollowing, addRow } from '../act/rows/change-rows.js';
import { completeRow, fittingId, listExampleRows, sampleRow, withReferences } from '../act/rows/complete-row.js';
import type { SeedTarget } from '../act/rows/rows.js';
import { idFrom } from '../values/ids.js';
import type { Row } from '../store/table.js';
import type { Tables } from '../store/world.js';
import type { Fill, Transaction } from '../store/world.js';
import { fillObject, listPlaceholders } from '../values/fill-template.js';
import { stringAt, valueAt, withValue } from '../values/json-path.js';

const lastName = /\$\{([^{}#]+)\}$/;

/** Rows that were added, by table. */
export type SeededRows = Readonly<Record<string, readonly Row[]>>;

/** Stores rows and files of a seed. `${name}` is replaced by the same new id everywhere. Returns the rows by table. */
export function seedRows(seed: SeedPart, target: SeedTarget): SeededRows {
  const ids = makeIds(seed, target);
  const seeded = Object.entries(seed.tables).map(([table, rows]): [string, readonly Row[]] => {
    const stored = rows.map((row) => addRow(target, table, fillObject(row, ids)));
    return [table, stored];
  });
  for (const [table, rows] of seeded) for (const row of rows) addFollowing(target, table, row);
  seedMedia(seed, ids, target.tables);
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

function seedMedia({ media = {} }: SeedPart, ids: JsonObject, tables: Tables): void {
  for (const [table, byKey] of Object.entries(media)) {
    for (const [key, { mediaType, text }] of Object.entries(byKey)) {
      const filled = stringAt(fillObject({ key }, ids), 'key') ?? key;
      tables.putBlob(`${table}/${filled}`, { mediaType, bytes: new TextEncoder().encode(text) });
    }
  }
}

/** The tables of a service: those of its schemas, and those that only its seed has. */
export function tableNames({ resources, seed: { world, caller } }: EmulatorPlan): readonly string[] {
  return [
    ...new Set([...resources.map(({ table }) => table), ...Object.keys(world.tables), ...Object.keys(caller.tables)]),
  ];
}

/** Stores the rows of a recording as they are, instead of all that their tables have. */
export function recordRows(recorded: SeedTables, tables: Tables, keyOf: (table: string, row: Row) => string): void {
  for (const [table, rows] of Object.entries(recorded)) {
    for (const row of tables.list(table)) tables.remove(table, keyOf(table, row));
    for (const row of rows) tables.put(table, row);
  }
}

/** Makes the functions that add rows to tables without a seed, sampled from the schemas of responses. The rows of a table are sampled once. */
export function createFills(plan: EmulatorPlan, seed: number, isEmpty = false): ReadonlyMap<string, Fill> {
  const fills = new Map<string, Fill>();
  for (const resource of plan.sampler === undefined ? [] : plan.resources) {
    const { table, rules } = resource;
    // A thing that is always there is made up, as nobody can add it.
    if ((rules.samples ?? 0) === 0 || (isEmpty && rules.single !== 'given')) continue;
    const before = fills.get(table);
    const fill = createFill(resource, plan, seed);
    fills.set(table, (tables) => {
      before?.(tables);
      fill(tables);
    });
  }
  return fills;
}

function createFill({ table, rules }: ResourcePlan, plan: EmulatorPlan, seed: number): Fill {
  const { key = 'id', id, samples = 0 } = rules;
  const texts = Array.from({ length: samples }, (_, index) => `${seed} ${table} ${index + 1}`);
  let known: readonly JsonObject[] | undefined;
  return (tables) => {
    const examples = listExampleRows(plan, table);
    for (const row of examples) put(row, `${seed} ${table} example`);
    known ??= texts.slice(examples.length).map((text) => sampleRow(plan, table, text));
    for (const [index, row] of known.entries()) {
      const text = texts[examples.length + index] ?? '';
      if (Object.keys(row).length > 0) put(withReferences(plan, tables, { table, row, text }), text, true);
    }

    function put(row: JsonObject, text: string, isSampled = false): void {
      const stated = valueAt(row, key);
      const isKept = stated !== undefined && (!isSampled || id?.sampled === true);
      const made = isKept ? stated : id?.alphabet === 'integer' ? nextFree(tables) : idFrom(text, id);
      const keyed = withValue(row, key, isKept && !isSampled ? made : fittingId(plan, table, made, text));
      tables.put(table, completeRow(plan, table, { row: keyed, text, stated: new Set() }));
    }
  };

  function nextFree(tables: Transaction): number {
    for (;;) {
      const number = tables.nextNumber(table);
      if (tables.get(table, String(number)) === undefined) return number;
    }
  }
}

/** Initial data of an emulator in addition to the spec's seed, as plain data, so that it can be read from a JSON file. */
export interface Scenario {
  /** Initial time: ISO 8601, or milliseconds since the epoch. */
  readonly time?: string | number;
  /** Tokens of callers by name: with `{"ann": "t1"}`, `${ann}` in rows is the id of the caller with the token `t1`. */
  readonly callers?: Readonly<Record<string, string>>;
  /** Rows by table. `${name}` is replaced by the same new id everywhere. A table that would only have samples has these rows alone. */
  readonly tables?: SeedTables;
  /** The tables have no other rows, also where the spec has a seed for them, or for each caller. Default: false. */
  readonly replace?: boolean;
  /** The rows are those of a recording: they are taken as they are, and take the place of the seed and of samples. */
  readonly recorded?: boolean;
  /** Ids that callers have in rows as their owners, by token. Default: new ones. */
  readonly owners?: Readonly<Record<string, string>>;
}

/** The time of a scenario in milliseconds since the epoch; undefined if it has none. */
export function readStartTime({ time }: Scenario): number | undefined {
  if (time === undefined) return undefined;
  const milliseconds = typeof time === 'number' ? time : Date.parse(time);
  if (Number.isFinite(milliseconds) && Math.abs(milliseconds) <= 8.64e15) return milliseconds;
  throw new TypeError(`The time of the scenario is not valid: ${JSON.stringify(time)}.`);
}
