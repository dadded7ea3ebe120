import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import type { Issue, Validator } from '@speccast/runtime/validators';
import { type Path, readJsonSchema, memberAt, mendValue, withMember, writeExactly } from '@speccast/runtime/requests';
import { membersAt } from '../../values/members-at.js';
import { findTable } from '../../plan/rule.js';
import type { EmulatorPlan, OperationPlan } from '../../plan/plan.js';
import { successBody } from '../../plan/operations/declared-response.js';
import type { Row } from '../../store/table.js';
import { unsampled } from '../../values/samples/unsampled.js';
import { withoutInternal } from '../../values/json-path.js';
import { type LocatedSchema, schemaAt } from './starting-values.js';

/** The position of a row in the response of an operation. */
export interface Place {
  readonly declared: Validator<unknown>;
  readonly path: Path;
  /** Members that rows can have there; undefined if they can have any. */
  readonly names: ReadonlySet<string> | undefined;
  /** The schema of a row there; undefined if none is known. */
  readonly row: LocatedSchema | undefined;
  /** Those that can have one value only, such as what was done. */
  readonly fixed: ReadonlySet<string>;
}

const places = new WeakMap<OperationPlan, Place | 'none'>();

/** Where the response of an operation has a row; undefined if it has none, or no schema. */
export function placeOf(emulator: EmulatorPlan, plan: OperationPlan): Place | undefined {
  const known = places.get(plan) ?? findPlace(emulator, plan) ?? 'none';
  places.set(plan, known);
  return known === 'none' ? undefined : known;
}

function findPlace({ resources }: EmulatorPlan, plan: OperationPlan): Place | undefined {
  const declared = successBody(plan);
  if (declared === undefined) return undefined;
  const { action, within } = plan.behaviour;
  const outer = within === undefined ? [] : [within];
  const path = rowPath(action) ?? outer;
  const schema = readJsonSchema(declared);
  const members = schema === undefined ? undefined : membersAt(schema, path);
  const table = findTable(plan.behaviour);
  const { key = 'id' } = resources.find((one) => one.table === table)?.rules ?? {};
  const fixed = [...(members ?? [])].filter(([, one]) => Array.isArray(one['enum']) && one['enum'].length === 1);
  return {
    declared,
    path,
    // Whoever makes a row has to be told its key, although some specs leave it out.
    names: members && new Set([...members.keys(), key]),
    row: schema && schemaAt(schema, path),
    fixed: new Set(fixed.map(([name]) => name)),
  };
}

/** Where a response that is a list has its rows. */
function rowPath(action: OperationPlan['behaviour']['action']): Path | undefined {
  if (typeof action !== 'object') return undefined;
  if ('tells' in action && action.tells === 'list') return [0];
  if (!('list' in action)) return undefined;
  const { items, node } = action;
  return [...(typeof items === 'string' ? items.split('.') : []), 0, ...(typeof node === 'string' ? [node] : [])];
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
  const { names, fixed } = place;
  const own = withoutInternal(row);
  let value: Json =
    names === undefined ? own : Object.fromEntries(Object.entries(own).filter(([name]) => names.has(name)));
  let sampled: Json | undefined;
  for (let round = 0; round < mostRounds; round += 1) {
    const issues = issuesAt(place, value);
    if (issues.length === 0) break;
    sampled ??= sampleAt(sampler, place, text) ?? {};
    const before: string = writeExactly(value);
    for (const issue of issues) {
      const isFixed = issue.keyword === 'enum' && fixed.has(String(issue.path[0]));
      value = mendValue(value, isFixed ? { ...issue, keyword: 'const' } : issue, sampled);
    }
    if (writeExactly(value) !== before) continue;
    if (issues.some(({ keyword }) => keyword === 'required')) unsampled.add(place.declared);
    break;
  }
  return isJsonObject(value) ? value : own;
}

/** What the schema of a response rejects in a row; paths are those of the row. */
export function issuesAt({ declared, path }: Pick<Place, 'declared' | 'path'>, row: Json): readonly Issue[] {
  return declared
    .check(around(path, row))
    .filter((issue) => isBelow(issue.path, path))
    .map((issue) => ({ ...issue, path: issue.path.slice(path.length) }));
}

function isBelow(path: Path, outer: Path): boolean {
  return outer.every((name, index) => path[index] === name);
}

/** A value in the members that a path names: `['data', 0]` and a row → `{ data: [row] }`. */
export function around(path: Path, value: Json): Json {
  return path.toReversed().reduce<Json>((inner, name) => (name === 0 ? [inner] : { [name]: inner }), value);
}

/** A row of a sampled response. */
export function sampleAt(
  sampler: EmulatorPlan['sampler'],
  { declared, path }: Place,
  text: string,
  first: number = 0,
): Json | undefined {
  const sampled = sampler?.(declared, text, first);
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
