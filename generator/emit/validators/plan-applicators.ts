import type { Schema } from '../../api/schemas/schema.js';
import type { Json } from '../../spec/read/json.js';
import { proveExclusive } from './are-exclusive.js';
import { buildPlan, inside, type Place, type PlanContext } from './build-plan.js';
import { isFree, type Check, type Plan } from './plan.js';

/** Plans `$ref` and the keywords that combine schemas. */
export function planApplicators(schema: Schema, place: Place, context: PlanContext): readonly Check[] {
  return [
    ...(schema.ref === undefined ? [] : [{ kind: 'call', unit: context.unitOf(schema.ref) } as const]),
    ...planAllOf(schema, place, context),
    ...planUnion(schema, 'anyOf', place, context),
    ...planUnion(schema, 'oneOf', place, context),
    ...planNot(schema, place, context),
    ...planCondition(schema, place, context),
  ];
}

function planAllOf({ allOf }: Schema, place: Place, context: PlanContext): readonly Check[] {
  const plans = planBranches(allOf ?? [], 'allOf', place, context).filter((plan) => !isFree(plan));
  return plans.length === 0 ? [] : [{ kind: 'allOf', plans }];
}

function planUnion(schema: Schema, keyword: 'anyOf' | 'oneOf', place: Place, context: PlanContext): readonly Check[] {
  const branches = schema[keyword];
  if (branches === undefined) return [];
  const plans = planBranches(branches, keyword, place, context);
  const values = mergeValues(plans, keyword);
  if (values !== undefined) return [values];
  const tag = schema.discriminator?.property;
  const proof = proveExclusive(branches, tag, context);
  const exclusive = keyword === 'anyOf' || proof.exclusive;
  return [{ kind: 'union', keyword, plans, ...proof, exclusive, ...(tag === undefined ? {} : { tag }) }];
}

function planBranches(
  branches: readonly Schema[],
  keyword: string,
  place: Place,
  context: PlanContext,
): readonly Plan[] {
  return branches.map((branch, index) =>
    buildPlan(branch, inside(place, [keyword, index], `${words[keyword] ?? keyword}${index + 1}`), context),
  );
}

const words: Readonly<Record<string, string>> = { allOf: 'part', anyOf: 'alternative', oneOf: 'alternative' };

function planNot(schema: Schema, place: Place, context: PlanContext): readonly Check[] {
  if (schema.not === undefined) return [];
  return [{ kind: 'not', plan: buildPlan(schema.not, inside(place, ['not'], 'excluded'), context) }];
}

function planCondition(schema: Schema, place: Place, context: PlanContext): readonly Check[] {
  if (schema.if === undefined) return [];
  const then =
    schema.then === undefined ? {} : { matching: buildPlan(schema.then, inside(place, ['then'], 'then'), context) };
  const otherwise =
    schema.else === undefined ? {} : { otherwise: buildPlan(schema.else, inside(place, ['else'], 'else'), context) };
  return [
    { kind: 'condition', test: buildPlan(schema.if, inside(place, ['if'], 'if'), context), ...then, ...otherwise },
  ];
}

/** A union of constants is one list of allowed values, as long as a `oneOf` names none twice. */
function mergeValues(plans: readonly Plan[], keyword: 'anyOf' | 'oneOf'): Check | undefined {
  const lists = plans.map(constantsOf);
  const values = lists.flatMap((list) => list ?? []);
  const isClear = keyword === 'anyOf' || new Set(values).size === values.length;
  return lists.includes(undefined) || !isClear ? undefined : { kind: 'values', keyword, values };
}

function constantsOf({ types, checks }: Plan): readonly Json[] | undefined {
  const [check] = checks;
  if (types !== undefined || checks.length !== 1 || check?.kind !== 'values') return undefined;
  return check.values.every((value) => typeof value !== 'object' || value === null) ? check.values : undefined;
}
