import { type Json, type JsonObject, isJsonObject } from '@speccast/runtime';
import { checkParameters, memberAt, readMember, toJsonObject } from '@speccast/runtime/requests';
import type { Issue } from '@speccast/runtime/validators';
import { findTable, readAction } from '../../plan/rule.js';
import type { EmulatorPlan } from '../../plan/plan.js';
import { declaredExamples } from './examples.js';
import type { Row } from '../../store/table.js';
import {
  type Place,
  findPlace,
  listIssues,
  mendRow,
  sampleAt,
  findResource,
  type LocatedSchema,
  withStartingValues,
} from './fit-row.js';
import { filterMembers, mergeWithNulls, valueAt } from '../../values/json-path.js';
import { plainName } from '../../values/did-you-mean.js';
import type { Tables } from '../../store/world.js';

/** Maximum number of operations for whose responses a new row is completed. */
const mostPlaces = 8;

/** Finds the key of a table, the places where operations respond with its rows, first those with one row, and the parameters that name its rows. */
function findUses(emulator: EmulatorPlan, table: string) {
  const plans = emulator.operations.filter(({ behaviour }) => findTable(behaviour) === table);
  const places = ['get', 'insert', 'update', 'list'].flatMap((kind) =>
    plans.flatMap((plan) => {
      const { [kind]: own, tells = 'list' } = readAction(plan.behaviour);
      return (own !== undefined && tells === 'list' && findPlace(plan, emulator)) || [];
    }),
  );
  const parameters = plans.flatMap((plan) => {
    const { by, named } = readAction(plan.behaviour);
    const isKey = typeof by === 'string' && named === undefined && plan.operation.path.includes(`{${by}}`);
    return isKey && plan.parameters ? [{ plan, by }] : [];
  });
  return { key: findKeyName(emulator, table), places: places.slice(0, mostPlaces), parameters };
}

/** An operation may declare a sampled member more narrowly than another; a value for both is found in two rounds. */
const narrowRounds = 2;

/**
 * Completes a row with the members that any operation that responds with it requires, with values that all of them allow. The same
 * `text` generates the same members. Members that the row has remain as they are, unless they are sampled, too.
 */
export function completeRow(
  emulator: EmulatorPlan,
  table: string,
  { row, text, isSampled = false }: { readonly row: Row; readonly text: string; readonly isSampled?: boolean },
): Row {
  const { key, places } = findUses(emulator, table);
  let whole: JsonObject = row;
  for (const place of places) {
    const before = whole;
    const value = readMember(before, key);
    // Members that identify the row as its key does get the value of the key: `docId` beside `id`.
    const entries = Object.entries(mendRow(emulator, place, before, text)).map(([name, own]) => {
      const isCopy = !Object.hasOwn(before, name) && typeof value === typeof own && isAlias(emulator, table, name);
      return [name, isCopy ? value : own];
    });
    whole = { ...before, ...mergeWithNulls(Object.fromEntries(entries), before) };
  }
  for (let round = 0; round < narrowRounds; round += 1)
    for (const place of places) {
      const names = listIssues(place, mendRow(emulator, place, whole, text)).map(({ path }) => String(path[0] ?? ''));
      for (const name of new Set(names)) {
        const isStated = !isSampled && Object.hasOwn(row, name);
        if (isStated || name === key || !Object.hasOwn(whole, name)) continue;
        const { [name]: _wrong, ...others } = whole;
        const value = memberAt(sampleAt(emulator.sampler, place, text) ?? {}, [name]);
        whole = value === undefined ? others : { ...whole, [name]: value };
      }
    }
  return whole;
}

/** Finds where the operation with most of the rows of a table responds with them. */
export function findRowPlace(emulator: EmulatorPlan, table: string): Place | undefined {
  return findUses(emulator, table).places[0];
}

/** Adds to a new row the values that the schemas of the body and of responses state for members that were left out. */
export function startRow(emulator: EmulatorPlan, table: string, row: Row, sent: LocatedSchema | undefined): Row {
  const { places } = findUses(emulator, table);
  let whole = row;
  for (const schema of [sent, ...places.map((place) => place.row)])
    if (schema) whole = toJsonObject(withStartingValues(whole, schema));
  if (whole === row) return row;
  // A default need not match its own schema, such as `now()` for a time.
  const wrong = new Set(places.flatMap((place) => listIssues(place, whole).map(({ path }) => path[0])));
  const isKnown = (name: string) =>
    !wrong.has(name) && (places.length === 0 || places.some(({ members }) => members?.has(name) !== false));
  return filterMembers(whole, (name) => Object.hasOwn(row, name) || isKnown(name));
}

/** The number of the first sampling attempt that uses no examples, so that the keys of rows differ. */
export const afterExamples = 2;

/** Returns a value in the form that a member has in the rows of a table: `5` or `'5'`. */
export function fittingValue(emulator: EmulatorPlan, table: string, name: string, value: Json): Json {
  const place = findRowPlace(emulator, table);
  if (!place) return value;
  const forms = [value, String(value), Number(value)];
  return forms.find((form) => listIssues(place, { [name]: form }).every(({ path }) => path[0] !== name)) ?? value;
}

/** Returns whether all operations that respond with rows of a table, or whose path names one, take a key, as a number or as its digits. */
export function isKey(emulator: EmulatorPlan, table: string, value: Json): boolean {
  const { key, places, parameters } = findUses(emulator, table);
  const forms = [value];
  if (typeof value === 'number') forms.push(String(value));
  else if (typeof value === 'string' && /^[1-9]\d{0,15}$/.test(value)) forms.push(Number(value));
  const isTaken = (name: string, check: (value: JsonObject) => readonly Issue[]) =>
    forms.some((form) => check({ [name]: form }).every(({ path }) => path.length !== 1 || path[0] !== name));
  return (
    places.every((place) => isTaken(key, (row) => listIssues(place, row))) &&
    parameters.every(({ plan, by }) => isTaken(by, (params) => checkParameters(plan, params).issues))
  );
}

/** Returns an id that was made by the rule of a table, or a sampled one if responses declare something else. */
export function fittingId(emulator: EmulatorPlan, table: string, made: Json, text: string): Json {
  if (isKey(emulator, table, made)) return made;
  const { key, places, parameters } = findUses(emulator, table);
  const sources = [
    ...places.map(({ declared, path }) => ({ declared, path: [...path, key] })),
    ...parameters.map(({ plan, by }) => ({ declared: plan.parameters, path: [by] })),
  ];
  for (const { declared, path } of sources) {
    const sampled = declared && emulator.sampler?.(declared, text, afterExamples);
    const id = memberAt(sampled ?? null, path);
    if (id !== undefined && isKey(emulator, table, id)) return id;
  }
  return made;
}

function findKeyName(emulator: EmulatorPlan, table: string | undefined): string {
  return findResource(emulator, table)?.rules.key ?? 'id';
}

/** Returns whether a member names a row as its key does: `docId`, `doc_key` and `id` beside `key`. */
export function isAlias(emulator: EmulatorPlan, table: string, name: string): boolean {
  const key = plainName(findKeyName(emulator, table));
  const singular = plainName(table).replace(/s$/, '');
  return ['id', key, `${singular}id`, `${singular}${key}`].includes(plainName(name));
}

/** Maximum number of rows that are taken from examples. */
const mostExamples = 20;

/** Lists the rows in the examples of the responses with rows of a table, lists first; each key once. */
export function listExampleRows(emulator: EmulatorPlan, table: string): readonly JsonObject[] {
  const { key, places } = findUses(emulator, table);
  const rows = new Map<string, JsonObject>();
  for (const { plan, path } of places.toReversed()) {
    const outer = path.at(-1) === 0 ? path.slice(0, -1) : path;
    for (const example of declaredExamples(emulator, plan))
      for (const row of [memberAt(example, outer) ?? []].flat())
        if (isJsonObject(row)) rows.set(String(row[key] ?? rows.size), { ...rows.get(String(row[key])), ...row });
  }
  return [...rows.values()].slice(0, mostExamples);
}

/** Samples a row, from the operation with most of it; empty without one. */
export function sampleRow(emulator: EmulatorPlan, table: string, text: string, first: number = 0): JsonObject {
  for (const place of findUses(emulator, table).places) {
    const sampled = sampleAt(emulator.sampler, place, text, first);
    if (isJsonObject(sampled)) return sampled;
  }
  return {};
}

/** Members that refer to another row of the same table. */
const siblings = /^(?:parent|manager|supervisor|previous|next|original|root|source|superior|reportsto)$/;

/** Replaces the ids of other things in a sampled row with those of stored rows: `managerId` of the same table, `userId` of `users`. */
export function withReferences(
  emulator: EmulatorPlan,
  tables: Tables,
  { table, row, text }: { readonly table: string; readonly row: Row; readonly text: string },
): JsonObject {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]): [string, Json] => {
      const [, base] = /^([^~].*?)_?(?:id|gid|uuid)$/i.exec(name) ?? [];
      if (base === undefined) return [name, value];
      const plain = plainName(base);
      const other = emulator.resources.find(({ table: one, rules }) => {
        const plural = one.toLowerCase();
        const singulars = [plural, plural.replace(/s$/, ''), plural.replace(/ies$/, 'y')];
        return rules.inferred && one !== table && singulars.includes(plain);
      });
      const target = other?.table ?? (siblings.test(plain) ? table : undefined);
      const rows = target ? tables.list(target) : [];
      const id = valueAt(rows[text.length % rows.length], findKeyName(emulator, target));
      return [name, id !== undefined && typeof id === typeof value ? id : value];
    }),
  );
}
