import type { EmulatorPlan, OperationPlan, Reasons } from '../plan/plan.js';

/** The statuses that go with a reason of an operation's errors; none where the spec does not know it. */
export function statusesOf(plan: EmulatorPlan, { reasons }: OperationPlan, reason: string): readonly number[] {
  return [...statusesIn(reasons, reason), ...statusesIn(plan.reasons, reason)];
}

/** A reason that goes with a status of an operation's errors, its own before those of all. */
export function reasonOf(plan: EmulatorPlan, { reasons }: OperationPlan, status: number): string | undefined {
  return reasons?.[status]?.[0] ?? plan.reasons?.[status]?.[0];
}

function statusesIn(reasons: Reasons = {}, reason: string): readonly number[] {
  return Object.entries(reasons).flatMap(([status, some]) => (some.includes(reason) ? Number(status) : []));
}
