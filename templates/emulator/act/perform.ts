import { type Json, type JsonObject, isJsonObject } from '@speccast/runtime';
import { HttpError, readJsonSchema } from '@speccast/runtime/requests';
import type { Action } from '../plan/actions.js';
import { successBody } from '../plan/operations/declared-response.js';
import { type RowAbove, findRowAbove } from '../plan/operations/row-above.js';
import type { Call, CallResponse, EmulatorPlan, OperationPlan } from '../plan/plan.js';
import { findTable, readAction } from '../plan/rule.js';
import { defined } from '../values/defined.js';
import { plainName } from '../values/did-you-mean.js';
import { valueAt, withoutValue } from '../values/json-path.js';
import { membersAt } from '../values/members-at.js';
import { list } from './lists/list.js';
import { checkFilters } from './lists/select-rows.js';
import { fillRecord, insertRow, replaceRow } from './rows/change-rows.js';
import { findRowPlace } from './rows/complete-row.js';
import { sampleResponse } from './rows/examples.js';
import { listMembers, withRequiredMembers } from './rows/fit-row.js';
import { writePath } from './rows/rows.js';
import { update } from './rows/update-row.js';
import { get, insert, remove, requireKey, sampleOpenRow } from './rows/write.js';

/** Runs the action of an operation and adds the rows that it records (`x-records`), whose rules read `{ row, body, params, caller, own }`. */
export function perform(call: Call): CallResponse {
  const { plan, rules } = call;
  const { action, within, bodyWithin = within, into, records = [] } = plan.behaviour;
  if (action === undefined || action === 'unsupported') return actOnRow(call);
  // The row is a member of the body and of the response, such as `{ pet: {…} }`.
  const sent = (bodyWithin === undefined ? undefined : valueAt(call.body, bodyWithin)) ?? call.body;
  const body = into !== undefined && isJsonObject(sent) ? { [into]: sent } : sent;
  let response = act(body === undefined ? call : { ...call, body }, action);
  // The response of an inferred table was fitted to what the operation declares.
  const isFitted = rules(findTable(plan.behaviour) ?? '').inferred;
  if (within !== undefined && !isFitted && response.kind === 'json')
    response = { ...response, body: withRequiredMembers(call, { [within]: response.body }) };
  const { emulator, caller, tables, params } = call;
  const table = emulator.settings.caller?.table;
  const own = table ? caller && tables.get(table, caller.ownId) : undefined;
  const values = defined({
    params,
    row: response.kind === 'json' ? response.body : undefined,
    body: call.body,
    caller: caller?.ownId,
    own,
  });
  for (const { table, ...rule } of records) {
    const row = fillRecord(rule, values);
    if (row) insertRow(call, table, row);
  }
  return response;
}

function act(call: Call, action: Exclude<Action, 'unsupported'>): CallResponse {
  // A `perform` action may have any members, so this is checked first.
  if (!('perform' in action) && 'list' in action) return list(call, action);
  checkFilters(call);
  if ('perform' in action) {
    const capability = call.emulator.capabilities[action.perform];
    if (!capability) throw new Error(`The emulator has no capability named ${action.perform}.`);
    return capability(call, action);
  }
  if ('get' in action) return get(call, action);
  if ('insert' in action) return insert(call, action);
  return 'update' in action ? update(call, action) : remove(call, action);
}

/** Creates the error (405) for an operation that the service no longer supports. */
export function createUnsupported({ operation }: OperationPlan, { operations }: EmulatorPlan): HttpError {
  const beside = operations.filter((one) => one.operation.path === operation.path);
  const methods = beside.map((one) => one.operation.method).filter((method) => method !== operation.method);
  const headers = { allow: methods.join(', '), deprecation: 'true' };
  return new HttpError(405, 'methodNotSupported', `${operation.id} is not supported any more.`, { headers });
}

/**
 * Responds to an operation without a declared or inferred action. `POST /posts/{id}/publish` changes the post, by the body and by the
 * verb in the path. A file can be read at the path that it was sent to. Other operations respond with a sample.
 */
function actOnRow(call: Call): CallResponse {
  const { emulator, plan, media, tables } = call;
  const found = findRowAbove(emulator.operations, plan);
  const { scope = [], open, single, inferred } = call.rules(found?.action.get ?? '');
  // Other tables have rows only if an operation creates them.
  const isThere = scope.length === 0 || open || single !== undefined || !inferred;
  const isMade = emulator.operations.some(({ behaviour }) => {
    const { insert, update, upsert } = readAction(behaviour);
    return [insert, upsert && update].includes(found?.action.get);
  });
  // The read of the row that the path begins with.
  const params = found?.params.map(([to, from]) => [to, call.params[from] ?? ''] as const) ?? [];
  const read = found && { ...call, plan: found.plan, params: { ...call.params, ...Object.fromEntries(params) } };
  const above = read && (isThere || isMade) ? { ...found, read } : undefined;
  // An unknown row is rejected before anything is stored.
  let response = above && get(above.read, above.action);
  // The file that was sent to this address, else that of the row.
  const fileKey = `files${writePath(call)}`;
  const beside = emulator.operations.filter(({ operation }) => operation.path === plan.operation.path);
  const isSent = beside.some(({ operation }) => /^(?:POST|PUT)$/.test(operation.method));
  const { get: table, by = 'id' } = above ? above.action : { get: '' };
  const rowKey = above && !isSent ? `${table}/${requireKey(above.read, table, by)}` : fileKey;
  const file = sendsFile(plan) && (tables.blob(fileKey) ?? tables.blob(rowKey));
  if (file) return { kind: 'bytes', media: file };
  const isRemoved = plan.operation.method === 'DELETE' && tables.blob(fileKey) !== undefined;
  const isKept = beside.some(sendsFile) && (isRemoved || media !== undefined);
  if (isKept && media) tables.putBlob(fileKey, media);
  else if (isKept) tables.removeBlob(fileKey);
  const isChanged = above !== undefined && changeRow(call, above);
  if (!isKept && !isChanged) call.notes.sampled = true;
  if (isChanged) response = get(above.read, above.action);
  const declared = successBody(plan);
  if (response?.kind !== 'json' || declared?.is(response.body) !== true) return sampleResponse(call);
  // The response is the row if it has the member with the key.
  const { within } = found?.plan.behaviour ?? {};
  const members = membersAt(readJsonSchema(declared) ?? {}, within === undefined ? [] : [within]);
  return members?.has(call.rules(table).key ?? 'id') === true ? response : sampleResponse(call);
}

/** Returns whether one of the successful responses of an operation is a file. */
function sendsFile({ operation: { method, responses = [] } }: OperationPlan): boolean {
  const contents = responses.flatMap(({ status, contents: own = [] }) => (status.startsWith('2') ? own : []));
  return /^(?:GET|HEAD)$/.test(method) && contents.some(({ kind }) => kind === 'binary' || kind === 'text');
}

/** Changes the row by the body and the verb at the end of the path. Returns false if neither sets a member. */
function changeRow(call: Call, { plan, action, read }: RowAbove<OperationPlan> & { readonly read: Call }): boolean {
  const { get: table, by = 'id' } = action;
  const { method, path } = call.plan.operation;
  const { key = 'id', inferred } = call.rules(table);
  const below = path.slice(plan.operation.path.length + 1);
  const segment = below.split('/').at(-1) ?? '';
  const schema = findRowPlace(call.emulator, table)?.row;
  const before = call.tables.get(table, requireKey(read, table, by)) ?? sampleOpenRow(read, table, by);
  const isVerb = method !== 'GET' && method !== 'HEAD' && /^[\w/-]+$/.test(below);
  if (!isVerb || !schema || !before || !inferred) return false;
  const { on, off } = readVerb(segment);
  const states = method === 'DELETE' ? { on: off, off: on } : { on, off };
  // The body of `POST /users/{id}/emails` describes an email.
  const body = isJsonObject(call.body) && !/[^s]s$/.test(segment) ? call.body : {};
  let after: JsonObject = before;
  for (const member of listMembers(schema)) {
    const { name } = member;
    const isSent = name !== key && Object.hasOwn(body, name);
    const change = isSent ? { value: body[name] } : readChange(member, states, call.now, before);
    if (change) after = change.value === undefined ? withoutValue(after, name) : { ...after, [name]: change.value };
  }
  if (after === before) return false;
  replaceRow(read, table, before, after);
  return true;
}

const timeEnding = /(?:at|on|date|time)$/;

const statusNames = /^(?:.*(?:status|state)|phase|stage|lifecycle)$/;

/** Reads the value that a member has after an action; undefined if its name and schema match no state. */
function readChange(
  { name, schema }: { readonly name: string; readonly schema: JsonObject },
  { on, off }: VerbStates,
  now: number,
  before: JsonObject,
): { readonly value?: Json | undefined } | undefined {
  const plain = plainName(name);
  const types = [schema['type'] ?? []].flat();
  const { enum: values, format } = schema;
  if (types.includes('boolean')) {
    const names = [plain, plain.replace(/^(?:is|has|was)/, '')];
    const isOn = names.some((one) => on.includes(one));
    return isOn || names.some((one) => off.includes(one)) ? { value: isOn } : undefined;
  }
  if (format === 'date-time' || format === 'date') {
    const state = plain.replace(timeEnding, '');
    const time = new Date(now).toISOString();
    if (on.includes(state)) return { value: format === 'date' ? time.slice(0, 10) : time };
    if (!off.includes(state) || before[name] === undefined) return undefined;
    return types.includes('null') ? { value: null } : {};
  }
  const states = (Array.isArray(values) ? values : []).map((value: Json) => ({
    value,
    state: plainName(String(value)),
  }));
  let reached = on.flatMap((state) => states.find((other) => other.state === state) ?? [])[0];
  if (!reached && statusNames.test(plain) && off.includes(plainName(String(before[name] ?? ''))))
    reached = states.find(({ value, state }) => value !== null && !off.includes(state));
  return reached && { value: reached.value };
}

/** The states that begin and end with an action, in lower case without separators. */
interface VerbStates {
  readonly on: readonly string[];
  readonly off: readonly string[];
}

/** Verbs, the states that they begin, the verbs that undo them, and the states that those begin. */
const opposites: readonly (readonly [verbs: string, states: string, undoing: string, undone: string])[] = [
  ['publish release', 'published public live', 'unpublish', 'unpublished draft private'],
  ['archive', 'archived', 'unarchive restore', 'active'],
  ['close resolve', 'closed resolved done', 'open reopen', 'open opened reopened'],
  ['complete finish', 'completed complete done finished', 'reopen', 'open'],
  ['activate enable', 'active activated enabled', 'deactivate disable', 'inactive deactivated disabled'],
  ['lock', 'locked', 'unlock', 'unlocked'],
  ['approve accept', 'approved accepted', 'reject decline deny', 'rejected declined denied'],
  ['start run', 'started running inprogress active', 'stop', 'stopped'],
  ['pause suspend', 'paused suspended', 'resume unpause', 'resumed active running started'],
  ['cancel', 'canceled cancelled', 'uncancel', 'active'],
  ['send submit', 'sent submitted pending', 'recall', 'draft'],
  ['pay', 'paid', 'refund', 'refunded'],
];

/** Words of the name of an action that are no part of its state, such as `mark` and `as` in `mark-as-read`. */
const fillers = /^(?:mark|as|set|make|to|is|do)$/;

/** Forms of a verb that states have: `archive` → `archived`, `star` → `starred`, `verify` → `verified`. */
function listParticiples(verb: string): readonly string[] {
  if (verb.endsWith('e')) return [`${verb}d`];
  if (/[^aeiou]y$/.test(verb)) return [`${verb.slice(0, -1)}ied`];
  return [`${verb}ed`, `${verb}${verb.slice(-1)}ed`];
}

/** Reads the states from the last segment of a path: `publish`, `mark-as-read`, `unstar`. */
function readVerb(segment: string): VerbStates {
  const words = segment
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/);
  const verb = words.filter((word) => !fillers.test(word)).join('');
  const bases = verb.match(/(?<=^un)[a-z]{3,}$/) ?? [];
  const undoings = opposites.map(([verbs, states, undoing, undone]) => [undoing, undone, verbs, states] as const);
  const rows = [...opposites, ...undoings].filter(([verbs]) => verbs.split(' ').includes(verb));
  const on = rows.flatMap(([, states]) => states.split(' '));
  const off = rows.flatMap(([, , undoing, undone]) => [
    ...undone.split(' '),
    ...undoing.split(' ').flatMap(listParticiples),
  ]);
  return {
    on: [...listParticiples(verb), ...on, verb],
    off: [...bases.flatMap(listParticiples), ...off, ...bases],
  };
}
