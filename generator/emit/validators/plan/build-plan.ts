import type { KeywordGroup } from '../../../keywords/keyword.js';
import { listKeywords } from '../../../keywords/keywords.js';
import { findFormat } from '../../../keywords/formats.js';
import { patternFlags } from '../../../keywords/strings.js';
import { isCompound, isOfType, isSameJson, type Json } from '../../../json.js';
import type { JsonType, ObjectRules, Schema } from '../../../api/types/schema.js';
import { printPointer } from '../../../spec/read/pointer.js';
import { findKeywordGroup, isFree, type Check, type Field, type MembersCheck, type Plan } from './plan.js';
import { proveExclusive, type BranchContext } from './prove-exclusive.js';

/** Functions and settings that planning needs beside the schema. */
export interface PlanContext extends BranchContext {
  /** Returns the key of the unit for the target of a `$ref`. */
  readonly findUnit: (ref: string) => string;
  /** Returns the schema for the planned direction. Default: the schema itself. */
  readonly view?: (schema: Schema) => Schema;
  /** Returns true if the type of a schema is more than TypeScript can represent. Default: no schema is. */
  readonly isTooBroad?: (schema: Schema) => boolean;
  /** `format` is checked; otherwise it is an annotation. */
  readonly assertFormats: boolean;
}

/** Pointer of a schema, and the words for the name of its function. */
export type SchemaLocation = Pick<Plan, 'pointer' | 'hint'>;

/** Plans an inner schema. `steps` are the steps to it, `word` is added to the words for its name. */
type PlanInner = (schema: Schema, steps: readonly (string | number)[], word: string) => Plan;

/** Plans a schema: drops keywords without effect, and puts cheap checks first. */
export function buildPlan(stated: Schema, at: SchemaLocation, context: PlanContext): Plan {
  const schema = context.view?.(stated) ?? stated;
  const { boolean, ref, not, if: test, then, else: otherwise } = schema;
  if (boolean !== undefined) return { ...at, secret: false, ...(boolean ? {} : { types: [] }), checks: [] };
  const inner: PlanInner = (one, steps, word) => {
    const hint = word === '' ? at.hint : [...at.hint, word];
    return buildPlan(one, { pointer: at.pointer + printPointer(steps), hint }, context);
  };
  // The order of the checks is also the order in which functions claim their names.
  const checks: readonly (Check | undefined)[] = [
    planValues(schema),
    ...planScalar('string', schema, context),
    ...planScalar('number', schema, context),
    ...planArray(schema.array, inner),
    ...planObject(schema.object, inner, context),
    ref === undefined ? undefined : { kind: 'call', unit: context.findUnit(ref) },
    planCombined(schema, inner),
    planUnion('anyOf', schema, inner, context),
    planUnion('oneOf', schema, inner, context),
    not && { kind: 'not', plan: inner(not, ['not'], 'excluded') },
    test && {
      kind: 'condition',
      matching: then && inner(then, ['then'], 'then'),
      otherwise: otherwise && inner(otherwise, ['else'], 'else'),
      test: inner(test, ['if'], 'if'),
    },
  ];
  const secret = schema.writeOnly === true || schema.string?.format === 'password';
  const isTooBroad = context.isTooBroad?.(schema) === true;
  return narrow({ ...at, secret, isTooBroad, checks: checks.filter((check) => check !== undefined) }, schema.types);
}

/** Drops keywords of types that are not allowed, and types that follow from the allowed values. */
function narrow(plan: Plan, types: readonly JsonType[] | undefined): Plan {
  if (types === undefined) return plan;
  const checks = plan.checks.flatMap((check): readonly Check[] => {
    const group = findKeywordGroup(check);
    const isInteger = group === 'number' && types.includes('integer');
    if (group !== undefined && !types.includes(group) && !isInteger) return [];
    if (check.kind !== 'values') return [check];
    return [{ ...check, values: check.values.filter((value) => types.some((type) => isOfType(value, type))) }];
  });
  if (checks.some((check) => check.kind === 'values')) return { ...plan, checks };
  const known = [...new Set(types)];
  return { ...plan, types: known.includes('number') ? known.filter((type) => type !== 'integer') : known, checks };
}

/** Plans `enum` and `const`. A constant that is not in the enum leaves no allowed value. */
function planValues({ enum: allowed, const: constant }: Schema): Check | undefined {
  if (constant === undefined) return allowed && { kind: 'values', keyword: 'enum', values: allowed };
  const isListed = allowed?.some((value) => isSameJson(value, constant.value)) ?? true;
  return { kind: 'values', keyword: isListed ? 'const' : 'enum', values: isListed ? [constant.value] : [] };
}

/** Plans the keywords of strings or numbers, limits first, since they are the cheapest. */
function planScalar(group: 'string' | 'number', schema: Schema, context: PlanContext): readonly Check[] {
  const { string: { format } = {}, codec } = schema;
  // A number beyond 2^53 is inexact in JavaScript. A codec for numbers reads and checks the text on the wire instead.
  const isCoded = group === 'number' && (codec?.number ?? codec?.any) !== undefined;
  const isChecked = context.assertFormats && !isCoded && findFormat(format ?? '')?.[group] !== undefined;
  return [
    ...planAssertions(group, schema[group], 'limits'),
    ...(format !== undefined && isChecked ? [{ kind: 'format', group, format } as const] : []),
    ...planAssertions(group, schema[group], 'others'),
  ];
}

/** Plans the limits of a type, or its other keywords without schemas. Drops keywords that accept every value, such as `minLength: 0`. */
function planAssertions(group: KeywordGroup, rules: object | undefined, which: 'limits' | 'others'): readonly Check[] {
  if (rules === undefined) return [];
  return listKeywords(group).flatMap(({ name: keyword, is, takes, limit }) => {
    const argument = Reflect.get(rules, keyword) as Json | undefined;
    const isIdle = argument === false || (argument === 0 && takes === 'count' && limit?.isLower === true);
    if (is === undefined || argument === undefined || isIdle || (limit === undefined) !== (which === 'others'))
      return [];
    return [{ kind: 'assertion', group, keyword, argument }];
  });
}

/** Plans the keywords of arrays, sizes before items. */
function planArray(array: Schema['array'] = {}, inner: PlanInner): readonly (Check | undefined)[] {
  const { prefixItems, items, contains, unevaluatedItems } = array;
  const prefix = (prefixItems ?? []).map((item, index) => inner(item, ['prefixItems', index], `item${index}`));
  return [
    ...planAssertions('array', array, 'limits'),
    // Kept even if it allows every item, because it decides which items are evaluated.
    (prefixItems ?? items) && { kind: 'items', prefix, rest: items && inner(items, ['items'], 'item') },
    contains && {
      kind: 'contains',
      plan: inner(contains, ['contains'], 'contained'),
      least: array.minContains ?? 1,
      most: array.maxContains,
    },
    ...planAssertions('array', array, 'others'),
    unevaluatedItems && {
      kind: 'unevaluatedItems',
      plan: inner(unevaluatedItems, ['unevaluatedItems'], 'furtherItem'),
    },
  ];
}

/** Plans the keywords of objects, declared properties before loops over all properties. */
function planObject(object: ObjectRules = {}, inner: PlanInner, context: PlanContext): readonly (Check | undefined)[] {
  const { properties = [], requiredOnly = [], unevaluatedProperties: further } = object;
  const declared = properties.map((property) => {
    const { name, schema } = property;
    const plan = inner(schema, ['properties', name], name);
    const required = context.isRequired(property);
    return { name, required, declared: true, plan: isFree(plan) ? undefined : plan };
  });
  const members = planMembers(object, inner);
  const ordinary = new Set(declared.filter((field) => isCheckedAsOthers(field, members)).map(({ name }) => name));
  const fields = [
    ...declared.filter(({ name }) => !ordinary.has(name)),
    ...requiredOnly.map((name) => ({ name, required: true, declared: false })),
  ];
  return [
    fields.length === 0 ? undefined : { kind: 'fields', fields },
    ...planAssertions('object', object, 'limits'),
    ...(object.dependentRequired ?? []).map((one) => ({ kind: 'dependentRequired', ...one }) as const),
    ...(object.dependentSchemas ?? []).map(({ property, schema, keyword = 'dependentSchemas' }) => {
      const plan = inner(schema, [keyword, property], `with ${property}`);
      return { kind: 'dependentSchema', property, plan } as const;
    }),
    members && { ...members, known: members.known.filter((name) => !ordinary.has(name)) },
    ...planAssertions('object', object, 'others'),
    further && {
      kind: 'unevaluatedProperties',
      plan: inner(further, ['unevaluatedProperties'], 'further value'),
    },
  ];
}

/** Returns true if a property refers to the same schema as `additionalProperties`, whose loop can check it. */
function isCheckedAsOthers({ required, plan }: Field, members: MembersCheck | undefined): boolean {
  if (required || !members || members.names || members.patterns.length > 0) return false;
  const [own, others] = [plan, members.additional].map((one) =>
    one?.types || one?.checks.length !== 1 ? [] : one.checks,
  );
  return own?.[0]?.kind === 'call' && others?.[0]?.kind === 'call' && own[0].unit === others[0].unit;
}

/** Plans the loop over all properties. It is kept even if it allows everything, because it decides which properties are evaluated. */
function planMembers(rules: ObjectRules, inner: PlanInner): MembersCheck | undefined {
  const { properties = [], propertyNames: names, patternProperties, additionalProperties: additional } = rules;
  if (names === undefined && patternProperties === undefined && additional === undefined) return undefined;
  return {
    kind: 'members',
    known: properties.map(({ name }) => name),
    patterns: (patternProperties ?? []).map(({ pattern, schema }) => {
      const plan = inner(schema, ['patternProperties', pattern], 'matching');
      return { pattern, flags: patternFlags(pattern), plan };
    }),
    names: names && inner(names, ['propertyNames'], 'name'),
    additional: additional && inner(additional, ['additionalProperties'], 'value'),
  };
}

function planCombined({ allOf = [] }: Schema, inner: PlanInner): Check | undefined {
  const plans = allOf.map((part, index) => inner(part, ['allOf', index], `part${index + 1}`));
  const effective = plans.filter((plan) => !isFree(plan));
  return effective.length === 0 ? undefined : { kind: 'allOf', plans: effective };
}

function planUnion(
  keyword: 'anyOf' | 'oneOf',
  schema: Schema,
  inner: PlanInner,
  context: PlanContext,
): Check | undefined {
  const branches = schema[keyword];
  if (branches === undefined) return undefined;
  const plans = branches.map((branch, index) => inner(branch, [keyword, index], `alternative${index + 1}`));
  // A union of constants becomes one list of values, unless a `oneOf` has the same value twice.
  const lists = plans.map(({ types, checks }) => {
    const [check] = checks;
    const isList = types === undefined && checks.length === 1 && check?.kind === 'values';
    return isList && !check.values.some(isCompound) ? check.values : undefined;
  });
  const values = lists.flatMap((list) => list ?? []);
  const isClear = keyword === 'anyOf' || new Set(values).size === values.length;
  if (isClear && !lists.includes(undefined)) return { kind: 'values', keyword, values };
  const tag = schema.discriminator?.property;
  const { dispatch, exclusive } = proveExclusive(branches, tag, context);
  return { kind: 'union', keyword, plans, tag, dispatch, exclusive: keyword === 'anyOf' || exclusive };
}
