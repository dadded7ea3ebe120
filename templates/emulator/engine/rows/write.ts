import { isJsonObject, jsonResponses, type JsonObject } from '@speccast/runtime';
import type { DeleteAction, GetAction, InsertAction, UpdateAction } from '../plan/behaviour.js';
import type { CallResponse, Call, ResourcePlan } from '../plan/plan.js';
import { rejectOrWarn } from '../profiles/notes.js';
import { formValues } from '../request/coerce-body.js';
import { responseFor, successOf } from '../response/declared-response.js';
import { checkTag } from '../response/entity-tags.js';
import { HttpError } from '../response/http-error.js';
import type { Row } from '../store/row-index.js';
import { merge, pick, stringsOf, valueAt, withoutValue, withValue } from '../values/json-path.js';
import { checkOpen, insertRow, removeRow, replaceRow, withoutAssigned } from './change-rows.js';
import { complete, fitted } from './complete.js';
import { partsAsked, withoutOtherParts } from './parts.js';
import { present } from './present.js';
import { keyOf, missing, notFound, requireBody, requireOwner, requireParent, requireRow, scopeOf } from './rows.js';
import { visibleRow } from './visibility.js';

/** Responds with one row. */
export function get(call: Call, { get: table, by = 'id' }: GetAction): CallResponse {
  const key = keyFrom(call, table, by);
  const row = visibleRow(call, table, key);
  if (row === undefined) throw notFound(call, table, key);
  return { kind: 'json', body: present(call, table, row) };
}

/** Stores the body as a new row, with its media. */
export function insert(call: Call, action: InsertAction): CallResponse {
  const { insert: table, unique = [] } = action;
  requireParent(call, table);
  const row = insertRow(
    call,
    table,
    filled(
      call,
      table,
      scoped(call, table, withChosen(call, table, withoutAssigned(call, table, sentBody(call, table)))),
    ),
  );
  checkOpen(call, table, row);
  if (unique.length > 0) checkUnique(call, table, row, action);
  keepMedia(call, table, row);
  return {
    ...rowResponse(call, table, row, action.status),
    ...(action.location === true && locationOf(call, table, row)),
  };
}

function sentBody(call: Call, table: string): JsonObject {
  const model = modelOf(call, table);
  return model === undefined ? requireBody(call) : formValues(call.plan, requireBody(call), model);
}

function modelOf({ emulator }: Call, table: string): ResourcePlan['model'] {
  return emulator.resources.find((one) => one.table === table)?.model;
}

/** Sets the key that the caller chose, if that is allowed. Rejects (409) one that exists. */
function withChosen(call: Call, table: string, row: JsonObject): JsonObject {
  const { id, key = 'id' } = call.rules(table);
  const value = id?.chosen === true ? valueAt(requireBody(call), key) : undefined;
  if (value === undefined || value === null || value === '') return row;
  const whole = withValue(scoped(call, table, row), key, value);
  if (call.tables.get(table, keyOf(call.rules(table), whole)) === undefined) return whole;
  throw new HttpError(409, 'duplicate', `There is such an entry in ${table} already: ${JSON.stringify(value)}.`);
}

/** The URL of a new row: below that of the call. */
function locationOf(
  { plan, params, baseUrl, rules }: Call,
  table: string,
  row: Row,
): { headers: { location: string } } {
  const path = plan.operation.path.replace(/\{([^{}]+)\}/g, (_found, name: string) =>
    encodeURIComponent(String(params[name] ?? '')),
  );
  const key = String(valueAt(row, rules(table).key ?? 'id'));
  return { headers: { location: `${baseUrl}${path}/${encodeURIComponent(key)}` } };
}

/** Updates a row of the caller, and its media if some were sent. */
export function update(call: Call, { update: table, by = 'id', replace = false }: UpdateAction): CallResponse {
  const before = requireRow(call, table, keyFrom(call, table, by));
  requireOwner(call, table, before);
  checkOpen(call, table, before);
  checkTag(call, table, before);
  const { mutable } = call.rules(table);
  const sent = withoutOtherParts(call, withoutAssigned(call, table, sentBody(call, table)));
  const change = mutable === undefined ? sent : pick(sent, mutable);
  const after = replace ? replaced(call, table, before, change) : merge(clearOmitted(call, table, before), change);
  const row = replaceRow(call, table, before, filled(call, table, isJsonObject(after) ? after : before));
  keepMedia(call, table, row);
  return rowResponse(call, table, row);
}

/** Deletes a row of the caller. */
export function remove(
  call: Call,
  { delete: table, by = 'id', hollow = false, receipt = false }: DeleteAction,
): CallResponse {
  const row = requireRow(call, table, keyFrom(call, table, by));
  requireOwner(call, table, row);
  checkOpen(call, table, row);
  checkTag(call, table, row);
  const shown = present(call, table, row);
  removeRow(call, table, row);
  if (hollow) return { kind: 'json', body: {} };
  if (receipt) return { kind: 'json', body: receiptOf(call, shown) };
  return declaresBody(call) ? { kind: 'json', body: shown } : { kind: 'empty' };
}

/** The response for a deleted row, if it has another schema. */
function receiptOf({ plan, emulator }: Call, row: JsonObject): JsonObject {
  const declared = responseFor(plan, successOf(plan))?.body;
  const sampled = declared === undefined ? undefined : emulator.sampler?.(declared, plan.operation.id);
  if (declared === undefined || !isJsonObject(sampled)) return row;
  const shared = Object.fromEntries(Object.entries(row).filter(([name]) => Object.hasOwn(sampled, name)));
  return fitted(shared, sampled, (value) => declared.is(value)) ?? sampled;
}

/** The key of the row of a call: from the parameter, else from the body, else of the caller's own row. */
function keyFrom(call: Call, table: string, by: string): string {
  const path = call.rules(table).key ?? 'id';
  const body = isJsonObject(call.body) ? (valueAt(call.body, path) ?? valueAt(call.body, by)) : undefined;
  const [key] = stringsOf(call.params[by] ?? body);
  if (key !== undefined) return [...scopeOf(call.rules(table), (name) => call.params[name]), key].join('/');
  if (table === call.emulator.settings.caller?.table && call.caller !== undefined) return call.caller.ownId;
  throw missing(by, call.plan.behaviour.errors?.missing);
}

/** Replaces a row, except for its key and parents. */
function replaced(call: Call, table: string, before: Row, change: JsonObject): JsonObject {
  const { key = 'id', scope = [] } = call.rules(table);
  return { ...change, ...pick(before, [key, ...scope.map((name) => `~${name}`)]) };
}

function scoped(call: Call, table: string, row: JsonObject): JsonObject {
  const { scope = [] } = call.rules(table);
  if (scope.length === 0) return row;
  return { ...row, ...Object.fromEntries(scope.map((name) => [`~${name}`, String(call.params[name] ?? '')])) };
}

/** Adds missing required members from a sample. */
function filled(call: Call, table: string, row: JsonObject): JsonObject {
  const { sampler } = call.emulator;
  const model = modelOf(call, table);
  if (sampler === undefined || model === undefined) return row;
  const fits: (value: unknown) => boolean = model.is;
  if (fits(row)) return row;
  const base = sampler(model, `${table} ${JSON.stringify(row)}`);
  if (!isJsonObject(base)) return row;
  const { key = 'id', created = key, updated = key } = call.rules(table);
  const stamped = pick(base, [key, created, updated]);
  const rest = [key, created, updated].reduce((less, path) => withoutValue(less, path), base);
  return complete(row, rest, (value) => fits({ ...stamped, ...value }));
}

/** Rejects a duplicate. A seeded one with `~givesWay` is removed instead. */
function checkUnique(call: Call, table: string, row: Row, { unique: paths = [], conflict }: InsertAction): void {
  const [first = ''] = paths;
  const same = call.tables
    .find(table, first, valueAt(row, first) ?? null)
    .filter((one) => one !== row && paths.every((path) => valueAt(one, path) === valueAt(row, path)));
  const [other] = same;
  if (other?.['~givesWay'] === true) return removeRow(call, table, other);
  const reason = call.plan.behaviour.errors?.duplicate ?? 'duplicate';
  const status = conflict ?? (reason === 'duplicate' ? 409 : 400);
  if (other !== undefined)
    rejectOrWarn(call, new HttpError(status, reason, `There is such an entry in ${table} already.`));
}

function keepMedia(call: Call, table: string, row: Row): void {
  if (call.media !== undefined) call.tables.putBlob(`${table}/${keyOf(call.rules(table), row)}`, call.media);
}

function rowResponse(call: Call, table: string, row: Row, status?: number): CallResponse {
  if (!declaresBody(call)) return { kind: 'empty' };
  return { kind: 'json', body: present(call, table, row), ...(status === undefined ? {} : { status }) };
}

/** Whether the operation's first 2xx response has content. */
function declaresBody({ plan }: Call): boolean {
  const { responses = jsonResponses } = plan.operation;
  const success =
    responses.find(({ status }) => status.startsWith('2')) ?? responses.find(({ status }) => status === 'default');
  return (success?.contents ?? []).length > 0;
}

/** Removes the members that a body leaves out from the parts that it writes, or sets their defaults. */
function clearOmitted(call: Call, table: string, row: Row): Row {
  const { clears = [] } = call.plan.vendor ?? {};
  const { order, defaults = {} } = call.rules(table);
  const written = new Set(partsAsked(call));
  let result = row;
  for (const path of clears) {
    const [part = path] = path.split('.');
    // A row without a position would move to the end.
    if (path === order?.position || !written.has(part) || valueAt(call.body, path) !== undefined) continue;
    const usual = defaults[path];
    result = usual === undefined ? withoutValue(result, path) : withValue(result, path, usual);
  }
  return result;
}
