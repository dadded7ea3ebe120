import type { OperationPlan, EmulatorPlan } from '../../plan/plan.js';
import { readAction } from '../../plan/rule.js';
import type { RuleDraft } from '../../plan/rule.js';

/** The rules of the capability that an operation leaves its work to. */
export function capabilityRules({ behaviour }: OperationPlan, { capabilities }: EmulatorPlan): readonly RuleDraft[] {
  const name = readAction(behaviour)['perform'];
  if (typeof name !== 'string') return [];
  const { errors } = (Object.hasOwn(capabilities, name) ? capabilities[name] : undefined) ?? {};
  return errors ?? [other(name)];
}

/** All errors of a capability of which nothing is known here. */
function other(name: string): RuleDraft {
  return {
    name: `action/${name}`,
    kind: 'action',
    text: `What ${name} asks for is fulfilled.`,
    fix: 'Change what the message names.',
  };
}
