import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import type { Validator } from '@speccast/runtime/validators';
import { tableOf } from '../contract/rule.js';
import type { EmulatorPlan, OperationPlan } from '../plan/plan.js';
import { responseFor, successOf } from '../response/declared-response.js';
import { declaredExamples } from '../response/declared-example.js';
import { jsonSchemaOf, memberNames } from '../sampling/resolve-schema.js';
import type { Row } from '../store/row-index.js';
import { mendValue, memberAt, type Path, withMember } from '../values/mend-value.js';
import { withoutInternal } from '../values/json-path.js';

/** The position of a row in the response of an operation. */
interface Place {
  readonly declared: Validator<unknown>;
  readonly path: Path;
  /** Members that rows can have there; undefined if they can have any. */
  readonly names: ReadonlySet<string> | undefined;
}

const places = new WeakMap<OperationPlan, Place | 'none'>();

/** Where the response of an operation has a row; undefined if it has none, or no schema. */
function placeOf(emulator: EmulatorPlan, plan: OperationPlan): Place | undefined {
  const known = places.get(plan) ?? findPlace(emulator, plan) ?? 'none';
  places.set(plan, known);
  return known === 'none' ? undefined : known;
}

function findPlace({ resources }: EmulatorPlan, plan: OperationPlan): Place | undefined {
  const declared = responseFor(plan, successOf(plan))?.body;
  if (declared === undefined) return undefined;
  const { action, within } = plan.behaviour;
  const outer = within === undefined ? [] : [within];
  const path =
    typeof action === 'object' && 'list' in action
      ? [...(typeof action['items'] === 'string' ? action['items'].split('.') : []), 0]
      : outer;
  const schema = jsonSchemaOf(declared);
  const names = schema === undefined ? undefined : memberNames(schema, path);
  const table = tableOf(plan.behaviour);
  const { key = 'id' } = resources.find((one) => one.table === table)?.rules ?? {};
  // Whoever makes a row has to be told its key, although some specs leave it out.
  return { declared, path, names: names && new Set([...names, key]) };
}

const mostRounds = 12;

/** Rows are immutable, so a fitted row remains valid. */
const fittedRows = new WeakMap<Row, Map<OperationPlan, JsonObject>>();

/**
 * The row as an operation declares it: without members that it does not declare, with those that it requires, and with values
 * of its types. A value that fits remains as it is.
 */
export function fitRow(emulator: EmulatorPlan, plan: OperationPlan, row: Row, text: string): JsonObject {
  const known = fittedRows.get(row) ?? new Map<OperationPlan, JsonObject>();
  const before = known.get(plan);
  if (before !== undefined) return before;
  const place = placeOf(emulator, plan);
  const fitted = place === undefined ? withoutInternal(row) : fit(emulator, place, row, text);
  fittedRows.set(row, known.set(plan, fitted));
  return fitted;
}

function fit({ sampler }: EmulatorPlan, place: Place, row: Row, text: string): JsonObject {
  const { declared, path, names } = place;
  const own = withoutInternal(row);
  let value: Json =
    names === undefined ? own : Object.fromEntries(Object.entries(own).filter(([name]) => names.has(name)));
  let sampled: Json | undefined;
  for (let round = 0; round < mostRounds; round += 1) {
    const issues = declared.check(around(path, value)).filter((issue) => isBelow(issue.path, path));
    if (issues.length === 0) break;
    sampled ??= sampleAt(sampler?.(declared, text), path) ?? {};
    const before: string = JSON.stringify(value);
    for (const issue of issues) value = mendValue(value, { ...issue, path: issue.path.slice(path.length) }, sampled);
    if (JSON.stringify(value) === before) break;
  }
  return isJsonObject(value) ? value : own;
}

function isBelow(path: Path, outer: Path): boolean {
  return outer.every((name, index) => path[index] === name);
}

function around(path: Path, value: Json): Json {
  return path.toReversed().reduce<Json>((inner, name) => (name === 0 ? [inner] : { [name]: inner }), value);
}

function sampleAt(sampled: Json | undefined, path: Path): Json | undefined {
  return sampled === undefined ? undefined : memberAt(sampled, path);
}

/** The response of an operation with one row: the row as it is declared, in the member that it declares. */
export function fitResponse(emulator: EmulatorPlan, plan: OperationPlan, row: Row, text: string): Json {
  const fitted = fitRow(emulator, plan, row, text);
  const place = placeOf(emulator, plan);
  if (place === undefined || place.path.length === 0) return fitted;
  const body = around(place.path, fitted);
  if (place.declared.is(body)) return body;
  const sampled = emulator.sampler?.(place.declared, plan.operation.id);
  return sampled === undefined ? body : withMember(sampled, place.path, fitted);
}

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
    const kind =
      tableOf(plan.behaviour) === table && typeof action === 'object' ? order.findIndex((name) => name in action) : -1;
    return kind < 0 || placeOf(emulator, plan) === undefined ? [] : [{ plan, kind }];
  });
  ranked.sort((left, right) => left.kind - right.kind);
  return ranked.slice(0, mostViews).map(({ plan }) => plan);
}

/** A row with what any operation that responds with it requires, always the same for the same text. */
export function completeRow(emulator: EmulatorPlan, table: string, row: Row, text: string): Row {
  let whole: JsonObject = row;
  for (const plan of viewsOf(emulator, table))
    whole = withMissing(whole, withKey(emulator, table, whole, fitRow(emulator, plan, whole, text)));
  return whole;
}

/** The members of a completed row that name it as the key does have its value: `docId` beside `id`. */
function withKey({ resources }: EmulatorPlan, table: string, row: Row, fitted: JsonObject): JsonObject {
  const { key = 'id' } = resources.find((one) => one.table === table)?.rules ?? {};
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
  const { key = 'id' } = emulator.resources.find((one) => one.table === table)?.rules ?? {};
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
    const sampled = place && sampleAt(emulator.sampler?.(place.declared, text), place.path);
    if (isJsonObject(sampled)) return sampled;
  }
  return {};
}
