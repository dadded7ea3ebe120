import { groupOf, plansOf, type Check, type Dispatch, type Plan } from './plan.js';

/** Most keywords that stand in one expression; larger schemas get a function. */
const largest = 6;

/** Whether a plan is too large to stand in an expression. */
export function takesFunction(plan: Plan): boolean {
  return weigh(plan) > largest;
}

/** Whether a plan, or one for the same value inside it, compares the value with constants. */
export function hasValues(plan: Plan): boolean {
  return plan.checks.some((check) => check.kind === 'values' || plansOf(check).inPlace.some(hasValues));
}

/** How many keywords an expression for the plan would hold; Infinity where it takes statements. */
function weigh(plan: Plan): number {
  return plan.checks.reduce((sum, check) => sum + weighCheck(check), 0);
}

function weighCheck(check: Check): number {
  const group = groupOf(check);
  if (group === 'array' || group === 'object') return Infinity;
  if (isDispatched(check)) return 1;
  const { inPlace } = plansOf(check);
  return inPlace.reduce((sum, plan) => sum + (hasValues(plan) ? 1 : weigh(plan)), 1);
}

/** A union of alternatives. */
export type UnionCheck = Extract<Check, { kind: 'union' }>;

/** Whether the value of a property tells which branch to look into; of two, the second is tried where the first fails. */
export function isDispatched(check: Check): check is UnionCheck & { readonly dispatch: Dispatch } {
  return check.kind === 'union' && check.dispatch !== undefined && check.dispatch.branches.length > 2;
}
