import type { Check, ConformanceKit } from './check.js';
import { type Charge, listDue, measureCost, sumBuckets, sumUnits } from './estimate-cost.js';

/**
 * Chooses checks that cost no more than a budget, nor more of a bucket than a day has. Takes the check that calls most new
 * operations for its cost, of equals the first, until none fits. The checks keep their order.
 */
export function chooseChecks(checks: readonly Check[], kit: ConformanceKit, budget: number): readonly Check[] {
  const { quotas = {} } = kit;
  const open = new Map(checks.map((check) => [check, measureCost(check, kit)]));
  const called = new Set<string>();
  let charges: readonly Charge[] = [];
  for (;;) {
    const candidates = [...open].map(([check, cost]) => {
      const due = listDue(cost, charges);
      const added = [...cost.operations].filter((id) => !called.has(id)).length;
      return { check, cost, total: [...charges, ...due], value: (added + 0.1) / (sumUnits(due) + 1) };
    });
    const fitting = candidates.filter(
      ({ total }) =>
        sumUnits(total) <= budget &&
        Object.entries(sumBuckets(total)).every(
          ([bucket, units]) => units <= (quotas[bucket]?.find(({ per }) => per === 'day')?.limit ?? Infinity),
        ),
    );
    const [best] = fitting.sort((one, other) => other.value - one.value);
    if (best === undefined) return checks.filter((check) => !open.has(check));
    open.delete(best.check);
    for (const id of best.cost.operations) called.add(id);
    charges = best.total;
  }
}
