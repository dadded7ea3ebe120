import { isJsonObject } from '@speccast/runtime';
import { HttpError } from '@speccast/runtime/requests';
import { actOnRow } from './act-on-row.js';
import { findTable } from '../plan/rule.js';
import { checkFilters } from './lists/filter-rows.js';
import { list } from './lists/list.js';
import type { Action } from '../plan/actions.js';
import type { CallResponse, Call } from '../plan/plan.js';
import { valueAt } from '../values/json-path.js';
import { withRequiredMembers } from './rows/fit-row.js';
import { fillRecord, insertRow } from './rows/change-rows.js';
import { update } from './rows/update-row.js';
import { get, insert, remove } from './rows/write.js';

/** Runs the action of an operation and adds the rows that it records (`x-records`), whose rules read `{ row, body, params, caller, own }`. */
export function perform(call: Call): CallResponse {
  const { plan, rules } = call;
  const { action, within, bodyWithin = within, into, records = [] } = plan.behaviour;
  if (action === undefined || action === 'unsupported') return actOnRow(call);
  // The row is a member of the body and of the response, such as `{ pet: {…} }`.
  const sent = bodyWithin === undefined ? undefined : valueAt(call.body, bodyWithin);
  const outer = sent ?? call.body;
  const body = into !== undefined && isJsonObject(outer) ? { [into]: outer } : sent;
  let response = act(body === undefined ? call : { ...call, body }, action);
  // The response of an inferred table was fitted to what the operation declares.
  const isFitted = rules(findTable(plan.behaviour) ?? '').inferred;
  if (within !== undefined && !isFitted && response.kind === 'json')
    response = { ...response, body: withRequiredMembers(call, { [within]: response.body }) };
  const { emulator, caller, tables, params } = call;
  const table = emulator.settings.caller?.table;
  const own = table && caller && tables.get(table, caller.ownId);
  const values = {
    params,
    ...(response.kind === 'json' && { row: response.body }),
    ...(call.body !== undefined && { body: call.body }),
    ...(caller && { caller: caller.ownId }),
    ...(own && { own }),
  };
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

/** Rejects (405) operations that the service no longer supports. */
export function checkSupported({ operation, behaviour }: Call['plan'], allowed: readonly string[]): void {
  if (behaviour.action !== 'unsupported') return;
  const headers = { allow: allowed.filter((method) => method !== operation.method).join(', '), deprecation: 'true' };
  throw new HttpError(405, 'methodNotSupported', `${operation.id} is not supported any more.`, { headers });
}
