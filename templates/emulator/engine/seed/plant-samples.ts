import { isJsonObject } from '@speccast/runtime';
import { idFrom } from '../sampling/ids.js';
import { withValue } from '../values/json-path.js';
import type { EmulatorPlan, ResourcePlan } from '../plan/plan.js';
import type { Transaction } from '../store/world.js';

/** Gives tables without a seed a few rows, made from their schemas. */
export function plantSamples({ resources, sampler }: EmulatorPlan, tables: Transaction, seed: number): void {
  for (const resource of sampler === undefined ? [] : resources) {
    for (let number = 1; number <= (resource.rules.samples ?? 0); number += 1)
      plantSample(resource, { tables, sampler, seed, number });
  }
}

interface Ground {
  readonly tables: Transaction;
  readonly sampler: EmulatorPlan['sampler'];
  readonly seed: number;
  readonly number: number;
}

function plantSample({ table, model, rules }: ResourcePlan, { tables, sampler, seed, number }: Ground): void {
  const text = `${seed} ${table} ${number}`;
  const row = model === undefined ? undefined : sampler?.(model, text);
  if (!isJsonObject(row)) return;
  const { key = 'id', id } = rules;
  const keyed = withValue(row, key, id?.alphabet === 'integer' ? tables.nextNumber(table) : idFrom(text, id));
  tables.put(table, model?.is(keyed) === true ? keyed : row);
}
