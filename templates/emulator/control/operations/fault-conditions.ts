import type { Json, JsonObject } from '@speccast/runtime';
import type { FaultCall } from '../../features/faults/operation-control.js';
import type { FaultCondition } from '../input/controlled-emulator.js';
import { requireObject, requireString } from '../input/control-request.js';

/** Reads the rule of a fault. Rejects (400) members of another type; the list of faults validates the others. */
export function readFaultRule<Rule>(body: JsonObject, subject: 'operation' | 'webhook'): Rule {
  const { when: _when, ...rule } = body;
  requireString(rule[subject], subject);
  requireObject(rule['effect'], 'effect');
  if (rule['hits'] !== undefined) requireObject(rule['hits'], 'hits');
  // The list validates its members.
  return rule as Rule;
}

/** Reads the condition of a fault. Rejects (400) anything else. */
export function readCondition(when: Json | undefined): FaultCondition | undefined {
  if (when === undefined) return undefined;
  requireObject(when, 'when');
  const { parameters, caller } = when;
  if (parameters !== undefined) requireObject(parameters, 'when.parameters');
  if (caller !== undefined) requireString(caller, 'when.caller');
  // There are no other members: the document declares only these.
  return when as FaultCondition;
}

/** Checks whether a call meets a condition. */
export function meets(call: FaultCall, { parameters = {}, caller }: FaultCondition): boolean {
  if (caller !== undefined && call.caller?.ownId !== caller) return false;
  return Object.entries(parameters).every(([name, expected]) => {
    const sent = call.params[name];
    const values: readonly Json[] = sent === undefined ? [] : [sent].flat();
    return values.some((value) => String(value) === String(expected));
  });
}
