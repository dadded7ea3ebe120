import type { Check, ConformanceKit } from './check.js';
import { addUnits, type CheckCost, measureCost, payCost, sumUnits } from './estimate-cost.js';

/**
 * Chooses checks that cost no more than a budget, nor more of a bucket than a day has. Takes the check that calls most new
 * operations for its cost, of equals the first, until none fits. The checks keep their order.
 */
export function chooseChecks(checks: readonly Check[], kit: ConformanceKit, budget: number): readonly Check[] {
  const open = new Map(checks.map((check) => [check, measureCost(check, kit)]));
  const operations = new Set<string>();
  const units = new Map<string, number>();
  // Shared steps that a chosen check sends.
  const paid = new Set<string>();
  for (;;) {
    let best: { readonly check: Check; readonly cost: CheckCost; readonly value: number } | undefined;
    for (const [check, cost] of open) {
      const due = payCost(cost, new Set(paid));
      if (!fits(due, units, kit, budget)) continue;
      const added = [...cost.operations].filter((id) => !operations.has(id)).length;
      const value = (added + 0.1) / (sumUnits(due) + 1);
      if (best === undefined || value > best.value) best = { check, cost, value };
    }
    if (best === undefined) return checks.filter((check) => !open.has(check));
    open.delete(best.check);
    for (const id of best.cost.operations) operations.add(id);
    addUnits(units, payCost(best.cost, paid));
  }
}

function fits(
  due: ReadonlyMap<string, number>,
  spent: ReadonlyMap<string, number>,
  { quotas = {} }: ConformanceKit,
  budget: number,
): boolean {
  if (sumUnits(due) + sumUnits(spent) > budget) return false;
  return [...due].every(([bucket, units]) => {
    const day = quotas[bucket]?.find(({ per }) => per === 'day');
    return units === 0 || (spent.get(bucket) ?? 0) + units <= (day?.limit ?? Infinity);
  });
}
