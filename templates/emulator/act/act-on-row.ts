import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { readJsonSchema } from '@speccast/runtime/requests';
import { membersAt } from '../values/members-at.js';
import { readAction } from '../plan/rule.js';
import type { Call, CallResponse, OperationPlan } from '../plan/plan.js';
import { findRowAbove, type RowAbove } from '../plan/operations/row-above.js';
import { successBody } from '../plan/operations/declared-response.js';
import { sampleResponse } from './sample-response.js';
import { replaceRow } from './rows/change-rows.js';
import { findRowPlace } from './rows/complete-row.js';
import { listMembers } from './rows/starting-values.js';
import { get, sampleOpenRow, requireKey } from './rows/write.js';
import { withoutValue } from '../values/json-path.js';
import type { ReceivedMedia } from '../store/tables.js';
import { writePath } from './rows/rows.js';
import { readVerb, type VerbStates } from './verb-states.js';
import { plainName } from '../values/plain-name.js';

/**
 * Responds to an operation without a declared or inferred action. `POST /posts/{id}/publish` changes the row that its path begins
 * with, as the body and its last segment say, and a file comes back at the address that it was sent to. Anything else is a sample.
 */
export function actOnRow(call: Call): CallResponse {
  const { emulator, plan } = call;
  const found = findRowAbove(emulator.operations, plan);
  const above = found && isFillable(call, found.action.get) ? found : undefined;
  const { get: table, by = 'id' } = above?.action ?? { get: '' };
  // The read of the row that the path begins with.
  const named = above?.params.map(([to, from]) => [to, call.params[from] ?? ''] as const);
  const read = above && { ...call, plan: above.plan, params: { ...call.params, ...Object.fromEntries(named ?? []) } };
  // An unknown row is rejected before anything is stored.
  let response = above && read && get(read, above.action);
  const file = storedFile(call, read && `${table}/${requireKey(read, table, by)}`);
  if (file !== undefined) return { kind: 'bytes', media: file };
  const isKept = keepFile(call);
  const isChanged = above !== undefined && read !== undefined && changeRow(call, read, above);
  if (!isKept && !isChanged) call.notes.sampled = true;
  if (isChanged) response = get(read, above.action);
  const declared = successBody(plan);
  if (response?.kind !== 'json' || declared?.is(response.body) !== true) return sampleResponse(call);
  // The response is the row if it has the member with the key.
  const { within } = above?.plan.behaviour ?? {};
  const members = membersAt(readJsonSchema(declared) ?? {}, within === undefined ? [] : [within]);
  return members?.has(call.rules(table).key ?? 'id') === true ? response : sampleResponse(call);
}

/** Tells whether a table can have rows: they are there from the start, or an operation makes them. */
function isFillable(call: Call, table: string): boolean {
  const { scope = [], open, single, inferred } = call.rules(table);
  if (scope.length === 0 || open === true || single !== undefined || inferred !== true) return true;
  return call.emulator.operations.some(({ behaviour }) => {
    const { insert, update, upsert } = readAction(behaviour);
    return insert === table || (upsert !== undefined && update === table);
  });
}

/** Tells whether one of the successful responses of an operation is a file. */
function sendsFile({ operation: { method, responses = [] } }: OperationPlan): boolean {
  const contents = responses.flatMap(({ status, contents: own = [] }) => (status.startsWith('2') ? own : []));
  return /^(?:GET|HEAD)$/.test(method) && contents.some(({ kind }) => kind === 'binary' || kind === 'text');
}

/** Finds the file that was sent to the address of a call, else the one of a row; undefined if the operation sends none. */
function storedFile(call: Call, row: string | undefined): ReceivedMedia | undefined {
  const { plan, emulator, tables } = call;
  if (!sendsFile(plan)) return undefined;
  const isOwn = emulator.operations.some(
    ({ operation }) => operation.path === plan.operation.path && /^(?:POST|PUT)$/.test(operation.method),
  );
  return tables.blob(`files${writePath(call)}`) ?? (row === undefined || isOwn ? undefined : tables.blob(row));
}

/** Stores the file of a call under its address, or removes it; returns `false` if no operation reads it from there. */
function keepFile(call: Call): boolean {
  const { media, plan, emulator, tables } = call;
  const isRead = emulator.operations.some((one) => one.operation.path === plan.operation.path && sendsFile(one));
  const key = `files${writePath(call)}`;
  if (!isRead || (media === undefined && (plan.operation.method !== 'DELETE' || tables.blob(key) === undefined)))
    return false;
  if (media === undefined) tables.removeBlob(key);
  else tables.putBlob(key, media);
  return true;
}

/** Changes the row as the body and the name of the operation say; returns `false` if neither names a member. */
function changeRow(call: Call, read: Call, { plan, action }: RowAbove<OperationPlan>): boolean {
  const { get: table, by = 'id' } = action;
  const { method, path } = call.plan.operation;
  const { key = 'id', inferred } = call.rules(table);
  const below = path.slice(plan.operation.path.length + 1);
  const segment = below.split('/').at(-1) ?? '';
  const schema = findRowPlace(call.emulator, table)?.row;
  const before = call.tables.get(table, requireKey(read, table, by)) ?? sampleOpenRow(read, table, by);
  const isVerb = method !== 'GET' && method !== 'HEAD' && /^[\w/-]+$/.test(below);
  if (!isVerb || schema === undefined || before === undefined || inferred !== true) return false;
  const { on, off } = readVerb(segment);
  const states = method === 'DELETE' ? { on: off, off: on } : { on, off };
  const members = listMembers(schema);
  const changes = members.flatMap((member) => readChange(member, states, call.now, before));
  // The body of `POST /users/{id}/emails` describes an email.
  const body = isJsonObject(call.body) && !/[^s]s$/.test(segment) ? call.body : {};
  for (const [name, value] of Object.entries(body))
    if (name !== key && members.some((member) => member.name === name)) changes.push([name, value]);
  let after: JsonObject = before;
  for (const [name, value] of changes)
    after = value === undefined ? withoutValue(after, name) : { ...after, [name]: value };
  if (changes.length > 0) replaceRow(read, table, before, after);
  return changes.length > 0;
}

const timeEnding = /(?:at|on|date|time)$/;

const statusNames = /^(?:.*(?:status|state)|phase|stage|lifecycle)$/;

/** Lists the value that a member has after an action, with its name; empty if its name and schema match no state. */
function readChange(
  { name, schema }: { readonly name: string; readonly schema: JsonObject },
  { on, off }: VerbStates,
  now: number,
  before: JsonObject,
): readonly (readonly [string, Json | undefined])[] {
  const plain = plainName(name);
  const types = [schema['type'] ?? []].flat();
  const { enum: values, format } = schema;
  if (types.includes('boolean')) {
    const names = [plain, plain.replace(/^(?:is|has|was)/, '')];
    if (names.some((one) => on.includes(one))) return [[name, true]];
    return names.some((one) => off.includes(one)) ? [[name, false]] : [];
  }
  if (format === 'date-time' || format === 'date') {
    const state = plain.replace(timeEnding, '');
    const time = new Date(now).toISOString();
    if (on.includes(state)) return [[name, format === 'date' ? time.slice(0, 10) : time]];
    return off.includes(state) && before[name] !== undefined ? [[name, types.includes('null') ? null : undefined]] : [];
  }
  if (!Array.isArray(values)) return [];
  const find = (state: string): Json | undefined => values.find((one: Json) => plainName(String(one)) === state);
  let reached = on.map(find).find((one) => one !== undefined);
  if (reached === undefined && statusNames.test(plain) && off.includes(plainName(String(before[name] ?? ''))))
    reached = values.find((one: Json) => one !== null && !off.includes(plainName(String(one))));
  return reached === undefined ? [] : [[name, reached]];
}
