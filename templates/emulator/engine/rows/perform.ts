import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { checkFilters } from '../lists/filter-rows.js';
import { list, whole } from '../lists/list.js';
import type { Action } from '../plan/behaviour.js';
import type { Answer, Call } from '../plan/plan.js';
import { Refusal } from '../response/http-error.js';
import { sampleAnswer } from '../response/sample-response.js';
import { fillObject } from '../values/fill-template.js';
import { valueAt } from '../values/json-path.js';
import { insertRow } from './change-rows.js';
import { get, insert, remove, update } from './write.js';

/** Carries out what the operation declares, and records what follows from it. */
export function perform(call: Call): Answer {
  const { action } = call.plan.behaviour;
  if (action === undefined || action === 'unsupported') return sampleAnswer(call);
  const answer = wrapped(call, (inner) => act(inner, action));
  record(call, answer);
  return answer;
}

/** Carries out what is about the member of the body that holds the row, and answers with the row in the same member. */
function wrapped(call: Call, carry: (inner: Call) => Answer): Answer {
  const { within } = call.plan.behaviour;
  if (within === undefined) return carry(call);
  const inner = isJsonObject(call.body) ? call.body[within] : undefined;
  const answer = carry(inner === undefined ? call : { ...call, body: inner });
  return answer.kind === 'json' ? { ...answer, body: whole(call, { [within]: answer.body }) } : answer;
}

type Act = Exclude<Action, 'unsupported'>;

function act(call: Call, action: Act): Answer {
  if (isOf(action, 'list')) return list(call, action);
  if (isOf(action, 'get')) return get(call, action);
  if (isOf(action, 'insert')) return insert(call, action);
  if (isOf(action, 'update')) return update(call, action);
  if (isOf(action, 'delete')) return remove(call, action);
  const capability = call.emulator.capabilities[action.perform];
  if (capability === undefined) throw new Error(`The emulator has no capability named ${action.perform}.`);
  checkFilters(call);
  return capability(call, action);
}

/** A `perform` action may have any further members, so the kinds are told apart by it first. */
function isOf<Name extends string>(action: Act, name: Name): action is Extract<Act, Readonly<Record<Name, string>>> {
  return !('perform' in action) && name in action;
}

/** Refuses (405) operations that the service no longer supports. */
export function checkSupported({ operation, behaviour }: Call['plan'], allowed: readonly string[]): void {
  if (behaviour.action !== 'unsupported') return;
  const headers = { allow: allowed.filter((method) => method !== operation.method).join(', '), deprecation: 'true' };
  throw new Refusal(405, 'methodNotSupported', `${operation.id} is not supported any more.`, { headers });
}

/** Adds the rows that a successful call leaves in other tables (`x-records`). */
function record(call: Call, answer: Answer): void {
  const { records = [] } = call.plan.behaviour;
  if (records.length === 0) return;
  const values = valuesOf(call, answer);
  for (const { table, row, when = {} } of records) {
    const applies = Object.entries(when).every(([path, value]) => String(valueAt(values, path)) === String(value));
    if (applies) insertRow(call, table, fillObject(row, values));
  }
}

function valuesOf(call: Call, answer: Answer): JsonObject {
  const table = call.emulator.settings.caller?.table;
  const own = table === undefined || call.caller === undefined ? undefined : call.tables.get(table, call.caller.ownId);
  const entries: [string, Json | undefined][] = [
    ['row', answer.kind === 'json' ? answer.body : undefined],
    ['body', call.body],
    ['params', call.params],
    ['caller', call.caller?.ownId],
    ['own', own],
  ];
  return Object.fromEntries(
    entries.flatMap(([name, value]): [string, Json][] => (value === undefined ? [] : [[name, value]])),
  );
}
