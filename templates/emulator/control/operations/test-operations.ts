import { faultRules } from '../../features/faults/fault-rules.js';
import { expandParameters, type Json, type JsonObject } from '@speccast/runtime';
import { didYouMean } from '../../values/did-you-mean.js';
import type { FaultCall, FaultRule } from '../../features/faults/operation-control.js';
import { readId, rejecting, requireFound, requireObject, requireString, wrongBody } from '../input/control-request.js';
import type { Control, ControlOperations, FaultCondition } from '../input/controlled-emulator.js';
import { object } from '../document/draft-schema.js';

/** The operations on faults, coverage and quota. */
export const testOperations: ControlOperations = {
  'faults.list GET /faults': {
    summary: 'Lists the faults.',
    response: 'Fault[]',
    run: ({ world, conditions }) =>
      world.faults.list().map((fault) => {
        const when = conditions.get(fault.id);
        return when ? { ...fault, when } : fault;
      }),
  },
  'faults.insert POST /faults': {
    summary: 'Adds a fault: calls fail in a documented way.',
    body: 'FaultRule',
    isUndoable: true,
    response: object('The fault.\nid', { id: { type: 'integer', description: 'Its id.' } }),
    run: addFault,
  },
  'faults.clear DELETE /faults': {
    summary: 'Removes all faults.',
    isUndoable: true,
    run: ({ world }) => world.faults.clear(),
  },
  'faults.delete DELETE /faults/{id}': {
    summary: 'Removes a fault.',
    isUndoable: true,
    run: ({ world, path: { id } }) => requireFound(world.faults.remove(readId(id)), `There is no fault ${id}.`),
  },
  'coverage.get GET /coverage': {
    summary: 'Returns the coverage of the contract, in all worlds.',
    response: 'Report',
    run: ({ world }) => world.coverage(),
  },
  'coverage.reset DELETE /coverage': {
    summary: 'Resets the coverage.',
    run: ({ world }) => world.coverage.reset(),
  },
  'quota.get GET /quota': {
    summary: 'Returns the cost that the calls would have at the real service.',
    response: 'Report',
    run: ({ world: { quota }, engine }) => {
      const { calls, units, buckets, operations } = quota;
      const { timeZone = 'UTC' } = engine.plan.quota ?? {};
      return { calls, units, timeZone, buckets, operations };
    },
  },
  'quota.reset DELETE /quota': {
    summary: 'Resets the costs.',
    run: ({ world }) => world.quota.reset(),
  },
};

async function addFault({ engine, conditions, body }: Control): Promise<unknown> {
  const rule = readFaultRule<FaultRule>(body, 'operation');
  const { operation } = rule;
  const condition = readCondition(body['when']);
  const declared = engine.plan.operations.find((one) => one.operation.id === operation)?.operation;
  if (declared && declared.openParameters !== true) {
    const names = expandParameters(declared).map(({ name, property = name }) => property);
    const unknown = Object.keys(condition?.parameters ?? {}).find((name) => !names.includes(name));
    if (unknown !== undefined) {
      const why = `${operation} has no parameter ${unknown}${didYouMean(unknown, names)}`;
      throw wrongBody(why, `when.parameters.${unknown}`);
    }
  }
  return rejecting(() => {
    const { id } = engine.require(faultRules).rules.make(rule, condition && { when: (call) => meets(call, condition) });
    if (condition) conditions.set(id, condition);
    return { id };
  });
}

/** Reads the rule of a fault. Rejects (400) members of a wrong type. The list of faults validates the rest. */
export function readFaultRule<Rule>(body: JsonObject, subject: 'operation' | 'webhook'): Rule {
  const { when: _when, ...rule } = body;
  requireString(rule[subject], subject);
  requireObject(rule['effect'], 'effect');
  if (rule['hits'] !== undefined) requireObject(rule['hits'], 'hits');
  // The list validates its members.
  return rule as Rule;
}

/** Reads the condition of a fault. Rejects (400) anything else. */
function readCondition(when: Json | undefined): FaultCondition | undefined {
  if (when === undefined) return undefined;
  requireObject(when, 'when');
  const { parameters, caller } = when;
  if (parameters !== undefined) requireObject(parameters, 'when.parameters');
  if (caller !== undefined) requireString(caller, 'when.caller');
  // There are no other members: the document declares only these.
  return when as FaultCondition;
}

/** Returns whether a call meets a condition. */
function meets(call: FaultCall, { parameters = {}, caller }: FaultCondition): boolean {
  if (caller !== undefined && call.caller?.ownId !== caller) return false;
  return Object.entries(parameters).every(([name, expected]) => {
    const sent = call.params[name];
    const values: readonly Json[] = sent === undefined ? [] : [sent].flat();
    return values.some((value) => String(value) === String(expected));
  });
}
