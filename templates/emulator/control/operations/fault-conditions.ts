import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import type { FaultCall } from '../../features/faults/fault-rule.js';
import { wrongBody } from '../control-request.js';

/** Which calls a fault applies to, as plain data. */
export interface FaultCondition {
  /** Values that parameters must have, by name; of a list one item. */
  readonly parameters?: JsonObject;
  /** Id of the caller. */
  readonly caller?: string;
}

/** The conditions of the faults of a world, by id. */
export type FaultConditions = Map<number, FaultCondition>;

/** Reads the condition of a fault. Rejects (400) anything else. */
export function readCondition(when: Json | undefined): FaultCondition | undefined {
  if (when === undefined) return undefined;
  if (!isJsonObject(when)) throw wrongBody('when has to be an object', 'when');
  const { parameters, caller, ...others } = when;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw wrongBody(`when may hold parameters and caller, not ${unknown}`, `when.${unknown}`);
  if (parameters !== undefined && !isJsonObject(parameters))
    throw wrongBody('parameters has to be an object', 'when.parameters');
  if (caller !== undefined && typeof caller !== 'string') throw wrongBody('caller has to be a string', 'when.caller');
  return { ...(parameters && { parameters }), ...(caller === undefined ? {} : { caller }) };
}

/** Whether a call meets a condition. */
export function meets(call: FaultCall, { parameters = {}, caller }: FaultCondition): boolean {
  if (caller !== undefined && call.caller?.ownId !== caller) return false;
  return Object.entries(parameters).every(([name, wanted]) => {
    const given = call.params[name];
    const values: readonly Json[] = Array.isArray(given) ? given : given === undefined ? [] : [given];
    return values.some((value) => String(value) === String(wanted));
  });
}
