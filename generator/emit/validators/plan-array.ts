import type { ArrayRules } from '../../api/schemas/schema.js';
import { buildPlan, inside, type Place, type PlanContext } from './build-plan.js';
import type { Check } from './plan.js';

/** Plans the keywords of arrays: sizes before items. */
export function planArray(rules: ArrayRules, place: Place, context: PlanContext): readonly Check[] {
  return [
    ...planCounts(rules),
    ...planItems(rules, place, context),
    ...planContains(rules, place, context),
    ...(rules.uniqueItems === true ? [{ kind: 'unique' } as const] : []),
    ...planUnevaluated(rules, place, context),
  ];
}

function planCounts({ minItems, maxItems }: ArrayRules): readonly Check[] {
  const checks: Check[] = [];
  if (minItems !== undefined && minItems > 0) checks.push({ kind: 'itemCount', keyword: 'minItems', limit: minItems });
  if (maxItems !== undefined) checks.push({ kind: 'itemCount', keyword: 'maxItems', limit: maxItems });
  return checks;
}

/** Kept even where every item is allowed: it says which items count as evaluated. */
function planItems({ prefixItems, items }: ArrayRules, place: Place, context: PlanContext): readonly Check[] {
  if (prefixItems === undefined && items === undefined) return [];
  const prefix = (prefixItems ?? []).map((item, index) =>
    buildPlan(item, inside(place, ['prefixItems', index], `item${index}`), context),
  );
  const rest = items === undefined ? {} : { rest: buildPlan(items, inside(place, ['items'], 'item'), context) };
  return [{ kind: 'items', prefix, ...rest }];
}

function planContains(
  { contains, minContains = 1, maxContains }: ArrayRules,
  place: Place,
  context: PlanContext,
): readonly Check[] {
  if (contains === undefined) return [];
  const plan = buildPlan(contains, inside(place, ['contains'], 'contained'), context);
  return [{ kind: 'contains', plan, least: minContains, ...(maxContains === undefined ? {} : { most: maxContains }) }];
}

function planUnevaluated({ unevaluatedItems }: ArrayRules, place: Place, context: PlanContext): readonly Check[] {
  if (unevaluatedItems === undefined) return [];
  return [
    {
      kind: 'unevaluatedItems',
      plan: buildPlan(unevaluatedItems, inside(place, ['unevaluatedItems'], 'furtherItem'), context),
    },
  ];
}
