import type { Check, ConformanceKit } from './check.js';
import { type CheckCost, costOf, dueOf } from './estimate-cost.js';

/** A check, and what it costs. */
interface Priced {
  readonly check: Check;
  readonly cost: CheckCost;
}

/**
 * Chooses checks that cost no more than a budget, nor more of a bucket than a day has: again and again the one that calls
 * most operations that no chosen one calls for what it costs, of equals the first. They keep their order.
 */
export function chooseChecks(checks: readonly Check[], kit: ConformanceKit, budget: number): readonly Check[] {
  const open = new Set(checks.map((check): Priced => ({ check, cost: costOf(check, kit) })));
  const state: Chosen = { checks: new Set(), operations: new Set(), paid: new Set(), units: new Map() };
  for (let next = bestOf(open, state, kit, budget); next !== undefined; next = bestOf(open, state, kit, budget)) {
    open.delete(next);
    state.checks.add(next.check);
    for (const id of next.cost.operations) state.operations.add(id);
    for (const [bucket, units] of dueOf(next.cost, state.paid))
      state.units.set(bucket, (state.units.get(bucket) ?? 0) + units);
  }
  return checks.filter((check) => state.checks.has(check));
}

/** What has been chosen so far. */
interface Chosen {
  readonly checks: Set<Check>;
  readonly operations: Set<string>;
  /** Shared steps that a chosen check sends. */
  readonly paid: Set<string>;
  readonly units: Map<string, number>;
}

/** The most informative check that fits; those that do not fit are left out for good. */
function bestOf(open: Set<Priced>, state: Chosen, kit: ConformanceKit, budget: number): Priced | undefined {
  let best: { readonly priced: Priced; readonly value: number } | undefined;
  for (const priced of open) {
    const due = dueOf(priced.cost, new Set(state.paid));
    if (!fits(due, state.units, kit, budget)) continue;
    const added = [...priced.cost.operations].filter((id) => !state.operations.has(id)).length;
    const value = (added + 0.1) / (sum(due.values()) + 1);
    if (best === undefined || value > best.value) best = { priced, value };
  }
  return best?.priced;
}

function fits(
  due: ReadonlyMap<string, number>,
  spent: ReadonlyMap<string, number>,
  { quotas = {} }: ConformanceKit,
  budget: number,
): boolean {
  if (sum(due.values()) + sum(spent.values()) > budget) return false;
  return [...due].every(([bucket, units]) => {
    const day = quotas[bucket]?.find(({ per }) => per === 'day');
    return day === undefined || units === 0 || (spent.get(bucket) ?? 0) + units <= day.limit;
  });
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
