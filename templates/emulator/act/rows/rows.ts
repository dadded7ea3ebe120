import { expandParameters, isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { HttpError, writeExactly } from '@speccast/runtime/requests';
import type { ResourceRules } from '../../plan/behaviour.js';
import type { Call } from '../../plan/plan.js';
import { idFrom, type IdRule } from '../../values/ids.js';
import type { Row } from '../../store/table.js';
import { fillTemplate } from '../../values/fill-template.js';
import { fresh, stringAt, valueAt, withValue } from '../../values/json-path.js';
import { afterExamples, fittingId, sampleRow } from './complete-row.js';

/** The key of a row under its table's rules. */
export function keyOf(rules: ResourceRules, row: Row): string {
  const key = valueAt(row, rules.key ?? 'id');
  if (key === undefined || typeof key === 'object' || typeof key === 'boolean') return writeExactly(row);
  return [...scopeOf(rules, (name) => row[`~${name}`]), key].join('/');
}

/** The values of the path parameters that rows of a table are stored by. */
export function scopeOf({ scope = [] }: ResourceRules, valueOf: (name: string) => Json | undefined): readonly string[] {
  return scope.map((name) => String(valueOf(name) ?? ''));
}

/** The values of the path parameters of a call that rows of a table are stored by. */
export function scopeOfCall(call: Call, table: string): readonly string[] {
  const { scope = [] } = call.rules(table);
  const names = call.plan.behaviour.scope ?? scope;
  return scope.map((name, index) => String(call.params[names[index] ?? name] ?? ''));
}

/** The path of a call below the base address, with its variables filled in: `/files/a`. */
export function writePath({ plan: { operation }, params }: Call): string {
  return operation.path.replace(/\{([^{}]+)\}/g, (_found, name: string) => {
    const property =
      expandParameters(operation).find((one) => one.in === 'path' && one.name === name)?.property ?? name;
    return encodeURIComponent(String(params[property] ?? ''));
  });
}

/** A new id. */
function newId(call: Call, table: string, rule: IdRule = {}): Json {
  if (rule.sampled === true) return sampledId(call, table);
  const made = madeId(call, table, rule);
  if (call.rules(table).inferred !== true) return made;
  const id = fittingId(call.emulator, table, made, `${table} ${String(made)}`);
  return id === made || isFree(call, table, id) ? id : sampledId(call, table);
}

/** An id by the rule of its table. */
function madeId(call: Call, table: string, rule: IdRule): Json {
  if (rule.alphabet === 'integer') return nextFree(call, table);
  if (rule.alphabet === 'digits' || rule.alphabet === 'hex' || rule.alphabet === 'uuid')
    return idFrom(`${table} ${ownNumber(call, table)}`, rule);
  const parent = rule.within === undefined ? '' : `${String(call.params[rule.within] ?? '')}/`;
  return parent + call.nextId(rule.prefix ?? '', rule.length ?? 24);
}

/** The next unused number. */
function nextFree(call: Call, table: string): number {
  for (;;) {
    const number = call.nextNumber(table);
    if (isFree(call, table, number)) return number;
  }
}

/** A number that no row of the table had, of a sequence of the caller's own. */
function ownNumber(call: Call, table: string): string {
  const own = call.caller === undefined ? '' : ` ${call.caller.userId}`;
  return `${call.nextNumber(table + own)}${own}`;
}

const mostSamples = 50;

/** The key of a sample that no row has yet. */
function sampledId(call: Call, table: string): Json {
  const { key = 'id', id } = call.rules(table);
  for (let tries = 0; tries < mostSamples; tries += 1) {
    const text = `${table} ${ownNumber(call, table)}`;
    const sampled = valueAt(sampleRow(call.emulator, table, text, afterExamples), key) ?? null;
    const value = fittingId(call.emulator, table, sampled, text);
    if (value !== null && isFree(call, table, value)) return value;
  }
  return idFrom(`${table} ${ownNumber(call, table)}`, id);
}

/** Whether no row has a key. */
function isFree(call: Call, table: string, key: Json): boolean {
  return call.tables.get(table, [...scopeOfCall(call, table), key].join('/')) === undefined;
}

/** The key that a plain id means where keys are resource names: `memos/7` for the `7` of `/memos/7`. */
export function wholeKey({ id: { prefix = '' } = {} }: ResourceRules, id: string): string {
  return prefix.endsWith('/') && !id.includes('/') ? prefix + id : id;
}

/** The first row with a value at a path. */
export function firstWith({ tables }: Call, table: string, path: string, value: Json): Row | undefined {
  return tables.find(table, path, value)[0];
}

/** The row with a key. Rejects (404) an unknown key. */
export function requireRow(call: Call, table: string, key: string, reason?: string): Row {
  const row = call.tables.get(table, key);
  if (row !== undefined) return row;
  throw notFound(call, table, key, reason);
}

/** Rejects (404) calls below a parent that does not exist. */
export function requireParent(call: Call, table: string): void {
  const [below] = Object.entries(call.plan.behaviour.below ?? {});
  const parent = below?.[0] ?? call.rules(table).parent;
  const scope = below?.[1].map((name) => String(call.params[name] ?? '')) ?? scopeOfCall(call, table);
  // Many services let callers name themselves so.
  if (parent === undefined || scope.at(-1) === 'me') return;
  requireRow(call, parent, [...scope.slice(0, -1), wholeKey(call.rules(parent), scope.at(-1) ?? '')].join('/'));
}

/** The error (404) for an unknown key. */
export function notFound(call: Call, table: string, key: string, reason?: string): HttpError {
  const name = reason ?? call.rules(table).errors?.notFound ?? call.plan.behaviour.errors?.notFound ?? 'notFound';
  return new HttpError(404, name, `There is no such entry in ${table}: ${key}.`);
}

/** The id of the owner of a row; undefined if its table has no owners. */
export function ownerOf(
  call: Pick<Call, 'emulator' | 'rules' | 'tables'>,
  table: string,
  row: Row,
): string | undefined {
  if (table === call.emulator.settings.caller?.table) return keyOf(call.rules(table), row);
  const { owner } = call.rules(table);
  if (owner === undefined || typeof owner === 'string') return owner === undefined ? undefined : stringAt(row, owner);
  const key = stringAt(row, owner.path);
  const other = key === undefined ? undefined : call.tables.get(owner.table, key);
  return other === undefined ? undefined : ownerOf(call, owner.table, other);
}

/** Rejects (403) a caller who is not the owner of a row. */
export function requireOwner(call: Call, table: string, row: Row, reason?: string): void {
  const owner = ownerOf(call, table, row);
  const hasOwner = owner !== undefined || call.rules(table).owner !== undefined;
  if (!hasOwner || owner === call.caller?.ownId) return;
  throw forbidden(call, table, reason);
}

/** The error (403) for a caller who is not the owner. */
export function forbidden(call: Call, table: string, reason?: string): HttpError {
  const name = reason ?? call.plan.behaviour.errors?.forbidden ?? call.rules(table).errors?.forbidden ?? 'forbidden';
  return new HttpError(403, name, `The entry of ${table} belongs to somebody else.`);
}

/** What rows are added to: by a call, or by a seed, whose `scope` makes its ids differ from those of others. */
export type RowTarget = Call | SeedTarget;

/** Where to add seeded rows, and how to make their ids. */
export interface SeedTarget extends Pick<Call, 'emulator' | 'rules' | 'tables' | 'now'> {
  readonly scope: string;
  /** Ids by name that are known already. */
  readonly ids?: JsonObject;
  /** The rows are those that a caller starts with. */
  readonly isFresh?: boolean;
  /** Tables that get no rows but those of the seed itself. */
  readonly closed?: ReadonlySet<string>;
}

/** Adds what the service assigns to a new row, where it is missing: kind, key, times, owner and defaults. */
export function stamp(target: RowTarget, table: string, draft: Row): Row {
  const { kind, key = 'id', id, created, updated, owner, defaults = {} } = target.rules(table);
  const call = 'scope' in target ? undefined : target;
  const time = new Date(target.now).toISOString();
  let row: JsonObject = kind === undefined || draft['kind'] !== undefined ? draft : { kind, ...draft };
  const add = (path: string, assign: () => Json | undefined): void => {
    const value = valueAt(row, path) === undefined ? assign() : undefined;
    if (value !== undefined) row = withValue(row, path, value);
  };
  add(key, () =>
    'scope' in target ? idFrom(`${target.scope} ${table} ${target.tables.size(table)}`, id) : newId(target, table, id),
  );
  for (const path of [created, updated]) if (path !== undefined) add(path, () => time);
  if (typeof owner === 'string') add(owner, () => call?.caller?.ownId);
  for (const [path, value] of Object.entries(defaults))
    add(path, () => fillTemplate(value, { fileName: call?.media?.fileName ?? 'unknown', ...row }));
  return 'scope' in target && target.isFresh === true ? { ...row, [fresh]: true } : row;
}

/** The body as an object. Rejects (400) anything else. */
export function requireBody(call: Call): JsonObject {
  const body = call.body ?? {};
  if (isJsonObject(body)) return body;
  throw new HttpError(400, 'invalidBody', 'The body has to be a JSON object.', { locationType: 'body' });
}

/** The error (400) for a missing parameter or path of the body. */
export function missing(
  location: string,
  reason = 'missingRequiredParameter',
  locationType: 'parameter' | 'body' = 'parameter',
): HttpError {
  return new HttpError(400, reason, `Something required is missing: ${location}.`, { location, locationType });
}

/** The row that the id at a path of another row refers to. */
export function rowNamed(call: Call, row: Row, table: string, path: string): Row | undefined {
  const key = stringAt(row, path);
  return key === undefined ? undefined : call.tables.get(table, key);
}
