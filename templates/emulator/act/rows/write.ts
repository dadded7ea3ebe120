import { isJsonObject, type Json, jsonResponses, type JsonObject } from '@speccast/runtime';
import { HttpError, isBodyless, writeExactly } from '@speccast/runtime/requests';
import { readAction, findTable } from '../../plan/rule.js';
import type { DeleteAction, GetAction, InsertAction } from '../../plan/actions.js';
import type { CallResponse, Call } from '../../plan/plan.js';
import { rejectOrWarn } from '../../plan/notes.js';
import { successBody } from '../../plan/operations/declared-response.js';
import { checkTag } from './entity-tags.js';
import { sampleResponse } from './examples.js';
import type { Row } from '../../store/table.js';
import { filterMembers, pick, stringsOf, valueAt, withoutValue, withValue } from '../../values/json-path.js';
import { checkOpen, findSame, insertRow, removeRow, withoutAssigned } from './change-rows.js';
import { complete, withRequiredMembers, findResource } from './fit-row.js';
import { present, fitRow, presentRow, findVisibleRow } from './present.js';
import { completeRow, fittingValue, isAlias, isKey, sampleRow } from './complete-row.js';
import {
  missing,
  notFound,
  readCallScope,
  readKey,
  readParents,
  requireBody,
  requireOwner,
  requireParent,
  wholeKey,
  writePath,
} from './rows.js';

/** Responds with one row. */
export function get(call: Call, { get: table, by = 'id', file = false }: GetAction): CallResponse {
  const key = requireKey(call, table, by);
  const row = findVisibleRow(call, table, key) ?? sampleOpenRow(call, table, by);
  if (!row || row[gone]) throw notFound(call, table, key);
  if (!file) return declaresBody(call) ? { kind: 'json', body: presentRow(call, table, row) } : { kind: 'empty' };
  const media = call.tables.blob(`${table}/${readKey(call.rules(table), row)}`);
  if (media) return { kind: 'bytes', media };
  call.notes.sampled = true;
  return sampleResponse(call);
}

/** Samples the row of a resource whose keys are open, for example `GET /settings/{key}` with a key that was never written. */
export function sampleOpenRow(call: Call, table: string, by: string): Row | undefined {
  const { emulator } = call;
  const { single, open, key = 'id' } = call.rules(table);
  const value = single === 'given' ? onlyKey : open ? readRowKey(call, table, by) : undefined;
  // A key that the schemas of responses do not allow has no row.
  if (value === undefined || (single === undefined && !isKey(emulator, table, value))) return undefined;
  const text = [table, ...readCallScope(call, table), value].join(' ');
  const row = { ...withParents(call, table, sampleRow(emulator, table, text)), [key]: value };
  return completeRow(emulator, table, { row, text, isSampled: true });
}

/** Internal member of a deleted row, in a table with open keys. */
export const gone = '~gone';

/** Key of the row of a table with one row. */
export const onlyKey = 'one';

/** Reads the key that a parameter or the body names. */
export function readSentKey(call: Call, table: string, by: string): Json | undefined {
  return call.params[by] ?? valueAt(call.body, call.rules(table).key ?? 'id') ?? valueAt(call.body, by);
}

/** Reads the key that a call names, with the type that rows have: `'5'` → `5` if keys are numbers. */
export function readRowKey(call: Call, table: string, by: string): Json | undefined {
  const sent = readSentKey(call, table, by);
  return call.rules(table).id?.alphabet === 'integer' && sent !== undefined ? Number(sent) : sent;
}

/** Stores the body as a new row, with its media, or each item of a body that is a list. */
export function insert(call: Call, action: InsertAction): CallResponse {
  // A body without a schema may be a list.
  const { insert: table, unique = [], many = Array.isArray(call.body) ? '' : undefined } = action;
  requireParent(call, table);
  if (many !== undefined) {
    const sent = many !== '' && isJsonObject(call.body) ? call.body[many] : call.body;
    const rows = [sent ?? {}].flat().map((item) => {
      const body = isJsonObject(item) ? item : { value: item };
      return insertRow(call, table, toDraft({ ...call, body }, table, body));
    });
    return respondToWrite(call, table, rows, action);
  }
  const row = insertRow(call, table, withRequired(call, table, toDraft(call, table, requireBody(call))));
  checkOpen(call, table, row);
  if (findSame(call, table, row, unique).length > 0) {
    const reason = call.plan.behaviour.errors?.duplicate ?? 'duplicate';
    const { conflict = reason === 'duplicate' ? 409 : 400 } = action;
    rejectOrWarn(call, new HttpError(conflict, reason, `An entry with the same values exists in ${table} already.`));
  }
  keepMedia(call, table, row);
  const response = respondToWrite(call, table, [row], action);
  if (!action.location) return response;
  const key = encodeURIComponent(String(valueAt(row, call.rules(table).key ?? 'id')));
  return { ...response, headers: { location: `${call.baseUrl}${writePath(call)}/${key}` } };
}

/**
 * Converts a body to a new row: removes the members that the service assigns, and adds the parents in the path and the key that the
 * caller chose, if callers may choose keys. Rejects (409) a key that exists.
 */
function toDraft(call: Call, table: string, sent: JsonObject): JsonObject {
  const draft = withParents(call, table, withoutAssigned(call, table, sent));
  const { id: { chosen = false } = {}, key = 'id', inferred } = call.rules(table);
  const value = chosen === false ? undefined : valueAt(requireBody(call), chosen === true ? key : chosen);
  if (value === undefined || value === null || value === '') return draft;
  // Callers could not name the row by this key.
  if (inferred && !isKey(call.emulator, table, value)) return draft;
  const whole = withValue(draft, key, value);
  const known = call.tables.get(table, readKey(call.rules(table), whole));
  if (!known) return whole;
  checkTag(call, table, known);
  throw new HttpError(409, 'duplicate', `The entry ${writeExactly(value)} exists in ${table} already.`);
}

/** Builds the response of a write: the row, its key, a list, a sample or no body, as the operation declares. */
export function respondToWrite(
  call: Call,
  table: string,
  rows: readonly Row[],
  { tells, status }: Pick<InsertAction, 'tells' | 'status'>,
): CallResponse {
  const { emulator, plan } = call;
  const [row] = rows;
  if (!row || !declaresBody(call)) return { kind: 'empty' };
  const rules = call.rules(table);
  const { key: path = 'id', id } = rules;
  const declared = successBody(plan);
  const keys = rows.map((one) => valueAt(one, path) ?? null);
  const [key = null] = keys;
  if (tells === 'list') {
    const body = rows.map((one) => fitRow(call, table, one));
    return { kind: 'json', body: declared?.is(body) === false && declared.is(keys) ? keys : body };
  }
  if (tells === 'key') {
    if (declared?.is(key) !== false) return { kind: 'json', body: key };
    // The response is an id of another kind: callers could not name the row.
    call.tables.remove(table, readKey(rules, row));
    call.notes.sampled = true;
    return sampleResponse(call);
  }
  if (tells === undefined) {
    const body = presentRow(call, table, row);
    if (isOtherType(call, table, body)) return sampleResponse(call);
    return { kind: 'json', body, ...(status !== undefined && { status }) };
  }
  // A response about something else, with the key of the row: `{ taskUid: 5, rackUid: 'r1' }`.
  const response = sampleResponse(call);
  if (response.kind !== 'json' || !isJsonObject(response.body) || key === null) return response;
  const names = Object.keys(response.body).filter((name) => isAlias(emulator, table, name));
  // Callers need a key that they did not choose, although some specs leave it out.
  if (names.length === 0 && id?.chosen === undefined) names.push(path);
  const body = { ...response.body, ...Object.fromEntries(names.map((name) => [name, key])) };
  return declared?.is(body) === false ? response : { ...response, body };
}

/** Deletes a row of the caller, or all rows below a parent. */
export function remove(call: Call, action: DeleteAction): CallResponse {
  const { delete: table, by = 'id', hollow, receipt, tells } = action;
  const { inferred, open } = call.rules(table);
  if (action.all) {
    requireParent(call, table);
    const parents = readParents(call, table);
    for (const row of call.tables.list(table))
      if (parents.every(([name, value]) => row[name] === value)) removeRow(call, table, row);
    return declaresBody(call) ? sampleResponse(call) : { kind: 'empty' };
  }
  const key = requireKey(call, table, by);
  const row = requireWritable(call, table, key, call.tables.get(table, key) ?? sampleOpenRow(call, table, by));
  const body = declaresBody(call) ? presentRow(call, table, row) : undefined;
  removeRow(call, table, row);
  if (open) call.tables.put(table, { ...row, [gone]: true });
  if (body === undefined) return { kind: 'empty' };
  if (hollow && tells === undefined) return { kind: 'json', body: {} };
  if (tells !== undefined || isOtherType(call, table, body)) return sampleResponse(call);
  const declared = successBody(call.plan);
  const isReceipt = receipt || (inferred && declared?.is(body) === false);
  if (!isReceipt || !isJsonObject(body)) return { kind: 'json', body };
  const whole = present(call, table, row);
  const sampled = declared && call.emulator.sampler?.(declared, call.plan.operation.id);
  if (!isJsonObject(sampled)) return { kind: 'json', body: whole };
  // A response with another schema gets the values of the members that it has in common with the row.
  const shared = filterMembers(whole, (name) => Object.hasOwn(sampled, name));
  const completed = withRequiredMembers(call, shared);
  return { kind: 'json', body: declared?.is(completed) === true ? completed : sampled };
}

/** Returns the row that a call changes. Rejects an unknown one (404), one of others (403) or the service, and one with another tag (412). */
export function requireWritable(call: Call, table: string, key: string, row: Row | undefined): Row {
  if (!row || row[gone]) throw notFound(call, table, key);
  requireOwner(call, table, row);
  checkOpen(call, table, row);
  checkTag(call, table, row);
  return row;
}

/** Returns the key of the row of a call: from the parameter, else from the body, else of the caller's own row. Rejects (400) a call without one. */
export function requireKey(call: Call, table: string, by: string): string {
  const { caller, emulator, plan, tables } = call;
  const rules = call.rules(table);
  const [key] = rules.single === undefined ? stringsOf(readSentKey(call, table, by)) : [onlyKey];
  if (key === undefined) {
    if (table === emulator.settings.caller?.table && caller) return caller.ownId;
    throw missing(by, plan.behaviour.errors?.missing);
  }
  // An operation may identify rows by another member than the key.
  const { named } = readAction(plan.behaviour);
  const found = typeof named === 'string' ? tables.find(table, named, key).map((row) => readKey(rules, row)) : [];
  const above = [...readCallScope(call, table), ''].join('/');
  return found.find((one) => one.startsWith(above)) ?? above + wholeKey(rules, key);
}

/** Adds the parents that the path names to a new row. */
export function withParents(call: Call, table: string, row: JsonObject): JsonObject {
  const ids = Object.entries(call.plan.behaviour.parentIds ?? {}).map(
    ([name, member]) => [member, fittingValue(call.emulator, table, member, call.params[name] ?? null)] as const,
  );
  return { ...row, ...Object.fromEntries([...ids, ...readParents(call, table)]) };
}

/** Adds missing required members of the model from a sample. */
export function withRequired(call: Call, table: string, row: JsonObject): JsonObject {
  const model = findResource(call.emulator, table)?.model;
  const { key = 'id', created = key, updated = key, inferred } = call.rules(table);
  if (!model || inferred || model.is(row)) return row;
  const sampled = call.emulator.sampler?.(model, `${table} ${writeExactly(row)}`);
  if (!isJsonObject(sampled)) return row;
  const stamps = [key, created, updated];
  const stamped = pick(sampled, stamps);
  return complete(row, stamps.reduce(withoutValue, sampled), (value) => model.is({ ...stamped, ...value }));
}

/** Stores the bytes of a call under the key of a row. */
export function keepMedia(call: Call, table: string, row: Row): void {
  if (call.media) call.tables.putBlob(`${table}/${readKey(call.rules(table), row)}`, call.media);
}

/** Returns whether the response of an operation on an inferred table has another type than a row. */
function isOtherType(call: Call, table: string, body: Json): boolean {
  if (!call.rules(table).inferred) return false;
  const issues = successBody(call.plan)?.check(body) ?? [];
  return issues.some(({ path, keyword }) => path.length === 0 && keyword === 'type');
}

/** Returns whether one of the operation's 2xx responses has content. A 204 and a 205 have none, whatever is declared. */
function declaresBody({ plan, rules }: Call): boolean {
  const { inferred, untyped } = rules(findTable(plan.behaviour) ?? '');
  if (untyped) {
    const successes = plan.responses.filter(({ status }) => status.startsWith('2'));
    return successes.length === 0 || successes.some(({ status }) => status !== '204');
  }
  const { responses = jsonResponses, method } = plan.operation;
  const successes = responses.filter(({ status }) => status.startsWith('2'));
  const possible = successes.length > 0 ? successes : responses.filter(({ status }) => status === 'default');
  const full = possible.filter(({ status }) => !isBodyless(Number(status)));
  if (full.some(({ contents = [] }) => contents.length > 0)) return true;
  // A GET that declares no content in any response still returns the row.
  const isRead = method === 'GET' && readAction(plan.behaviour)['get'] !== undefined;
  return inferred === true && isRead && full.length === possible.length;
}
