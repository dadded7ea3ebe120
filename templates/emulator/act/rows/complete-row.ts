import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { checkParameters, memberAt } from '@speccast/runtime/requests';
import type { Issue, Validator } from '@speccast/runtime/validators';
import { readAction, findTable } from '../../plan/rule.js';
import type { EmulatorPlan, OperationPlan } from '../../plan/plan.js';
import { declaredExamples } from '../declared-example.js';
import type { Row } from '../../store/table.js';
import { findPlace, fitRow, listIssues, type Place, sampleAt } from './fit-row.js';
import { type LocatedSchema, withStartingValues } from './starting-values.js';
import { plainName } from '../../values/plain-name.js';

/** The operations that are about the rows of a table. */
interface Views {
  /** Operations that respond with rows, and where; those with one row first. */
  readonly places: readonly { readonly plan: OperationPlan; readonly place: Place }[];
  /** Operations on one row, and the parameters of the path with its key. */
  readonly keys: readonly {
    readonly plan: OperationPlan;
    readonly declared: Validator<unknown>;
    readonly by: string;
  }[];
}

// Finding them takes time, and each new row asks for them several times.
const viewsOfPlans = new WeakMap<EmulatorPlan, Map<string, Views>>();

const kinds = ['get', 'insert', 'update', 'list'];

/** Most operations whose responses a new row is completed for. */
const mostPlaces = 8;

function findViews(emulator: EmulatorPlan, table: string): Views {
  const known = viewsOfPlans.get(emulator) ?? new Map<string, Views>();
  viewsOfPlans.set(emulator, known);
  const before = known.get(table);
  if (before !== undefined) return before;
  const plans = emulator.operations.filter(({ behaviour }) => findTable(behaviour) === table);
  const places = kinds.flatMap((kind) =>
    plans.flatMap((plan) => {
      const { [kind]: own, tells = 'list' } = readAction(plan.behaviour);
      const place = own !== undefined && tells === 'list' ? findPlace(emulator, plan) : undefined;
      return place === undefined ? [] : [{ plan, place }];
    }),
  );
  const keys = plans.flatMap((plan) => {
    const { by, named } = readAction(plan.behaviour);
    const { parameters: declared, operation } = plan;
    if (typeof by !== 'string' || named !== undefined || declared === undefined) return [];
    return operation.path.includes(`{${by}}`) ? [{ plan, declared, by }] : [];
  });
  const views = { places: places.slice(0, mostPlaces), keys };
  known.set(table, views);
  return views;
}

/** An operation may declare a sampled member more narrowly than another; a value for both is found in two rounds. */
const narrowRounds = 2;

/**
 * Completes a row with the members that any operation that responds with it requires, with values that all of them declare. The same
 * `text` makes the same members. Members in `stated` remain as they are; default: those that the row has.
 */
export function completeRow(
  emulator: EmulatorPlan,
  table: string,
  {
    row,
    text,
    stated = new Set(Object.keys(row)),
  }: { readonly row: Row; readonly text: string; readonly stated?: ReadonlySet<string> },
): Row {
  const { places } = findViews(emulator, table);
  const key = findKeyName(emulator, table);
  let whole: JsonObject = row;
  for (const { plan } of places) {
    const before = whole;
    const value = Object.hasOwn(before, key) ? before[key] : undefined;
    // Members that name the row as its key does have the value of the key: `docId` beside `id`.
    const entries = Object.entries(fitRow(emulator, plan, before, text)).map(([name, own]): [string, Json] => {
      const isCopy = !Object.hasOwn(before, name) && typeof value === typeof own && isAlias(emulator, table, name);
      return [name, isCopy ? (value ?? own) : own];
    });
    whole = withMissing(before, Object.fromEntries(entries));
  }
  for (let round = 0; round < narrowRounds; round += 1) {
    const start = whole;
    for (const { plan, place } of places) {
      const before = whole;
      const names = listIssues(place, fitRow(emulator, plan, before, text)).map(({ path }) => String(path[0] ?? ''));
      const wrong = new Set(names.filter((name) => !stated.has(name) && name !== key && Object.hasOwn(before, name)));
      const sampled = wrong.size > 0 ? sampleAt(emulator.sampler, place, text) : undefined;
      for (const name of wrong) {
        const value = memberAt(sampled ?? {}, [name]);
        const { [name]: _before, ...others } = whole;
        whole = value === undefined ? others : { ...whole, [name]: value };
      }
    }
    if (whole === start) break;
  }
  return whole;
}

/** Finds where the operation with most of the rows of a table responds with them. */
export function findRowPlace(emulator: EmulatorPlan, table: string): Place | undefined {
  return findViews(emulator, table).places[0]?.place;
}

/** Adds to a new row the values that the schemas of the body and of responses state for members that were left out. */
export function startRow(emulator: EmulatorPlan, table: string, row: Row, sent: LocatedSchema | undefined): Row {
  const places = findViews(emulator, table).places.map(({ place }) => place);
  let whole = sent === undefined ? row : withStartingValues(row, sent);
  for (const { row: schema } of places) if (schema !== undefined) whole = withStartingValues(whole, schema);
  if (whole === row) return row;
  // A default need not match its own schema, such as `now()` for a time.
  const wrong = new Set(places.flatMap((place) => listIssues(place, whole).map(({ path }) => String(path[0] ?? ''))));
  const isKnown = (name: string) =>
    !wrong.has(name) && (places.length === 0 || places.some(({ members }) => members?.has(name) !== false));
  const entries = Object.entries(whole).filter(([name]) => Object.hasOwn(row, name) || isKnown(name));
  return Object.fromEntries(entries);
}

/** The first attempt to sample a value that is no example: the key of each row is another. */
export const afterExamples = 2;

/** Returns a value in the form that a member has in the rows of a table: `5` or `'5'`. */
export function fittingValue(emulator: EmulatorPlan, table: string, name: string, value: Json): Json {
  const place = findRowPlace(emulator, table);
  if (place === undefined) return value;
  const forms = [value, String(value), Number(value)];
  return forms.find((form) => listIssues(place, { [name]: form }).every(({ path }) => path[0] !== name)) ?? value;
}

/** Tells whether all operations that respond with rows of a table, or whose path names one, take a key, as a number or as its digits. */
export function isKey(emulator: EmulatorPlan, table: string, value: Json): boolean {
  const key = findKeyName(emulator, table);
  const { places, keys } = findViews(emulator, table);
  const forms: Json[] = [value];
  if (typeof value === 'number') forms.push(String(value));
  else if (typeof value === 'string' && /^[1-9]\d{0,15}$/.test(value)) forms.push(Number(value));
  const isTaken = (issues: readonly Issue[], name: string) =>
    issues.every(({ path }) => path.length !== 1 || path[0] !== name);
  return (
    places.every(({ place }) => forms.some((form) => isTaken(listIssues(place, { [key]: form }), key))) &&
    keys.every(({ plan, by }) => forms.some((form) => isTaken(checkParameters(plan, { [by]: form }).issues, by)))
  );
}

/** Returns an id that was made by the rule of a table, or a sampled one if responses declare something else. */
export function fittingId(emulator: EmulatorPlan, table: string, made: Json, text: string): Json {
  if (isKey(emulator, table, made)) return made;
  const { places, keys } = findViews(emulator, table);
  const sources = [
    ...places.map(({ place: { declared, path } }) => ({ declared, path: [...path, findKeyName(emulator, table)] })),
    ...keys.map(({ declared, by }) => ({ declared, path: [by] })),
  ];
  for (const { declared, path } of sources) {
    const id = memberAt(emulator.sampler?.(declared, text, afterExamples) ?? null, path);
    if (id !== undefined && isKey(emulator, table, id)) return id;
  }
  return made;
}

function findKeyName({ resources }: EmulatorPlan, table: string): string {
  return resources.find((one) => one.table === table)?.rules.key ?? 'id';
}

/** Tells whether a member names a row as its key does: `docId`, `doc_key` and `id` beside `key`. */
export function isAlias(emulator: EmulatorPlan, table: string, name: string): boolean {
  const key = plainName(findKeyName(emulator, table));
  const singular = plainName(table).replace(/s$/, '');
  return ['id', key, `${singular}id`, `${singular}${key}`].includes(plainName(name));
}

/** Adds to an object the members that only another has, also in the objects that both have. */
function withMissing(object: JsonObject, other: JsonObject): JsonObject {
  let whole = object;
  for (const [name, value] of Object.entries(other)) {
    const own = Object.hasOwn(object, name) ? object[name] : undefined;
    const inner = isJsonObject(own) && isJsonObject(value) ? withMissing(own, value) : own === undefined ? value : own;
    if (inner !== own) whole = { ...whole, [name]: inner };
  }
  return whole;
}

/** Most rows that are taken from examples. */
const mostExamples = 20;

/** Lists the rows in the examples of the responses with rows of a table, lists first; each key once. */
export function listExampleRows(emulator: EmulatorPlan, table: string): readonly JsonObject[] {
  const key = findKeyName(emulator, table);
  const rows = new Map<string, JsonObject>();
  for (const { plan, place } of findViews(emulator, table).places.toReversed()) {
    const path = place.path.at(-1) === 0 ? place.path.slice(0, -1) : place.path;
    for (const example of declaredExamples(emulator, plan))
      for (const row of [memberAt(example, path) ?? []].flat())
        if (isJsonObject(row)) rows.set(String(row[key] ?? rows.size), { ...rows.get(String(row[key])), ...row });
  }
  return [...rows.values()].slice(0, mostExamples);
}

/** Samples a row, from the operation with most of it; empty without one. */
export function sampleRow(emulator: EmulatorPlan, table: string, text: string, first: number = 0): JsonObject {
  for (const { place } of findViews(emulator, table).places) {
    const sampled = sampleAt(emulator.sampler, place, text, first);
    if (isJsonObject(sampled)) return sampled;
  }
  return {};
}
