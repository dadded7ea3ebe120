import { Refusal, type OperationPlan } from '../plan/plan.js';

/** A refusal of what was sent, with the status that the spec declares for that: 422 where it declares that and no 400. */
export function declaredRefusal(plan: OperationPlan | undefined, refusal: Refusal): Refusal {
  const { status, reason, message, details } = refusal;
  if (plan === undefined || status !== 400) return refusal;
  const declares = (wanted: string): boolean => plan.responses.some((one) => one.status === wanted);
  return declares('422') && !declares('400') ? new Refusal(422, reason, message, details) : refusal;
}
