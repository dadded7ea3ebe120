import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import type { EmulatorPlan, OperationPlan, Profile } from './plan.js';

/** The plan for a profile. In `vendor` it has the rules of the real service, and all parameters are validated. */
export function applyProfile(plan: EmulatorPlan, profile: Profile): EmulatorPlan {
  if (profile !== 'vendor') return plan;
  const { operations = {}, resources = {} } = plan.vendor ?? {};
  return {
    ...plan,
    operations: plan.operations.map((one) => strict(one, operations[one.operation.id])),
    resources: plan.resources.map((one) => ({ ...one, rules: mergeRules(one.rules, resources[one.table]) })),
  };
}

function strict({ enforced: _enforced, ...plan }: OperationPlan, vendor: OperationPlan['vendor']): OperationPlan {
  return { ...plan, behaviour: mergeRules(plan.behaviour, vendor?.behaviour), ...(vendor && { vendor }) };
}

/** Merges rules: objects member by member, lists by appending, anything else by replacing. */
export function mergeRules<Rules extends object>(base: Rules, extra: object | undefined): Rules {
  if (extra === undefined) return base;
  // Rules are plain data, and the spec's vocabulary ensures that the result is valid.
  return merged(base as JsonObject, extra as JsonObject) as Rules;
}

function merged(base: Json | undefined, extra: Json): Json {
  if (Array.isArray(base) && Array.isArray(extra)) return [...base, ...extra];
  if (!isJsonObject(base) || !isJsonObject(extra)) return extra;
  const entries = Object.entries(extra).map(([name, value]): [string, Json] => [
    name,
    merged(Object.hasOwn(base, name) ? base[name] : undefined, value),
  ]);
  return { ...base, ...Object.fromEntries(entries) };
}
