import type { ObjectRules, Property } from '../../api/schemas/schema.js';
import { buildPlan, flagsOf, inside, type Place, type PlanContext } from './build-plan.js';
import { isFree, type Check, type Field, type MembersCheck } from './plan.js';

/** Plans the keywords of objects: declared properties before loops over all of them. */
export function planObject(rules: ObjectRules, place: Place, context: PlanContext): readonly Check[] {
  return [
    ...planFields(rules, place, context),
    ...planCounts(rules),
    ...planDependencies(rules, place, context),
    ...planMembers(rules, place, context),
    ...planUnevaluated(rules, place, context),
  ];
}

function planFields(rules: ObjectRules, place: Place, context: PlanContext): readonly Check[] {
  const declared = (rules.properties ?? []).map((property) => planField(property, place, context));
  const further = (rules.requiredOnly ?? []).map((name) => ({ name, required: true, declared: false }));
  const fields = [...declared, ...further];
  return fields.length === 0 ? [] : [{ kind: 'fields', fields }];
}

function planField(property: Property, place: Place, context: PlanContext): Field {
  const { name } = property;
  const plan = buildPlan(property.schema, inside(place, ['properties', name], name), context);
  return { name, required: context.isRequired(property), declared: true, ...(isFree(plan) ? {} : { plan }) };
}

function planCounts({ minProperties, maxProperties }: ObjectRules): readonly Check[] {
  const checks: Check[] = [];
  if (minProperties !== undefined && minProperties > 0)
    checks.push({ kind: 'propertyCount', keyword: 'minProperties', limit: minProperties });
  if (maxProperties !== undefined)
    checks.push({ kind: 'propertyCount', keyword: 'maxProperties', limit: maxProperties });
  return checks;
}

function planDependencies(rules: ObjectRules, place: Place, context: PlanContext): readonly Check[] {
  const required = (rules.dependentRequired ?? []).map((one) => ({ kind: 'dependentRequired', ...one }) as const);
  const schemas = (rules.dependentSchemas ?? []).map(({ property, schema, keyword = 'dependentSchemas' }) => {
    const plan = buildPlan(schema, inside(place, [keyword, property], `with ${property}`), context);
    return { kind: 'dependentSchema', property, plan } as const;
  });
  return [...required, ...schemas];
}

/** Kept even where everything is allowed: it says which properties count as evaluated. */
function planMembers(rules: ObjectRules, place: Place, context: PlanContext): readonly Check[] {
  const { propertyNames, patternProperties, additionalProperties } = rules;
  if (propertyNames === undefined && patternProperties === undefined && additionalProperties === undefined) return [];
  const check: MembersCheck = {
    kind: 'members',
    known: (rules.properties ?? []).map(({ name }) => name),
    patterns: (patternProperties ?? []).map(({ pattern, schema }) => {
      const plan = buildPlan(schema, inside(place, ['patternProperties', pattern], 'matching'), context);
      return { pattern, flags: flagsOf(pattern), plan };
    }),
    ...(propertyNames === undefined
      ? {}
      : { names: buildPlan(propertyNames, inside(place, ['propertyNames'], 'name'), context) }),
    ...(additionalProperties === undefined
      ? {}
      : { additional: buildPlan(additionalProperties, inside(place, ['additionalProperties'], 'value'), context) }),
  };
  return [check];
}

function planUnevaluated({ unevaluatedProperties }: ObjectRules, place: Place, context: PlanContext): readonly Check[] {
  if (unevaluatedProperties === undefined) return [];
  const plan = buildPlan(unevaluatedProperties, inside(place, ['unevaluatedProperties'], 'further value'), context);
  return [{ kind: 'unevaluatedProperties', plan }];
}
