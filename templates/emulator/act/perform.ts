import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { HttpError } from '@speccast/runtime/requests';
import { actOnRow } from './act-on-row.js';
import { findTable } from '../plan/rule.js';
import { checkFilters } from './lists/filter-rows.js';
import { list, whole } from './lists/list.js';
import type { Action } from '../plan/actions.js';
import type { CallResponse, Call } from '../plan/plan.js';
import { valueAt } from '../values/json-path.js';
import { fillRecord, insertRow } from './rows/change-rows.js';
import { update } from './rows/update-row.js';
import { get, insert, remove } from './rows/write.js';

/** Runs the action of an operation and adds the rows that it records. */
export function perform(call: Call): CallResponse {
  const { action } = call.plan.behaviour;
  if (action === undefined || action === 'unsupported') return actOnRow(call);
  const response = wrapped(call, (inner) => act(inner, action));
  record(call, response);
  return response;
}

/** Runs an action with the member of the body that contains the row, and returns the row in the same member. */
function wrapped(call: Call, carry: (inner: Call) => CallResponse): CallResponse {
  const { within, bodyWithin = within, into } = call.plan.behaviour;
  const found = bodyWithin === undefined ? undefined : valueAt(call.body, bodyWithin);
  const sent = found ?? call.body;
  const inner = into === undefined || !isJsonObject(sent) ? found : { [into]: sent };
  const response = carry(inner === undefined ? call : { ...call, body: inner });
  if (within === undefined || isFitted(call)) return response;
  return response.kind === 'json' ? { ...response, body: whole(call, { [within]: response.body }) } : response;
}

/** Whether the response was fitted to what the operation declares already. */
function isFitted({ plan, rules }: Call): boolean {
  const table = findTable(plan.behaviour);
  return table !== undefined && rules(table).inferred === true;
}

type Act = Exclude<Action, 'unsupported'>;

function act(call: Call, action: Act): CallResponse {
  if (isOf(action, 'list')) return list(call, action);
  checkFilters(call);
  if (isOf(action, 'get')) return get(call, action);
  if (isOf(action, 'insert')) return insert(call, action);
  if (isOf(action, 'update')) return update(call, action);
  if (isOf(action, 'delete')) return remove(call, action);
  const capability = call.emulator.capabilities[action.perform];
  if (capability === undefined) throw new Error(`The emulator has no capability named ${action.perform}.`);
  return capability(call, action);
}

/** A `perform` action may have any members, so this is checked first. */
function isOf<Name extends string>(action: Act, name: Name): action is Extract<Act, Readonly<Record<Name, string>>> {
  return !('perform' in action) && name in action;
}

/** Rejects (405) operations that the service no longer supports. */
export function checkSupported({ operation, behaviour }: Call['plan'], allowed: readonly string[]): void {
  if (behaviour.action !== 'unsupported') return;
  const headers = { allow: allowed.filter((method) => method !== operation.method).join(', '), deprecation: 'true' };
  throw new HttpError(405, 'methodNotSupported', `${operation.id} is not supported any more.`, { headers });
}

/** Adds rows to other tables after a successful call (`x-records`). */
function record(call: Call, response: CallResponse): void {
  const { records = [] } = call.plan.behaviour;
  if (records.length === 0) return;
  const values = valuesOf(call, response);
  for (const { table, ...rule } of records) {
    const row = fillRecord(rule, values);
    if (row !== undefined) insertRow(call, table, row);
  }
}

function valuesOf(call: Call, response: CallResponse): JsonObject {
  const table = call.emulator.settings.caller?.table;
  const own = table === undefined || call.caller === undefined ? undefined : call.tables.get(table, call.caller.ownId);
  const entries: [string, Json | undefined][] = [
    ['row', response.kind === 'json' ? response.body : undefined],
    ['body', call.body],
    ['params', call.params],
    ['caller', call.caller?.ownId],
    ['own', own],
  ];
  return Object.fromEntries(
    entries.flatMap(([name, value]): [string, Json][] => (value === undefined ? [] : [[name, value]])),
  );
}
