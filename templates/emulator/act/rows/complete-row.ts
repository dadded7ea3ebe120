import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { checkParameters, memberAt } from '@speccast/runtime/requests';
import type { Issue } from '@speccast/runtime/validators';
import { findTable } from '../../plan/rule.js';
import type { EmulatorPlan, OperationPlan } from '../../plan/plan.js';
import { declaredExamples } from '../declared-example.js';
import type { Row } from '../../store/table.js';
import { fitRow, issuesAt, type Place, placeOf, sampleAt } from './fit-row.js';
import { type LocatedSchema, withStartingValues } from './starting-values.js';
import { plainName } from '../../values/plain-name.js';

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
    const kind = findTable(plan.behaviour) === table && isView ? order.findIndex((name) => name in action) : -1;
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

/** Where the operation that tells most of the rows of a table has one. */
export function rowPlace(emulator: EmulatorPlan, table: string): Place | undefined {
  const [plan] = viewsOf(emulator, table);
  return plan && placeOf(emulator, plan);
}

/** A new row with the values that the schemas of the body and of responses state for what was left out. */
export function startRow(emulator: EmulatorPlan, table: string, row: Row, sent: LocatedSchema | undefined): Row {
  const places = viewsOf(emulator, table).flatMap((plan) => placeOf(emulator, plan) ?? []);
  const isKnown = (name: string): boolean =>
    places.length === 0 || places.some(({ names }) => names === undefined || names.has(name));
  let whole = sent === undefined ? row : withStartingValues(row, sent);
  for (const { row: schema } of places) if (schema !== undefined) whole = withStartingValues(whole, schema);
  if (whole === row) return row;
  // A default need not be what its own schema takes, such as `now()` for a time.
  const wrong = new Set(places.flatMap((place) => issuesAt(place, whole).map(({ path }) => String(path[0] ?? ''))));
  const entries = Object.entries(whole).filter(
    ([name]) => Object.hasOwn(row, name) || (isKnown(name) && !wrong.has(name)),
  );
  return Object.fromEntries(entries);
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

/** The first attempt to sample a value that is no example: the key of each row is another. */
export const afterExamples = 2;

/** A value in the form that rows of a table have it in at a member: `5` or `'5'`. */
export function fittingValue(emulator: EmulatorPlan, table: string, name: string, value: Json): Json {
  const place = rowPlace(emulator, table);
  const forms = [value, String(value), Number(value)];
  const isFit = (form: Json): boolean =>
    place === undefined || issuesAt(place, { [name]: form }).every(({ path }) => path[0] !== name);
  return forms.find(isFit) ?? value;
}

/** Tables whose ids are known to be what responses declare. */
const fittingIds = new WeakMap<EmulatorPlan, Set<string>>();

/** Whether all operations that respond with rows of a table, or whose path names one, take a key, as a number or as its digits. */
export function isKey(emulator: EmulatorPlan, table: string, value: Json): boolean {
  const key = keyName(emulator, table);
  const number = typeof value === 'string' && /^[1-9]\d{0,15}$/.test(value) ? [Number(value)] : [];
  const forms = typeof value === 'number' ? [value, String(value)] : [value, ...number];
  const isTaken = (issues: readonly Issue[], name: string): boolean =>
    issues.every(({ path }) => path.length !== 1 || path[0] !== name);
  return (
    viewsOf(emulator, table).every((plan) => {
      const place = placeOf(emulator, plan);
      // A row is fitted to what each operation declares.
      return place === undefined || forms.some((form) => isTaken(issuesAt(place, { [key]: form }), key));
    }) &&
    namersOf(emulator, table).every(({ plan, by }) =>
      forms.some((form) => isTaken(checkParameters(plan, { [by]: form }).issues, by)),
    )
  );
}

/** The operations on one row of a table, and the parameter of the path that names it. */
function namersOf({ operations }: EmulatorPlan, table: string): readonly { plan: OperationPlan; by: string }[] {
  return operations.flatMap((plan) => {
    const { action } = plan.behaviour;
    const by = typeof action === 'object' && 'by' in action && !('named' in action) ? action.by : undefined;
    const isNamed = typeof by === 'string' && plan.operation.path.includes(`{${by}}`);
    return isNamed && plan.parameters !== undefined && findTable(plan.behaviour) === table ? [{ plan, by }] : [];
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
    const sampled = place && memberAt(sampleAt(emulator.sampler, place, text, afterExamples) ?? {}, [key]);
    if (sampled !== undefined && isKey(emulator, table, sampled)) return sampled;
  }
  for (const { plan, by } of namersOf(emulator, table)) {
    const params = plan.parameters && emulator.sampler?.(plan.parameters, text, afterExamples);
    const sampled = params && memberAt(params, [by]);
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
  const entries = Object.entries(fitted).map(([name, own]): [string, Json] => {
    const isOther = Object.hasOwn(row, name) || !isAlias(emulator, table, name);
    return [name, !isOther && value !== undefined && typeof value === typeof own ? value : own];
  });
  return Object.fromEntries(entries);
}

/** Whether a member names a row as its key does: `docId`, `doc_key` and `id` beside `key`. */
export function isAlias(emulator: EmulatorPlan, table: string, name: string): boolean {
  const [plain, key, plural] = [name, keyName(emulator, table), table].map(plainName);
  const singular = plural?.replace(/s$/, '');
  return ['id', key, `${singular}id`, `${singular}${key}`].includes(plain);
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
export function sampleRow(emulator: EmulatorPlan, table: string, text: string, first: number = 0): JsonObject {
  for (const plan of viewsOf(emulator, table)) {
    const place = placeOf(emulator, plan);
    const sampled = place && sampleAt(emulator.sampler, place, text, first);
    if (isJsonObject(sampled)) return sampled;
  }
  return {};
}
