import { faultRules } from '../../features/faults/fault-rules.js';
import { expandParameters } from '@speccast/runtime';
import { didYouMean } from '../../values/did-you-mean.js';
import type { FaultRule } from '../../features/faults/operation-control.js';
import { readId, rejecting, requireFound, wrongBody } from '../input/control-request.js';
import type { Control, ControlOperations } from '../input/controlled-emulator.js';
import { object } from '../document/draft-schema.js';
import { meets, readCondition, readFaultRule } from './fault-conditions.js';

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
    summary: 'Lets calls go wrong in a documented way.',
    body: 'FaultRule',
    isUndoable: true,
    response: object('The fault.', { id: { type: 'integer', description: 'Its id.' } }),
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
    summary: 'Tells what was exercised, in all worlds.',
    response: 'Report',
    run: ({ world }) => world.coverage(),
  },
  'coverage.reset DELETE /coverage': {
    summary: 'Counts what is exercised from nothing.',
    run: ({ world }) => world.coverage.reset(),
  },
  'quota.get GET /quota': {
    summary: 'Tells what the calls would cost at the real service.',
    response: 'Report',
    run: ({ world: { quota }, engine }) => {
      const { calls, units, buckets, operations } = quota;
      const { timeZone = 'UTC' } = engine.plan.quota ?? {};
      return { calls, units, timeZone, buckets, operations };
    },
  },
  'quota.reset DELETE /quota': {
    summary: 'Counts costs from nothing.',
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
