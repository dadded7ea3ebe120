import { faultRules } from '../../features/faults/fault-rules.js';
import { expandParameters } from '@speccast/runtime';
import { didYouMean } from '../../values/did-you-mean.js';
import type { FaultRule } from '../../features/faults/fault-rule.js';
import { notFound, readId, rejecting, requireObject, requireString, wrongBody } from '../control-request.js';
import type { Control, ControlOperations } from '../controlled-emulator.js';
import { items, object, ref } from '../document/draft-schema.js';
import { meets, readCondition } from './fault-conditions.js';

/** The operations on faults, coverage and quota. */
export const testOperations: ControlOperations = {
  'faults.list': {
    at: 'GET /faults',
    summary: 'Lists the faults.',
    response: items('Fault'),
    run: ({ world, conditions }) => ({
      items: world.faults.list().map((fault) => {
        const when = conditions.get(fault.id);
        return when === undefined ? fault : { ...fault, when };
      }),
    }),
  },
  'faults.insert': {
    at: 'POST /faults',
    summary: 'Lets calls go wrong in a documented way.',
    body: ref('FaultRule'),
    isUndoable: true,
    response: object('The fault.', { id: { type: 'integer', description: 'Its id.' } }),
    run: addFault,
  },
  'faults.clear': {
    at: 'DELETE /faults',
    summary: 'Removes all faults.',
    isUndoable: true,
    run: ({ world }) => world.faults.clear(),
  },
  'faults.delete': {
    at: 'DELETE /faults/{id}',
    summary: 'Removes a fault.',
    isUndoable: true,
    run: ({ world, path: { id = '' } }) => {
      if (!world.faults.remove(readId(id))) throw notFound(`There is no fault ${id}.`);
    },
  },
  'coverage.get': {
    at: 'GET /coverage',
    summary: 'Tells what was exercised, in all worlds.',
    response: ref('Report'),
    run: ({ world }) => world.coverage(),
  },
  'coverage.reset': {
    at: 'DELETE /coverage',
    summary: 'Counts what is exercised from nothing.',
    run: ({ world }) => world.coverage.reset(),
  },
  'quota.get': {
    at: 'GET /quota',
    summary: 'Tells what the calls would cost at the real service.',
    response: ref('Report'),
    run: ({ world: { quota }, engine }) => {
      const { calls, units, buckets, operations } = quota;
      const { timeZone = 'UTC' } = engine.plan.quota ?? {};
      return { calls, units, timeZone, buckets, operations };
    },
  },
  'quota.reset': {
    at: 'DELETE /quota',
    summary: 'Counts costs from nothing.',
    run: ({ world }) => world.quota.reset(),
  },
};

async function addFault({ engine, conditions, body }: Control): Promise<unknown> {
  const { operation, effect, hits, when } = body;
  requireString(operation, 'operation');
  requireObject(effect, 'effect');
  if (hits !== undefined) requireObject(hits, 'hits');
  const condition = readCondition(when);
  const declared = engine.plan.operations.find((one) => one.operation.id === operation)?.operation;
  if (declared !== undefined && declared.openParameters !== true) {
    const names = expandParameters(declared).map(({ name, property = name }) => property);
    const unknown = Object.keys(condition?.parameters ?? {}).find((name) => !names.includes(name));
    if (unknown !== undefined) {
      const why = `${operation} has no parameter ${unknown}${didYouMean(unknown, names)}`;
      throw wrongBody(why, `when.parameters.${unknown}`);
    }
  }
  // `make` validates the members.
  const rule = { operation, effect, ...(hits && { hits }) } as unknown as FaultRule;
  return rejecting(() => {
    const { id } = engine.require(faultRules).rules.make(rule, condition && { when: (call) => meets(call, condition) });
    if (condition !== undefined) conditions.set(id, condition);
    return { id };
  });
}
