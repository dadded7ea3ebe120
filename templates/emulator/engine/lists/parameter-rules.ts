import type { FilterRule } from '../plan/behaviour.js';
import type { OperationPlan } from '../plan/plan.js';

/** A parameter that selects or narrows, and its rule. */
export type ParameterRule = readonly [name: string, rule: FilterRule];

const known = new WeakMap<OperationPlan['behaviour'], readonly ParameterRule[]>();

/** The rules of an operation's parameters, selectors first. */
export function parameterRules({ behaviour }: OperationPlan): readonly ParameterRule[] {
  const rules = known.get(behaviour) ?? Object.entries({ ...behaviour.selectors, ...behaviour.filters });
  known.set(behaviour, rules);
  return rules;
}
