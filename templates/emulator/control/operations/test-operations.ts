import { expandParameters, isJsonObject } from '@speccast/runtime';
import { didYouMean } from '../../values/did-you-mean.js';
import type { FaultRule } from '../../features/faults/fault-rule.js';
import { wrongBody } from '../control-request.js';
import type { Control, ControlOperation } from '../controlled-emulator.js';
import { meets, readCondition } from './fault-conditions.js';
import { notFound } from './tables.js';

/** The operations on faults, coverage and quota. */
export const testOperations: Readonly<Record<string, ControlOperation>> = {
  'faults.list': ({ world, conditions }) => ({
    items: world.faults.list().map((fault) => {
      const when = conditions.get(fault.id);
      return when === undefined ? fault : { ...fault, when };
    }),
  }),
  'faults.insert': (control) => ({ id: addFault(control) }),
  'faults.clear': ({ world }) => world.faults.clear(),
  'faults.delete': ({ world, path: { id = '' } }) => {
    if (!/^\d{1,15}$/.test(id) || !world.faults.remove(Number(id))) throw notFound(`There is no fault ${id}.`);
  },
  'coverage.get': ({ world }) => world.coverage(),
  'coverage.reset': ({ world }) => world.coverage.reset(),
  'quota.get': ({ world: { quota }, engine }) => {
    const { calls, units, buckets, operations } = quota;
    const { timeZone = 'UTC' } = engine.plan.quota ?? {};
    return { calls, units, timeZone, buckets, operations };
  },
  'quota.reset': ({ world }) => world.quota.reset(),
};

function addFault({ engine, conditions, body }: Control): number {
  const { operation, effect, hits, when } = body;
  if (typeof operation !== 'string') throw wrongBody('operation has to be a string', 'operation');
  if (!isJsonObject(effect)) throw wrongBody('effect has to be an object', 'effect');
  if (hits !== undefined && !isJsonObject(hits)) throw wrongBody('hits has to be an object', 'hits');
  const condition = readCondition(when);
  const described = engine.plan.operations.find((one) => one.operation.id === operation)?.operation;
  const names = described ? expandParameters(described).map(({ name, property = name }) => property) : [];
  for (const name of described !== undefined && described.openParameters !== true
    ? Object.keys(condition?.parameters ?? {})
    : [])
    if (!names.includes(name))
      throw wrongBody(`${operation} has no parameter ${name}${didYouMean(name, names)}`, `when.parameters.${name}`);
  try {
    // The members are looked at by the one who takes it.
    const rule = { operation, effect, ...(hits === undefined ? {} : { hits }) } as unknown as FaultRule;
    const { id } = engine.faults.make(rule, condition && { when: (call) => meets(call, condition) });
    if (condition !== undefined) conditions.set(id, condition);
    return id;
  } catch (error) {
    if (error instanceof TypeError) throw wrongBody(error.message.replace(/\.$/, ''));
    throw error;
  }
}
