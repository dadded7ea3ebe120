import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { readMember } from '@speccast/runtime/requests';
import type { EmulatorPlan, Profile } from './plan.js';

/** Returns the plan for a profile. In `vendor` it has the rules of the real service, and all parameters are validated. */
export function applyProfile(plan: EmulatorPlan, profile: Profile): EmulatorPlan {
  if (profile !== 'vendor') return plan;
  const { operations = {}, resources = {} } = plan.vendor ?? {};
  return {
    ...plan,
    operations: plan.operations.map(({ enforced: _enforced, ...one }) => {
      const vendor = operations[one.operation.id];
      return { ...one, behaviour: mergeRules(one.behaviour, vendor?.behaviour), ...(vendor && { vendor }) };
    }),
    resources: plan.resources.map((one) => ({ ...one, rules: mergeRules(one.rules, resources[one.table]) })),
  };
}

/** Merges rules: objects member by member, lists by appending, other values by replacing. */
export function mergeRules<Rules extends object>(base: Rules, extra: object | undefined): Rules {
  if (extra === undefined) return base;
  // Rules are plain data, and the spec's vocabulary ensures that the result is valid.
  return mergeValues(base as JsonObject, extra as JsonObject) as Rules;
}

function mergeValues(base: Json | undefined, extra: Json): Json {
  if (Array.isArray(base) && Array.isArray(extra)) return [...base, ...extra];
  if (!isJsonObject(base) || !isJsonObject(extra)) return extra;
  const entries = Object.entries(extra).map(([name, value]): [string, Json] => [
    name,
    mergeValues(readMember(base, name), value),
  ]);
  return { ...base, ...Object.fromEntries(entries) };
}
