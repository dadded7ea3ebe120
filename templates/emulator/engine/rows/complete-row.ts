import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { memberAt } from '@speccast/runtime/requests';
import { tableOf } from '../contract/rule.js';
import type { EmulatorPlan, OperationPlan } from '../plan/plan.js';
import { declaredExamples } from '../response/declared-example.js';
import type { Row } from '../store/row-index.js';
import { fitRow, issuesAt, placeOf, sampleAt } from './fit-row.js';

const viewsOfPlans = new WeakMap<EmulatorPlan, Map<string, readonly OperationPlan[]>>();

/** Most operations whose responses a new row is completed for. */
const mostViews = 8;

/** The operations that respond with rows of a table, those with one row first. */
function viewsOf(emulator: EmulatorPlan, table: string): readonly OperationPlan[] {
  const known = viewsOfPlans.get(emulator) ?? new Map<string, readonly OperationPlan[]>();
  viewsOfPlans.set(emulator, known);
  const found = known.get(table) ?? findViews(emulator, table);
  known.set(table, found);
  return found;
}

const order = ['get', 'insert', 'update', 'list'];

function findViews(emulator: EmulatorPlan, table: string): readonly OperationPlan[] {
  const ranked = emulator.operations.flatMap((plan) => {
    const { action } = plan.behaviour;
    // Other responses are no rows.
    const isView = typeof action === 'object' && (!('tells' in action) || action.tells === 'list');
    const kind = tableOf(plan.behaviour) === table && isView ? order.findIndex((name) => name in action) : -1;
    return kind < 0 || placeOf(emulator, plan) === undefined ? [] : [{ plan, kind }];
  });
  ranked.sort((left, right) => left.kind - right.kind);
  return ranked.slice(0, mostViews).map(({ plan }) => plan);
}

/** A row, and what decides of the rest of it. */
interface Draft {
  readonly row: Row;
  /** For the same text, the rest is the same. */
  readonly text: string;
  /** Members that have to remain as they are. Default: those that the row has. */
  readonly stated?: ReadonlySet<string>;
}

/** A row with what any operation that responds with it requires. What nobody stated is as all of them declare it. */
export function completeRow(emulator: EmulatorPlan, table: string, draft: Draft): Row {
  const { row, text, stated = new Set(Object.keys(row)) } = draft;
  let whole: JsonObject = row;
  for (const plan of viewsOf(emulator, table))
    whole = withMissing(whole, withKey(emulator, table, whole, fitRow(emulator, plan, whole, text)));
  return narrowed(emulator, table, { row: whole, text, stated: new Set([...stated, keyName(emulator, table)]) });
}

/** An operation may declare what another has made up more narrowly; what both take is found in two rounds. */
const narrowRounds = 2;

function narrowed(emulator: EmulatorPlan, table: string, { row, text, stated }: Required<Draft>): Row {
  let result: JsonObject = row;
  for (let round = 0; round < narrowRounds; round += 1) {
    const before = result;
    for (const plan of viewsOf(emulator, table)) {
      const place = placeOf(emulator, plan);
      const fitted = fitRow(emulator, plan, result, text);
      const names = place === undefined ? [] : issuesAt(place, fitted).map(({ path }) => String(path[0] ?? ''));
      const wrong = new Set(names.filter((name) => !stated.has(name) && Object.hasOwn(result, name)));
      if (place === undefined || wrong.size === 0) continue;
      const sampled = sampleAt(emulator.sampler, place, text);
      for (const name of wrong) result = withValueOf(result, name, memberAt(sampled ?? {}, [name]));
    }
    if (result === before) break;
  }
  return result;
}

function withValueOf(row: JsonObject, name: string, value: Json | undefined): JsonObject {
  const { [name]: _before, ...others } = row;
  return value === undefined ? others : { ...row, [name]: value };
}

/** Tables whose ids are known to be what responses declare. */
const fittingIds = new WeakMap<EmulatorPlan, Set<string>>();

/** Whether all operations that respond with rows of a table take a value as their key, as a number or as its digits. */
export function isKey(emulator: EmulatorPlan, table: string, value: Json): boolean {
  const key = keyName(emulator, table);
  const forms = typeof value === 'number' ? [value, String(value)] : [value];
  return viewsOf(emulator, table).every((plan) => {
    const place = placeOf(emulator, plan);
    if (place === undefined) return true;
    // A row is fitted to what each operation declares.
    return forms.some((form) =>
      issuesAt(place, { [key]: form }).every(({ path }) => path.length !== 1 || path[0] !== key),
    );
  });
}

/** An id that was made by the rule of a table, if that is what responses declare; else a sampled one. */
export function fittingId(emulator: EmulatorPlan, table: string, made: Json, text: string): Json {
  const { key = 'id', id } = emulator.resources.find((one) => one.table === table)?.rules ?? {};
  const known = fittingIds.get(emulator) ?? new Set();
  fittingIds.set(emulator, known);
  if (known.has(table)) return made;
  if (isKey(emulator, table, made)) {
    // Others that a rule makes look like it.
    if (id?.sampled !== true) known.add(table);
    return made;
  }
  for (const plan of viewsOf(emulator, table)) {
    const place = placeOf(emulator, plan);
    const sampled = place && memberAt(sampleAt(emulator.sampler, place, text) ?? {}, [key]);
    if (sampled !== undefined && isKey(emulator, table, sampled)) return sampled;
  }
  return made;
}

function keyName({ resources }: EmulatorPlan, table: string): string {
  return resources.find((one) => one.table === table)?.rules.key ?? 'id';
}

/** The members of a completed row that name it as the key does have its value: `docId` beside `id`. */
function withKey(emulator: EmulatorPlan, table: string, row: Row, fitted: JsonObject): JsonObject {
  const key = keyName(emulator, table);
  const value = Object.hasOwn(row, key) ? row[key] : undefined;
  const singular = table.toLowerCase().replace(/s$/, '');
  const entries = Object.entries(fitted).map(([name, own]): [string, Json] => {
    const plain = name.toLowerCase().replaceAll('_', '');
    const isAlias = !Object.hasOwn(row, name) && ['id', key.toLowerCase(), `${singular}id`].includes(plain);
    return [name, isAlias && value !== undefined && typeof value === typeof own ? value : own];
  });
  return Object.fromEntries(entries);
}

/** The object with the members that only another has. */
function withMissing(object: JsonObject, other: JsonObject): JsonObject {
  let whole = object;
  for (const [name, value] of Object.entries(other)) {
    const own = Object.hasOwn(object, name) ? object[name] : undefined;
    if (own === undefined) whole = { ...whole, [name]: value };
    else if (isJsonObject(own) && isJsonObject(value)) {
      const inner = withMissing(own, value);
      if (inner !== own) whole = { ...whole, [name]: inner };
    }
  }
  return whole;
}

/** Most rows that are taken from examples. */
const mostExamples = 20;

/** The rows in the examples of the responses with rows of a table, lists first: no key comes twice. */
export function exampleRows(emulator: EmulatorPlan, table: string): readonly JsonObject[] {
  const key = keyName(emulator, table);
  const views = viewsOf(emulator, table);
  const rows = new Map<string, JsonObject>();
  for (const plan of views.toReversed()) {
    const path = placeOf(emulator, plan)?.path ?? [];
    const isList = path.at(-1) === 0;
    for (const example of declaredExamples(emulator, plan)) {
      const found = memberAt(example, isList ? path.slice(0, -1) : path);
      const list: readonly Json[] = Array.isArray(found) ? found : [found ?? null];
      for (const row of list)
        if (isJsonObject(row)) rows.set(String(row[key] ?? rows.size), { ...rows.get(String(row[key])), ...row });
    }
  }
  return [...rows.values()].slice(0, mostExamples);
}

/** A sample of a row, from the operation that tells most of it; empty without one. */
export function sampleRow(emulator: EmulatorPlan, table: string, text: string): JsonObject {
  for (const plan of viewsOf(emulator, table)) {
    const place = placeOf(emulator, plan);
    const sampled = place && sampleAt(emulator.sampler, place, text);
    if (isJsonObject(sampled)) return sampled;
  }
  return {};
}
