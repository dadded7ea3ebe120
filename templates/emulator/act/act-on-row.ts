import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { readJsonSchema } from '@speccast/runtime/requests';
import { membersAt } from '../values/members-at.js';
import { actionOf } from '../plan/rule.js';
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
    const { insert, update, upsert } = actionOf(behaviour);
    return insert === table || (upsert !== undefined && update === table);
  });
}

/** Changes the row as the body and the name of the operation say; returns `false` if neither names a member. */
function changeRow(call: Call, read: Call, { plan, action }: RowAbove<OperationPlan>): boolean {
  const { get: table, by = 'id' } = action;
  const { method, path } = call.plan.operation;
  const below = path.slice(plan.operation.path.length + 1);
  const segment = below.slice(below.lastIndexOf('/') + 1);
  const place = findRowPlace(call.emulator, table);
  const before = call.tables.get(table, requireKey(read, table, by)) ?? sampleOpenRow(read, table, by);
  const isVerb = method !== 'GET' && method !== 'HEAD' && /^[\w/-]+$/.test(below);
  if (!isVerb || place?.row === undefined || before === undefined || call.rules(table).inferred !== true) return false;
  const { on, off } = readVerb(segment);
  const states = method === 'DELETE' ? { on: off, off: on } : { on, off };
  const members = listMembers(place.row);
  const names = new Set(members.map(({ name }) => name));
  const { key = 'id' } = call.rules(table);
  // The body of `POST /users/{id}/emails` describes an email.
  const body = isJsonObject(call.body) && !/[^s]s$/.test(segment) ? call.body : {};
  const sent = Object.entries(body).filter(([name]) => names.has(name) && name !== key);
  const changes = [...members.flatMap((member) => readChange(member, states, call.now, before)), ...sent];
  if (changes.length === 0) return false;
  let after: JsonObject = before;
  for (const [name, value] of changes)
    after = value === undefined ? withoutValue(after, name) : { ...after, [name]: value };
  replaceRow(read, table, before, after);
  return true;
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
  const reached = on.flatMap((state) => values.filter((one: Json) => plainName(String(one)) === state));
  const isLeft = statusNames.test(plain) && off.includes(plainName(String(before[name] ?? '')));
  const others = isLeft ? values.filter((one: Json) => one !== null && !off.includes(plainName(String(one)))) : [];
  return [...reached, ...others].slice(0, 1).map((one) => [name, one]);
}
