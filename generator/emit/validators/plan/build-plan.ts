import type { KeywordGroup } from '../../../keywords/keyword.js';
import { listKeywords } from '../../../keywords/keywords.js';
import { findFormat } from '../../../keywords/formats.js';
import { patternFlags } from '../../../keywords/strings.js';
import { isCompound, isOfType, isSameJson, type Json } from '../../../json.js';
import type { JsonType, ObjectRules, Schema } from '../../../api/types/schema.js';
import { printPointer } from '../../../spec/read/pointer.js';
import {
  findKeywordGroup,
  isFree,
  type Assertion,
  type Check,
  type Field,
  type MembersCheck,
  type Plan,
} from './plan.js';
import { proveExclusive, type BranchContext } from './prove-exclusive.js';

/** Answers that planning needs beside the schema. */
export interface PlanContext extends BranchContext {
  /** Key of the unit that a `$ref` resolves to. */
  readonly unitOf: (ref: string) => string;
  /** The schema as it counts in the direction planned for. Default: as it is. */
  readonly view?: (schema: Schema) => Schema;
  /** Tells whether the type of a schema is more than TypeScript can represent. Default: no schema is. */
  readonly isTooBroad?: (schema: Schema) => boolean;
  /** True where `format` is asserted, false where it is an annotation. */
  readonly assertFormats: boolean;
}

/** Pointer of a schema, and the words for its name. */
export type SchemaLocation = Pick<Plan, 'pointer' | 'hint'>;

/** A schema to plan, and how the schemas inside it are: by the steps to them, and a word for their names. */
interface Planning {
  readonly schema: Schema;
  readonly inner: (schema: Schema, steps: readonly (string | number)[], word: string) => Plan;
  readonly context: PlanContext;
}

/** Plans a schema: keywords that cannot matter are gone, cheap ones come first. */
export function buildPlan(stated: Schema, at: SchemaLocation, context: PlanContext): Plan {
  const schema = context.view?.(stated) ?? stated;
  if (schema.boolean !== undefined)
    return { ...at, secret: false, ...(schema.boolean ? {} : { types: [] }), checks: [] };
  const inner: Planning['inner'] = (one, steps, word) =>
    buildPlan(
      one,
      { pointer: at.pointer + printPointer(steps), hint: word === '' ? at.hint : [...at.hint, word] },
      context,
    );
  const planning = { schema, inner, context };
  const checks: readonly Check[] = [
    ...planValues(schema),
    ...planScalar('string', planning),
    ...planScalar('number', planning),
    ...planArray(planning),
    ...planObject(planning),
    ...given(schema.ref, (ref) => ({ kind: 'call', unit: context.unitOf(ref) })),
    ...given(schema.allOf, (parts) => {
      const plans = parts.map((part, index) => inner(part, ['allOf', index], `part${index + 1}`));
      const asserting = plans.filter((plan) => !isFree(plan));
      return asserting.length === 0 ? undefined : { kind: 'allOf', plans: asserting };
    }),
    ...planUnion('anyOf', planning),
    ...planUnion('oneOf', planning),
    ...given(schema.not, (one) => ({ kind: 'not', plan: inner(one, ['not'], 'excluded') })),
    ...given(schema.if, (one) => {
      // Planned before the test: the order of planning is that of the names of functions.
      const matching = schema.then && { matching: inner(schema.then, ['then'], 'then') };
      const otherwise = schema.else && { otherwise: inner(schema.else, ['else'], 'else') };
      return { kind: 'condition', test: inner(one, ['if'], 'if'), ...matching, ...otherwise };
    }),
  ];
  const secret = schema.writeOnly === true || schema.string?.format === 'password';
  const isTooBroad = context.isTooBroad?.(schema) === true;
  return narrow({ ...at, secret, checks, ...(isTooBroad && { isTooBroad }) }, schema.types);
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

/** A constant that the list does not hold leaves no allowed value at all. */
function planValues({ enum: allowed, const: constant }: Schema): readonly Check[] {
  if (constant === undefined) return given(allowed, (values) => ({ kind: 'values', keyword: 'enum', values }));
  const isListed = allowed === undefined || allowed.some((value) => isSameJson(value, constant.value));
  return [{ kind: 'values', keyword: isListed ? 'const' : 'enum', values: isListed ? [constant.value] : [] }];
}

/** Limits are the cheapest to check. */
function planScalar(group: 'string' | 'number', { schema, context }: Planning): readonly Check[] {
  const { limits, others } = planAssertions(group, schema[group]);
  // Beyond 2^53 a number is no longer what the wire had: a codec of numbers knows, and checks, their text.
  const isCoded = group === 'number' && (schema.codec?.number ?? schema.codec?.any) !== undefined;
  const name = context.assertFormats && !isCoded ? schema.string?.format : undefined;
  const format = name !== undefined && findFormat(name)?.[group] !== undefined ? name : undefined;
  return [...limits, ...given(format, (one) => ({ kind: 'format', group, format: one })), ...others];
}

/** The keywords of a type that assert by themselves, but for those that accept everything. */
function planAssertions(
  group: KeywordGroup,
  rules: object = {},
): { readonly limits: readonly Assertion[]; readonly others: readonly Assertion[] } {
  const [limits, others]: [Assertion[], Assertion[]] = [[], []];
  for (const { name, is, takes, limit } of listKeywords(group)) {
    const argument = Reflect.get(rules, name) as Json | undefined;
    const isIdle = argument === false || (argument === 0 && takes === 'count' && limit?.isLower === true);
    if (is === undefined || argument === undefined || isIdle) continue;
    (limit === undefined ? others : limits).push({ kind: 'assertion', group, keyword: name, argument });
  }
  return { limits, others };
}

/** Sizes come before items. */
function planArray({ schema: { array = {} }, inner }: Planning): readonly Check[] {
  const { limits, others } = planAssertions('array', array);
  const { prefixItems, items, contains, minContains: least = 1, maxContains: most } = array;
  const prefix = (prefixItems ?? []).map((item, index) => inner(item, ['prefixItems', index], `item${index}`));
  return [
    ...limits,
    // Kept even where every item is allowed: it says which items count as evaluated.
    ...given(prefixItems ?? items, () => ({
      kind: 'items',
      prefix,
      ...(items && { rest: inner(items, ['items'], 'item') }),
    })),
    ...given(contains, (one) => ({
      ...({ kind: 'contains', plan: inner(one, ['contains'], 'contained'), least } as const),
      ...(most !== undefined && { most }),
    })),
    ...others,
    ...given(array.unevaluatedItems, (one) => ({
      kind: 'unevaluatedItems',
      plan: inner(one, ['unevaluatedItems'], 'furtherItem'),
    })),
  ];
}

/** Plans the check of a keyword, where the schema has it. */
function given<T>(value: T | undefined, plan: (value: T) => Check | undefined): readonly Check[] {
  const check = value === undefined ? undefined : plan(value);
  return check === undefined ? [] : [check];
}

/** Declared properties come before loops over all of them. */
function planObject(planning: Planning): readonly Check[] {
  const { schema, inner } = planning;
  const { limits, others } = planAssertions('object', schema.object);
  return [
    ...planFields(planning),
    ...limits,
    ...planDependencies(planning),
    ...planMembers(schema.object ?? {}, inner),
    ...others,
    ...given(schema.object?.unevaluatedProperties, (one) => ({
      kind: 'unevaluatedProperties',
      plan: inner(one, ['unevaluatedProperties'], 'further value'),
    })),
  ];
}

function planFields({ schema: { object = {} }, inner, context }: Planning): readonly Check[] {
  const declared = (object.properties ?? []).map((property): Field => {
    const { name } = property;
    const plan = inner(property.schema, ['properties', name], name);
    return { name, required: context.isRequired(property), declared: true, ...(isFree(plan) ? {} : { plan }) };
  });
  const further = (object.requiredOnly ?? []).map((name) => ({ name, required: true, declared: false }));
  const fields = [...declared, ...further];
  return fields.length === 0 ? [] : [{ kind: 'fields', fields }];
}

function planDependencies({ schema: { object = {} }, inner }: Planning): readonly Check[] {
  const required = (object.dependentRequired ?? []).map((one) => ({ kind: 'dependentRequired', ...one }) as const);
  const schemas = (object.dependentSchemas ?? []).map(({ property, schema, keyword = 'dependentSchemas' }) => {
    const plan = inner(schema, [keyword, property], `with ${property}`);
    return { kind: 'dependentSchema', property, plan } as const;
  });
  return [...required, ...schemas];
}

/** Kept even where everything is allowed: it says which properties count as evaluated. */
function planMembers(rules: ObjectRules, inner: Planning['inner']): readonly Check[] {
  const { propertyNames, patternProperties, additionalProperties } = rules;
  if (propertyNames === undefined && patternProperties === undefined && additionalProperties === undefined) return [];
  const check: MembersCheck = {
    kind: 'members',
    known: (rules.properties ?? []).map(({ name }) => name),
    patterns: (patternProperties ?? []).map(({ pattern, schema }) => {
      const plan = inner(schema, ['patternProperties', pattern], 'matching');
      return { pattern, flags: patternFlags(pattern), plan };
    }),
    ...(propertyNames && { names: inner(propertyNames, ['propertyNames'], 'name') }),
    ...(additionalProperties && { additional: inner(additionalProperties, ['additionalProperties'], 'value') }),
  };
  return [check];
}

function planUnion(keyword: 'anyOf' | 'oneOf', { schema, inner, context }: Planning): readonly Check[] {
  const branches = schema[keyword];
  if (branches === undefined) return [];
  const plans = branches.map((branch, index) => inner(branch, [keyword, index], `alternative${index + 1}`));
  // A union of constants is one list of allowed values, as long as a `oneOf` names none twice.
  const lists = plans.map(({ types, checks }) => {
    const [check] = checks;
    if (types !== undefined || checks.length !== 1 || check?.kind !== 'values') return undefined;
    return check.values.some(isCompound) ? undefined : check.values;
  });
  const values = lists.flatMap((list) => list ?? []);
  const isClear = keyword === 'anyOf' || new Set(values).size === values.length;
  if (isClear && !lists.includes(undefined)) return [{ kind: 'values', keyword, values }];
  const tag = schema.discriminator?.property;
  const proof = proveExclusive(branches, tag, context);
  const exclusive = keyword === 'anyOf' || proof.exclusive;
  return [{ kind: 'union', keyword, plans, ...proof, exclusive, ...(tag !== undefined && { tag }) }];
}
