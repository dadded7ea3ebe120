import { isJsonObject, type Json, jsonResponses, type JsonObject } from '@speccast/runtime';
import { HttpError, isBodyless, writeExactly } from '@speccast/runtime/requests';
import { findTable } from '../../plan/rule.js';
import type { DeleteAction, GetAction, InsertAction, Tells } from '../../plan/actions.js';
import type { CallResponse, Call, ResourcePlan } from '../../plan/plan.js';
import { rejectOrWarn } from '../../plan/notes.js';
import { formValues } from '../../plan/operations/coerce-body.js';
import { successBody } from '../../plan/operations/declared-response.js';
import { checkTag } from './entity-tags.js';
import { sampleResponse } from '../sample-response.js';
import type { Row } from '../../store/table.js';
import { pick, stringsOf, valueAt, withoutValue, withValue } from '../../values/json-path.js';
import { checkOpen, findSame, insertRow, removeRow, withoutAssigned } from './change-rows.js';
import { complete, fitted } from './complete.js';
import { completeRow, fittingValue, isAlias, isKey, sampleRow } from './complete-row.js';
import { fitResponse, fitRow } from './fit-row.js';
import { present } from './present.js';
import {
  keyOf,
  missing,
  notFound,
  requireBody,
  requireOwner,
  requireParent,
  scopeOfCall,
  wholeKey,
  writePath,
} from './rows.js';
import { visibleRow } from './visible-fields.js';

/** Responds with one row. */
export function get(call: Call, { get: table, by = 'id', file = false }: GetAction): CallResponse {
  const key = keyFrom(call, table, by);
  const row = visibleRow(call, table, key) ?? givenRow(call, table, by);
  if (row === undefined || row[gone] === true) throw notFound(call, table, key);
  if (file) {
    const media = call.tables.blob(`${table}/${keyOf(call.rules(table), row)}`);
    if (media !== undefined) return { kind: 'bytes', media };
    call.notes.sampled = true;
    return sampleResponse(call);
  }
  return declaresBody(call) ? { kind: 'json', body: shown(call, table, row) } : { kind: 'empty' };
}

/** A row as the operation responds with it. */
function shown(call: Call, table: string, row: Row): Json {
  const rules = call.rules(table);
  if (rules.inferred !== true) return present(call, table, row);
  return fitResponse(call.emulator, call.plan, row, `${table} ${keyOf(rules, row)}`);
}

/** A row that is there although nobody made it: until it is changed, a sample. */
export function givenRow(call: Call, table: string, by: string): Row | undefined {
  const { single, open, key = 'id' } = call.rules(table);
  const value = single === 'given' ? onlyKey : open === true ? keyValue(call, table, by) : undefined;
  if (value === undefined) return undefined;
  // Nothing has a name that no response could tell.
  if (single === undefined && !isKey(call.emulator, table, value)) return undefined;
  const text = [table, ...scopeOfCall(call, table), value].join(' ');
  const row = withScope(call, table, sampleRow(call.emulator, table, text));
  return completeRow(call.emulator, table, { row: { ...row, [key]: value }, text, stated: new Set() });
}

/** Marks a row that was deleted, in a table that has a row for every other key. */
export const gone = '~gone';

/** The key that a parameter or the body names; undefined if none does. */
export function statedKey(call: Call, table: string, by: string): Json | undefined {
  const { key = 'id' } = call.rules(table);
  return call.params[by] ?? (isJsonObject(call.body) ? (valueAt(call.body, key) ?? valueAt(call.body, by)) : undefined);
}

/** The key that a call names, as rows have it. */
export function keyValue(call: Call, table: string, by: string): Json | undefined {
  const { id } = call.rules(table);
  const named = statedKey(call, table, by);
  return id?.alphabet === 'integer' && named !== undefined ? Number(named) : named;
}

/** Key of the row of a table that has one. */
export const onlyKey = 'one';

/** Stores the body as a new row, with its media. */
export function insert(call: Call, action: InsertAction): CallResponse {
  const { insert: table, unique = [] } = action;
  // A body without a schema may be a list.
  const many = action.many ?? (Array.isArray(call.body) ? '' : undefined);
  requireParent(call, table);
  if (many !== undefined) return insertAll(call, action, many);
  const own = withChosen(call, table, withoutAssigned(call, table, sentBody(call, table)));
  const row = insertRow(call, table, filled(call, table, withScope(call, table, own)));
  checkOpen(call, table, row);
  if (unique.length > 0) checkUnique(call, table, row, action);
  keepMedia(call, table, row);
  return {
    ...told(call, table, [row], action),
    ...(action.location === true && locationOf(call, table, row)),
  };
}

/** Stores each of the items that a body lists. */
function insertAll(call: Call, action: InsertAction, many: string): CallResponse {
  const { insert: table } = action;
  const sent = many === '' || !isJsonObject(call.body) ? call.body : call.body[many];
  const items = (Array.isArray(sent) ? sent : [sent ?? {}]).map((one: Json) =>
    isJsonObject(one) ? one : { value: one },
  );
  const rows = items.map((body) => {
    const item = { ...call, body };
    return insertRow(item, table, withScope(item, table, withChosen(item, table, withoutAssigned(item, table, body))));
  });
  return told(call, table, rows, action);
}

/** The response to a change, for operations whose response is no row, too. */
export function told(
  call: Call,
  table: string,
  rows: readonly Row[],
  { tells, status }: { readonly tells?: Tells; readonly status?: number },
): CallResponse {
  const [row] = rows;
  if (!declaresBody(call) || row === undefined) return { kind: 'empty' };
  if (tells === 'sample') return receiptFor(call, table, row);
  if (tells === 'key') return keyResponse(call, table, row);
  if (tells === 'list') return listResponse(call, table, rows);
  return rowResponse(call, table, row, status);
}

/** A sample of a response about something else than a row, with the key of the row: `{taskUid: 5, rackUid: 'r1'}`. */
function receiptFor(call: Call, table: string, row: Row): CallResponse {
  const response = sampleResponse(call);
  const { key = 'id', id } = call.rules(table);
  const value = valueAt(row, key);
  const declared = successBody(call.plan);
  if (response.kind !== 'json' || !isJsonObject(response.body) || value === undefined) return response;
  const names = Object.keys(response.body).filter((name) => isAlias(call.emulator, table, name));
  // Whoever did not choose the key has to be told it, although some specs leave it out.
  const told = names.length > 0 || id?.chosen !== undefined ? names : [key];
  const body = { ...response.body, ...Object.fromEntries(told.map((name) => [name, value])) };
  return declared?.is(body) === false ? response : { ...response, body };
}

/** The key of a row; where the response is an id of another kind, no row is kept that callers could not name. */
function keyResponse(call: Call, table: string, row: Row): CallResponse {
  const key = valueAt(row, call.rules(table).key ?? 'id') ?? null;
  if (successBody(call.plan)?.is(key) !== false) return { kind: 'json', body: key };
  call.tables.remove(table, keyOf(call.rules(table), row));
  call.notes.sampled = true;
  return sampleResponse(call);
}

/** Rows, or their keys if the response is a list of ids. */
function listResponse(call: Call, table: string, rows: readonly Row[]): CallResponse {
  const declared = successBody(call.plan);
  const { key = 'id' } = call.rules(table);
  const keys = rows.map((row) => valueAt(row, key) ?? null);
  const body = rows.map((row) => listedRow(call, table, row));
  return { kind: 'json', body: declared?.is(body) === false && declared.is(keys) ? keys : body };
}

function listedRow(call: Call, table: string, row: Row): JsonObject {
  return fitRow(call.emulator, call.plan, row, `${table} ${keyOf(call.rules(table), row)}`);
}

/** The row that the body of a call holds. */
export function sentBody(call: Call, table: string): JsonObject {
  const model = modelOf(call, table) ?? call.plan.body;
  return model === undefined ? requireBody(call) : formValues(call.plan, requireBody(call), model);
}

function modelOf({ emulator }: Call, table: string): ResourcePlan['model'] {
  return emulator.resources.find((one) => one.table === table)?.model;
}

/** Sets the key that the caller chose, if that is allowed. Rejects (409) one that exists. */
function withChosen(call: Call, table: string, row: JsonObject): JsonObject {
  const { id, key = 'id' } = call.rules(table);
  const { chosen = false } = id ?? {};
  const value = chosen === false ? undefined : valueAt(requireBody(call), chosen === true ? key : chosen);
  if (value === undefined || value === null || value === '') return row;
  // Nobody could name the row by it.
  if (call.rules(table).inferred === true && !isKey(call.emulator, table, value)) return row;
  const whole = withValue(withScope(call, table, row), key, value);
  const known = call.tables.get(table, keyOf(call.rules(table), whole));
  if (known === undefined) return whole;
  checkTag(call, table, known);
  throw new HttpError(409, 'duplicate', `There is such an entry in ${table} already: ${writeExactly(value)}.`);
}

/** The URL of a new row: below that of the call. */
function locationOf(call: Call, table: string, row: Row): { headers: { location: string } } {
  const key = String(valueAt(row, call.rules(table).key ?? 'id'));
  return { headers: { location: `${call.baseUrl}${writePath(call)}/${encodeURIComponent(key)}` } };
}

/** Deletes a row of the caller. */
export function remove(
  call: Call,
  { delete: table, by = 'id', hollow = false, receipt = false, all = false, tells }: DeleteAction,
): CallResponse {
  if (all) return removeAll(call, table);
  const key = keyFrom(call, table, by);
  const row = call.tables.get(table, key) ?? givenRow(call, table, by);
  if (row === undefined || row[gone] === true) throw notFound(call, table, key);
  requireOwner(call, table, row);
  checkOpen(call, table, row);
  checkTag(call, table, row);
  const body = declaresBody(call) ? shown(call, table, row) : undefined;
  removeRow(call, table, row);
  if (call.rules(table).open === true) call.tables.put(table, { ...row, [gone]: true });
  if (body === undefined) return { kind: 'empty' };
  if (tells !== undefined) return sampleResponse(call);
  if (hollow) return { kind: 'json', body: {} };
  if (call.rules(table).inferred === true && !isOfType(call, body)) return sampleResponse(call);
  return {
    kind: 'json',
    body:
      (receipt || isOther(call, table, body)) && isJsonObject(body) ? receiptOf(call, present(call, table, row)) : body,
  };
}

/** Whether a response is none that its operation declares. What is gone need not be told as callers wrote it. */
function isOther(call: Call, table: string, body: Json): boolean {
  return call.rules(table).inferred === true && successBody(call.plan)?.is(body) === false;
}

/** Deletes all rows of a table, or of one parent. */
function removeAll(call: Call, table: string): CallResponse {
  requireParent(call, table);
  const { scope = [] } = call.rules(table);
  const { scope: names = scope, parents = [] } = call.plan.behaviour;
  const wanted = [
    ...scope.map((name, index) => [name, names[index] ?? name] as const),
    ...parents.map((name) => [name, name] as const),
  ];
  for (const row of call.tables.list(table))
    if (wanted.every(([name, from]) => row[`~${name}`] === String(call.params[from] ?? '')))
      removeRow(call, table, row);
  return declaresBody(call) ? sampleResponse(call) : { kind: 'empty' };
}

/** The response for a deleted row, if it has another schema. */
function receiptOf({ plan, emulator }: Call, row: JsonObject): JsonObject {
  const declared = successBody(plan);
  const sampled = declared === undefined ? undefined : emulator.sampler?.(declared, plan.operation.id);
  if (declared === undefined || !isJsonObject(sampled)) return row;
  const shared = Object.fromEntries(Object.entries(row).filter(([name]) => Object.hasOwn(sampled, name)));
  return fitted(shared, sampled, (value) => declared.is(value)) ?? sampled;
}

/** The key of the row of a call: from the parameter, else from the body, else of the caller's own row. */
export function keyFrom(call: Call, table: string, by: string): string {
  const value = call.rules(table).single === undefined ? statedKey(call, table, by) : onlyKey;
  const [key] = stringsOf(value);
  if (key !== undefined)
    return namedKey(call, table, key) ?? [...scopeOfCall(call, table), wholeKey(call.rules(table), key)].join('/');
  if (table === call.emulator.settings.caller?.table && call.caller !== undefined) return call.caller.ownId;
  throw missing(by, call.plan.behaviour.errors?.missing);
}

/** The key of the row with a value at the member that an operation names rows by. */
function namedKey(call: Call, table: string, value: string): string | undefined {
  const { action } = call.plan.behaviour;
  const named = typeof action === 'object' && 'named' in action ? action.named : undefined;
  if (typeof named !== 'string') return undefined;
  const above = scopeOfCall(call, table).map((name) => `${name}/`);
  const keys = call.tables.find(table, named, value).map((row) => keyOf(call.rules(table), row));
  return keys.find((key) => key.startsWith(above.join('')));
}

/** A new row with the parents that the path names. */
export function withScope(call: Call, table: string, row: JsonObject): JsonObject {
  const { scope = [] } = call.rules(table);
  const values = scopeOfCall(call, table);
  const parents = (call.plan.behaviour.parents ?? []).map(
    (name) => [`~${name}`, String(call.params[name] ?? '')] as const,
  );
  const all = [...scope.map((name, index) => [`~${name}`, values[index] ?? ''] as const), ...parents];
  const ids = Object.entries(call.plan.behaviour.parentIds ?? {}).map(
    ([name, member]) => [member, fittingValue(call.emulator, table, member, call.params[name] ?? null)] as const,
  );
  return all.length + ids.length === 0 ? row : { ...row, ...Object.fromEntries([...ids, ...all]) };
}

/** Adds missing required members from a sample. */
export function filled(call: Call, table: string, row: JsonObject): JsonObject {
  const { sampler } = call.emulator;
  const model = modelOf(call, table);
  if (sampler === undefined || model === undefined || call.rules(table).inferred === true) return row;
  const fits: (value: unknown) => boolean = model.is;
  if (fits(row)) return row;
  const base = sampler(model, `${table} ${writeExactly(row)}`);
  if (!isJsonObject(base)) return row;
  const { key = 'id', created = key, updated = key } = call.rules(table);
  const stamped = pick(base, [key, created, updated]);
  const rest = [key, created, updated].reduce((less, path) => withoutValue(less, path), base);
  return complete(row, rest, (value) => fits({ ...stamped, ...value }));
}

/** Rejects a duplicate. */
function checkUnique(call: Call, table: string, row: Row, { unique: paths = [], conflict }: InsertAction): void {
  const reason = call.plan.behaviour.errors?.duplicate ?? 'duplicate';
  const status = conflict ?? (reason === 'duplicate' ? 409 : 400);
  if (findSame(call, table, row, paths).length > 0)
    rejectOrWarn(call, new HttpError(status, reason, `There is such an entry in ${table} already.`));
}

/** Stores the bytes of a call under the key of a row. */
export function keepMedia(call: Call, table: string, row: Row): void {
  if (call.media !== undefined) call.tables.putBlob(`${table}/${keyOf(call.rules(table), row)}`, call.media);
}

function rowResponse(call: Call, table: string, row: Row, status?: number): CallResponse {
  if (!declaresBody(call)) return { kind: 'empty' };
  const body = shown(call, table, row);
  // The response is something else than a row.
  if (call.rules(table).inferred === true && !isOfType(call, body)) return sampleResponse(call);
  return { kind: 'json', body, ...(status !== undefined && { status }) };
}

/** Whether the operation responds with values of that type. */
function isOfType({ plan }: Call, body: Json): boolean {
  const declared = successBody(plan);
  return (
    declared === undefined ||
    declared.is(body) ||
    !declared.check(body).some(({ path, keyword }) => path.length === 0 && keyword === 'type')
  );
}

/** Whether one of the operation's 2xx responses has content. A 204 and a 205 have none, whatever is declared. */
function declaresBody({ plan, rules }: Call): boolean {
  const { action } = plan.behaviour;
  if (rules(findTable(plan.behaviour) ?? '').untyped === true) return !declaresOnly(plan, '204');
  const { responses = jsonResponses } = plan.operation;
  const successes = responses.filter(({ status }) => status.startsWith('2'));
  const possible = successes.length > 0 ? successes : responses.filter(({ status }) => status === 'default');
  if (possible.some(({ status, contents = [] }) => !isBodyless(Number(status)) && contents.length > 0)) return true;
  // A read that declares nothing at all reads something.
  const isRead = plan.operation.method === 'GET' && typeof action === 'object' && 'get' in action;
  const isSilent = possible.every(({ status, contents = [] }) => !isBodyless(Number(status)) && contents.length === 0);
  return isRead && isSilent && rules(findTable(plan.behaviour) ?? '').inferred === true;
}

function declaresOnly({ responses }: Call['plan'], status: string): boolean {
  const successes = responses.filter((one) => one.status.startsWith('2'));
  return successes.length > 0 && successes.every((one) => one.status === status);
}
