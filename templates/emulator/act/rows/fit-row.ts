import { type Json, type JsonObject, isJsonObject } from '@speccast/runtime';
import type { Issue, Validator } from '@speccast/runtime/validators';
import {
  type Path,
  memberAt,
  mendValue,
  mergeSchemas,
  readJsonSchema,
  readMember,
  resolveSchema,
  toJsonObject,
  writeExactly,
} from '@speccast/runtime/requests';
import { membersAt } from '../../values/members-at.js';
import { findTable, readAction } from '../../plan/rule.js';
import type { Call, EmulatorPlan, OperationPlan, ResourcePlan } from '../../plan/plan.js';
import { readOnce } from '../../plan/read-once.js';
import { successBody } from '../../plan/operations/declared-response.js';
import type { Row } from '../../store/table.js';
import { unsampled } from '../../values/samples/find-unsampled.js';
import { filterMembers, mergeWithNulls, withoutInternal, withoutValue } from '../../values/json-path.js';

/** Finds the plan of a table. */
export function findResource({ resources }: EmulatorPlan, table: string | undefined): ResourcePlan | undefined {
  return resources.find((one) => one.table === table);
}

/** The position of a row in the response of an operation. */
export interface Place {
  readonly plan: OperationPlan;
  readonly declared: Validator<unknown>;
  readonly path: Path;
  /** Members that rows can have, with their schemas; undefined if they can have any. */
  readonly members: ReadonlyMap<string, JsonObject> | undefined;
  /** The schema of a row; undefined if the validator has none. */
  readonly row: LocatedSchema | undefined;
}

/** Finds where the response of an operation has a row; undefined if it has none, or no schema. */
export const findPlace: (plan: OperationPlan, emulator: EmulatorPlan) => Place | undefined = readOnce(
  (plan, emulator) => {
    const declared = successBody(plan);
    if (!declared) return undefined;
    const { list, tells, items = '', node = '' } = readAction(plan.behaviour);
    const single = tells === 'list' ? 0 : (plan.behaviour.within ?? '');
    const steps = list === undefined ? [single] : [...String(items).split('.'), 0, String(node)];
    const path = steps.filter((step) => step !== '');
    const schema = readJsonSchema(declared);
    const members = schema && membersAt(schema, path);
    const { key = 'id' } = findResource(emulator, findTable(plan.behaviour))?.rules ?? {};
    return {
      plan,
      declared,
      path,
      // Callers need the key of a new row, although some specs leave it out.
      members: members && new Map([...members, [key, members.get(key) ?? {}]]),
      row: schema && schemaAt(schema, path),
    };
  },
);

/**
 * Returns a row that matches the schema of a place: without undeclared members, with missing required members from a sample, and with
 * sampled values in place of invalid ones. A valid value stays as it is.
 */
export function mendRow({ sampler }: EmulatorPlan, place: Place, row: Row, text: string): JsonObject {
  const { members } = place;
  const own = withoutInternal(row);
  let value: Json = filterMembers(own, (name) => members?.has(name) !== false);
  let sampled: Json | undefined;
  for (let round = 0; round < 12; round += 1) {
    const issues = listIssues(place, value);
    if (issues.length === 0) break;
    sampled ??= sampleAt(sampler, place, text) ?? {};
    const before: string = writeExactly(value);
    for (const issue of issues) {
      // A member with one value states what was done, such as `action: 'created'`: a row has no other value for it.
      const values = members?.get(String(issue.path[0]))?.['enum'];
      const isFixed = issue.keyword === 'enum' && Array.isArray(values) && values.length === 1;
      value = mendValue(value, isFixed ? { ...issue, keyword: 'const' } : issue, sampled);
    }
    if (writeExactly(value) !== before) continue;
    if (issues.some(({ keyword }) => keyword === 'required')) unsampled.add(place.declared);
    break;
  }
  return isJsonObject(value) ? value : own;
}

/** Lists the errors that the schema of a response finds in a row, with paths in the row. */
export function listIssues({ declared, path }: Pick<Place, 'declared' | 'path'>, row: Json): readonly Issue[] {
  return declared
    .check(around(path, row))
    .filter((issue) => path.every((name, index) => issue.path[index] === name))
    .map((issue) => ({ ...issue, path: issue.path.slice(path.length) }));
}

/** Wraps a value in the members of a path: `['data', 0]` and a row → `{ data: [row] }`. */
export function around(path: Path, value: Json): Json {
  return path.toReversed().reduce<Json>((inner, name) => (name === 0 ? [inner] : { [name]: inner }), value);
}

/** Samples a response and returns the row in it. */
export function sampleAt(
  sampler: EmulatorPlan['sampler'],
  { declared, path }: Place,
  text: string,
  first: number = 0,
): Json | undefined {
  const sampled = sampler?.(declared, text, first);
  return sampled === undefined ? undefined : memberAt(sampled, path);
}

/** Adds the required members from a sample to an object. Returns the object unchanged if that does not make it valid. */
export function complete(object: JsonObject, sampled: JsonObject, fits: (value: JsonObject) => boolean): JsonObject {
  let whole: JsonObject = { ...sampled, ...object };
  if (!fits(whole)) whole = mergeWithNulls(sampled, object);
  if (!fits(whole)) return object;
  for (const name of Object.keys(sampled)) {
    const less = withoutValue(whole, name);
    if (!Object.hasOwn(object, name) && fits(less)) whole = less;
  }
  return whole;
}

/** Adds the required members of the response of an operation that have no data, from a sample. */
export function withRequiredMembers({ emulator, plan }: Call, body: JsonObject): JsonObject {
  const declared = successBody(plan);
  if (declared?.is(body) !== false) return body;
  const sampled = emulator.sampler?.(declared, plan.operation.id);
  return isJsonObject(sampled) ? complete(body, sampled, (value) => declared.is(value)) : body;
}

/** A schema, and the schema in which its references are resolved. */
export interface LocatedSchema {
  readonly schema: JsonObject;
  readonly root: JsonObject;
}

/** A member of an object, as a schema declares it. */
export interface Member {
  readonly name: string;
  /** The schema as the document has it. */
  readonly written: JsonObject;
  /** The schema with references and combinations resolved. */
  readonly schema: JsonObject;
  readonly isRequired: boolean;
}

/** Maximum number of levels of objects that are read: a schema can refer to itself. */
const deepest = 8;

/** Resolves the references of a schema. If it has one alternative besides `null`, resolves this one, too. */
function resolve(schema: JsonObject, root: JsonObject): JsonObject {
  const context = { root, budget: { left: 2000 } };
  const { anyOf = [], oneOf = [], ...own } = resolveSchema(schema, context);
  const [only, ...others] = [anyOf, oneOf].flat().filter((one) => isJsonObject(one) && one['type'] !== 'null');
  return isJsonObject(only) && others.length === 0 ? mergeSchemas(own, resolveSchema(only, context)) : own;
}

/** Finds the schema of the value at a path; an index means all items of a list. */
export function schemaAt(root: JsonObject, path: Path): LocatedSchema | undefined {
  let schema = root;
  for (const step of path) {
    const { items, properties } = resolve(schema, root);
    const inner = typeof step === 'number' ? items : toJsonObject(properties)[step];
    if (!isJsonObject(inner)) return undefined;
    schema = inner;
  }
  return { schema, root };
}

/** Lists the members that a schema declares for an object. */
export function listMembers({ schema, root }: LocatedSchema): readonly Member[] {
  const { properties, required } = resolve(schema, root);
  return Object.entries(toJsonObject(properties)).map(([name, one]) => {
    const written = toJsonObject(one);
    const isRequired = Array.isArray(required) && required.includes(name);
    return { name, written, schema: resolve(written, root), isRequired };
  });
}

/**
 * Adds the values that a schema states for members that are left out: their defaults, and the first value of a required enum.
 * `{name}` becomes `{name, colour: 'red', state: 'draft'}`. Undefined for a value that is left out and has none.
 */
export function withStartingValues(
  sent: Json | undefined,
  { schema: written, root }: LocatedSchema,
  isRequired: boolean = false,
  depth: number = 0,
): Json | undefined {
  const schema = resolve(written, root);
  const value = sent === undefined ? (written['default'] ?? schema['default']) : sent;
  // The members of the value itself are the first level.
  if (depth > deepest + 1 || (value === undefined && !isRequired)) return value;
  const { enum: values, items } = schema;
  if (value === undefined && Array.isArray(values)) return values.find((one) => one !== null);
  if (Array.isArray(value) && isJsonObject(items))
    return value.map((one: Json) => withStartingValues(one, { schema: items, root }, false, depth + 1) ?? one);
  if (value !== undefined && !isJsonObject(value)) return value;
  let whole: JsonObject = value ?? {};
  for (const member of listMembers({ schema: written, root })) {
    const own = readMember(whole, member.name);
    const start = withStartingValues(own, { schema: member.written, root }, member.isRequired, depth + 1);
    if (start !== undefined && start !== own) whole = { ...whole, [member.name]: start };
  }
  return value === undefined && Object.keys(whole).length === 0 ? undefined : whole;
}

/** Lists the paths of the members of a value that only the service writes: `readOnly` in the schema. */
export function readOnlyPaths(value: Json, located: LocatedSchema, depth: number = 0): readonly Path[] {
  const { root } = located;
  const listInner = (step: string | number, one: Json, schema: JsonObject) =>
    readOnlyPaths(one, { schema, root }, depth + 1).map((path) => [step, ...path]);
  if (depth > deepest) return [];
  if (Array.isArray(value)) {
    const items = toJsonObject(resolve(located.schema, root)['items']);
    return value.flatMap((one: Json, index) => listInner(index, one, items));
  }
  if (!isJsonObject(value)) return [];
  return listMembers(located).flatMap(({ name, written, schema }): readonly Path[] => {
    const own = readMember(value, name);
    if (own === undefined) return [];
    return schema['readOnly'] === true ? [[name]] : listInner(name, own, written);
  });
}
