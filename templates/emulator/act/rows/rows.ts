import { expandParameters, isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { HttpError, bodyError, writeExactly } from '@speccast/runtime/requests';
import type { ResourceRules } from '../../plan/behaviour.js';
import type { Call } from '../../plan/plan.js';
import { idFrom } from '../../values/ids.js';
import type { Row } from '../../store/table.js';
import { fillTemplate } from '../../values/fill-template.js';
import { fresh, stringAt, valueAt, withValue } from '../../values/json-path.js';
import { afterExamples, fittingId, sampleRow } from './complete-row.js';

/** Reads the key of a row by the rules of its table; rows below a parent have its key before theirs: `ann/7`. */
export function readKey(rules: ResourceRules, row: Row): string {
  const key = valueAt(row, rules.key ?? 'id');
  if (key === undefined || typeof key === 'object' || typeof key === 'boolean') return writeExactly(row);
  return [...readScope(rules, (name) => row[`~${name}`]), key].join('/');
}

/** Reads the values of the path parameters that rows of a table are stored by. */
export function readScope({ scope = [] }: ResourceRules, read: (name: string) => Json | undefined): readonly string[] {
  return scope.map((name) => String(read(name) ?? ''));
}

/** The members of a call that identify the parents of rows. */
type ParentCall = Pick<Call, 'params' | 'plan' | 'rules'>;

/** Reads the values that a call has for the path parameters that rows of a table are stored by. */
export function readCallScope({ params, plan, rules }: ParentCall, table: string): readonly string[] {
  const { scope = [] } = rules(table);
  const { scope: names = scope } = plan.behaviour;
  return scope.map((name, index) => String(params[names[index] ?? name] ?? ''));
}

/** Lists the internal members that identify the parents of rows, with the values of a call: `['~owner', 'ann']`. */
export function readParents(call: ParentCall, table: string): readonly (readonly [name: string, value: string])[] {
  const { scope = [] } = call.rules(table);
  const { parents = [] } = call.plan.behaviour;
  const values = [...readCallScope(call, table), ...parents.map((name) => String(call.params[name] ?? ''))];
  return [...scope, ...parents].map((name, index) => [`~${name}`, values[index] ?? '']);
}

/** Writes the path of a call below the base address, with its variables filled in: `/files/a`. */
export function writePath({ plan: { operation }, params }: Call): string {
  const variables = expandParameters(operation).filter((one) => one.in === 'path');
  return operation.path.replace(/\{([^{}]+)\}/g, (_found, name: string) => {
    const { property = name } = variables.find((one) => one.name === name) ?? {};
    return encodeURIComponent(String(params[property] ?? ''));
  });
}

/** Creates the id of a new row: by the rule of its table if the schemas of responses allow that, else from samples. */
function newId(call: Call, table: string): Json {
  const { emulator } = call;
  const { key = 'id', id = {}, inferred } = call.rules(table);
  const { alphabet = 'base64url', prefix = '', length = 24, within } = id;
  const own = call.caller ? ` ${call.caller.userId}` : '';
  // The number comes from a sequence of the caller, so that it is new in the table.
  const nextText = () => `${table} ${call.nextNumber(table + own)}${own}`;
  const isFree = (value: Json) =>
    call.tables.get(table, [...readCallScope(call, table), value].join('/')) === undefined;
  if (!id.sampled) {
    let made: Json;
    if (alphabet === 'integer')
      do made = call.nextNumber(table);
      while (!isFree(made));
    else if (alphabet !== 'base64url') made = idFrom(nextText(), id);
    else made = (within === undefined ? '' : `${String(call.params[within] ?? '')}/`) + call.nextId(prefix, length);
    if (!inferred) return made;
    const fitting = fittingId(emulator, table, made, `${table} ${String(made)}`);
    if (fitting === made || isFree(fitting)) return fitting;
  }
  for (let tries = 0; tries < 50; tries += 1) {
    const text = nextText();
    const sampled = valueAt(sampleRow(emulator, table, text, afterExamples), key) ?? null;
    const value = fittingId(emulator, table, sampled, text);
    if (value !== null && isFree(value)) return value;
  }
  return idFrom(nextText(), id);
}

/** Returns the key for an id in a path. In tables whose keys are resource names, adds the prefix: `7` → `memos/7`. */
export function wholeKey({ id: { prefix = '' } = {} }: ResourceRules, id: string): string {
  return prefix.endsWith('/') && !id.includes('/') ? prefix + id : id;
}

/** Returns the row with a key. Rejects (404) an unknown key. */
export function requireRow(call: Call, table: string, key: string, reason?: string): Row {
  const row = call.tables.get(table, key);
  if (!row) throw notFound(call, table, key, reason);
  return row;
}

/** Rejects (404) calls below a parent that does not exist. */
export function requireParent(call: Call, table: string): void {
  const [below] = Object.entries(call.plan.behaviour.below ?? {});
  const [parent = call.rules(table).parent, names] = below ?? [];
  const scope = names?.map((name) => String(call.params[name] ?? '')) ?? readCallScope(call, table);
  const own = scope.at(-1) ?? '';
  // Many services let callers name themselves `me`.
  if (parent === undefined || own === 'me') return;
  requireRow(call, parent, [...scope.slice(0, -1), wholeKey(call.rules(parent), own)].join('/'));
}

/** Creates the error (404) for an unknown key. */
export function notFound(call: Call, table: string, key: string, reason?: string): HttpError {
  const name = reason ?? call.rules(table).errors?.notFound ?? call.plan.behaviour.errors?.notFound ?? 'notFound';
  return new HttpError(404, name, `There is no entry ${key} in ${table}.`);
}

/** Finds the id of the owner of a row; undefined if its table has no owners. */
export function findOwner(call: RowTarget, table: string, row: Row): string | undefined {
  const rules = call.rules(table);
  if (table === call.emulator.settings.caller?.table) return readKey(rules, row);
  const { owner } = rules;
  if (typeof owner !== 'object') return owner && stringAt(row, owner);
  const other = findRowNamed(call, row, owner.table, owner.path);
  return other && findOwner(call, owner.table, other);
}

/** Rejects (403) a caller who is not the owner of a row. */
export function requireOwner(call: Call, table: string, row: Row, reason?: string): void {
  const owner = findOwner(call, table, row);
  const hasOwner = owner !== undefined || call.rules(table).owner !== undefined;
  if (hasOwner && owner !== call.caller?.ownId) throw forbidden(call, table, reason);
}

/** Creates the error (403) for a caller who is not the owner. */
export function forbidden(call: Call, table: string, reason?: string): HttpError {
  const name = reason ?? call.plan.behaviour.errors?.forbidden ?? call.rules(table).errors?.forbidden ?? 'forbidden';
  return new HttpError(403, name, `The entry of ${table} belongs to somebody else.`);
}

/** The call or the seed that adds rows. */
export type RowTarget = Call | SeedTarget;

/** A seed that adds rows. Its `scope` makes their ids differ from those of others. */
export interface SeedTarget extends Pick<Call, 'emulator' | 'rules' | 'tables' | 'now'> {
  readonly scope: string;
  /** Ids by name that are known already. */
  readonly ids?: JsonObject;
  /** True for the initial rows of a caller. */
  readonly isFresh?: boolean;
  /** Tables that get no rows but those of the seed itself. */
  readonly closed?: ReadonlySet<string>;
}

/** Adds to a new row the members that the service assigns, if they are missing: kind, key, times, owner and defaults. */
export function stamp(target: RowTarget, table: string, draft: Row): Row {
  const { kind, key = 'id', id, created, updated, owner, defaults = {} } = target.rules(table);
  const [call, seed] = 'scope' in target ? [undefined, target] : [target];
  const time = new Date(target.now).toISOString();
  let row: JsonObject = !kind || draft['kind'] !== undefined ? draft : { kind, ...draft };
  const add = (path: string | undefined, assign: () => Json | undefined) => {
    const value = path === undefined || valueAt(row, path) !== undefined ? undefined : assign();
    if (path !== undefined && value !== undefined) row = withValue(row, path, value);
  };
  add(key, () => (call ? newId(call, table) : idFrom(`${seed?.scope} ${table} ${target.tables.rows(table).size}`, id)));
  add(created, () => time);
  add(updated, () => time);
  if (typeof owner === 'string') add(owner, () => call?.caller?.ownId);
  for (const [path, value] of Object.entries(defaults))
    add(path, () => fillTemplate(value, { fileName: call?.media?.fileName ?? 'unknown', ...row }));
  return seed?.isFresh ? { ...row, [fresh]: true } : row;
}

/** Returns the body as an object. Rejects (400) anything else. */
export function requireBody(call: Call): JsonObject {
  const body = call.body ?? {};
  if (isJsonObject(body)) return body;
  throw bodyError('invalidBody', 'The body has to be a JSON object.');
}

/** Creates the error (400) for a missing parameter or path of the body. */
export function missing(
  location: string,
  reason = 'missingRequiredParameter',
  locationType: 'parameter' | 'body' = 'parameter',
): HttpError {
  return new HttpError(400, reason, `Something required is missing: ${location}.`, { location, locationType });
}

/** Finds the row that the id at a path of another row refers to. */
export function findRowNamed({ tables }: RowTarget, row: Row, table: string, path: string): Row | undefined {
  const key = stringAt(row, path);
  return key === undefined ? undefined : tables.get(table, key);
}
