import type { Profile } from '../options.js';
import type { EmulatorPlan, OperationPlan } from '../plan/plan.js';
import { layOver } from './lay-over.js';

/** The plan as a profile carries it out: in `vendor`, with what the real service adds, and every parameter judged. */
export function applyProfile(plan: EmulatorPlan, profile: Profile): EmulatorPlan {
  if (profile !== 'vendor') return plan;
  const { operations = {}, resources = {} } = plan.vendor ?? {};
  return {
    ...plan,
    operations: plan.operations.map((one) => strict(one, operations[one.operation.id])),
    resources: plan.resources.map((one) => ({ ...one, rules: layOver(one.rules, resources[one.table]) })),
  };
}

function strict({ enforced: _enforced, ...plan }: OperationPlan, vendor: OperationPlan['vendor']): OperationPlan {
  return { ...plan, behaviour: layOver(plan.behaviour, vendor?.behaviour), ...(vendor && { vendor }) };
}
