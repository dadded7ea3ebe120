import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { readJsonSchema } from '@speccast/runtime/requests';
import { membersAt } from '../values/members-at.js';
import type { Call, CallResponse, OperationPlan } from '../plan/plan.js';
import { findRowAbove, type RowAbove } from '../plan/operations/row-above.js';
import { successBody } from '../plan/operations/declared-response.js';
import { sampleResponse } from './sample-response.js';
import { replaceRow } from './rows/change-rows.js';
import { findRowPlace } from './rows/complete-row.js';
import { listMembers } from './rows/starting-values.js';
import { get, sampleOpenRow, requireKey } from './rows/write.js';
import { withoutValue } from '../values/json-path.js';
import { keepFile, storedFile } from './stored-files.js';
import { readVerb, type VerbStates } from './verb-states.js';
import { plainName } from '../values/plain-name.js';

/**
 * Responds to an operation without a declared or inferred action. `POST /posts/{id}/publish` changes the row that its path begins
 * with, as the body and its last segment say, and a file comes back at the address that it was sent to. Anything else is a sample.
 */
export function actOnRow(call: Call): CallResponse {
  const above = findRowAbove(call.emulator.operations, call.plan);
  const row = above && isFillable(call, above.action.get) ? callAbove(call, above) : undefined;
  // An unknown row is rejected before anything is stored.
  const before = above && row && get(row, above.action);
  const file = storedFile(
    call,
    above && row && `${above.action.get}/${requireKey(row, above.action.get, above.action.by ?? 'id')}`,
  );
  if (file !== undefined) return { kind: 'bytes', media: file };
  const isKept = keepFile(call);
  const isChanged = above !== undefined && row !== undefined && changeRow(call, row, above);
  if (!isKept && !isChanged) call.notes.sampled = true;
  const response = isChanged ? get(row, above.action) : before;
  return response !== undefined && isRow(call, above, response) ? response : sampleResponse(call);
}

/** Whether a table can have rows: they are there from the start, or an operation makes them. */
function isFillable(call: Call, table: string): boolean {
  const { scope = [], open, single, inferred } = call.rules(table);
  if (scope.length === 0 || open === true || single !== undefined || inferred !== true) return true;
  return call.emulator.operations.some(({ behaviour: { action } }) => {
    if (typeof action !== 'object') return false;
    return ('insert' in action && action.insert === table) || ('upsert' in action && action.update === table);
  });
}

/** The read of the row that the path of a call begins with. */
function callAbove(call: Call, { plan, params }: RowAbove<OperationPlan>): Call {
  const named = params.map(([to, from]) => [to, call.params[from] ?? ''] as const);
  return { ...call, plan, params: { ...call.params, ...Object.fromEntries(named) } };
}

/** Whether an operation responds with the row that its path begins with. */
function isRow(call: Call, above: RowAbove<OperationPlan> | undefined, response: CallResponse): boolean {
  const declared = successBody(call.plan);
  const { within } = above?.plan.behaviour ?? {};
  const members = declared && membersAt(readJsonSchema(declared) ?? {}, within === undefined ? [] : [within]);
  const key = call.rules(above?.action.get ?? '').key ?? 'id';
  return response.kind === 'json' && members?.has(key) === true && declared?.is(response.body) === true;
}

/** Changes the row as the body and the name of the operation say; `false` where neither says anything. */
function changeRow(call: Call, inner: Call, { plan, action }: RowAbove<OperationPlan>): boolean {
  const { get: table, by = 'id' } = action;
  const { method, path } = call.plan.operation;
  const below = path.slice(plan.operation.path.length + 1);
  const segment = below.slice(below.lastIndexOf('/') + 1);
  const place = findRowPlace(call.emulator, table);
  const before = call.tables.get(table, requireKey(inner, table, by)) ?? sampleOpenRow(inner, table, by);
  const isVerb = method !== 'GET' && method !== 'HEAD' && /^[\w/-]+$/.test(below);
  if (!isVerb || place?.row === undefined || before === undefined || call.rules(table).inferred !== true) return false;
  const { on, off } = readVerb(segment);
  const states = method === 'DELETE' ? { on: off, off: on } : { on, off };
  const members = listMembers(place.row);
  const names = new Set(members.map(({ name }) => name));
  const { key = 'id' } = call.rules(table);
  // What is posted to `/users/{id}/emails` describes an email.
  const body = isJsonObject(call.body) && !/[^s]s$/.test(segment) ? call.body : {};
  const sent = Object.entries(body).filter(([name]) => names.has(name) && name !== key);
  const changes = [...members.flatMap((member) => readChange(member, states, call.now, before)), ...sent];
  if (changes.length === 0) return false;
  let after: JsonObject = before;
  for (const [name, value] of changes)
    after = value === undefined ? withoutValue(after, name) : { ...after, [name]: value };
  replaceRow(inner, table, before, after);
  return true;
}

const timeEnding = /(?:at|on|date|time)$/;

const statusNames = /^(?:.*(?:status|state)|phase|stage|lifecycle)$/;

/** The value that a member has after an action, in a list: empty if its name and schema say nothing of the states. */
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
  const reached = on.flatMap((state) => values.filter((one: Json) => plainName(String(one)) === state));
  const isLeft = statusNames.test(plain) && off.includes(plainName(String(before[name] ?? '')));
  const others = isLeft ? values.filter((one: Json) => one !== null && !off.includes(plainName(String(one)))) : [];
  return [...reached, ...others].slice(0, 1).map((one) => [name, one]);
}
