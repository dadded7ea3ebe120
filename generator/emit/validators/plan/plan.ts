import type { JsonType } from '../../../api/types/schema.js';
import type { KeywordGroup } from '../../../keywords/keyword.js';
import type { Json } from '../../../json.js';

/**
 * The keywords by which one schema checks a value, cheapest first: `{ types: ['array'], checks: [maxItems, items] }`.
 *
 * Not the `Schema` itself: models count differently in requests and responses, schemas of `speccast validators` are told
 * apart by their dynamic scope, and both `is` and `check` need the same order, pointers and proofs of exclusive branches.
 */
export interface Plan {
  /** JSON pointer of the schema, as issues name it. */
  readonly pointer: string;
  /** Words for the name of a function of its own: `['snippet', 'tags']`. */
  readonly hint: readonly string[];
  /** Allowed values must not appear in messages. */
  readonly secret: boolean;
  /** Absent where every type is allowed; empty where nothing is. */
  readonly types?: readonly JsonType[];
  readonly checks: readonly Check[];
  /** True where type guards must not narrow the value, because all narrowings together make a union that TypeScript rejects. */
  readonly isTooBroad?: boolean;
}

/** One keyword, or several that are checked together. */
export type Check = ValueCheck | Assertion | FormatCheck | ArrayCheck | ObjectCheck | ApplicatorCheck;

/** `enum` and `const`, and a union of constants. */
export interface ValueCheck {
  readonly kind: 'values';
  readonly keyword: 'enum' | 'const' | 'anyOf' | 'oneOf';
  readonly values: readonly Json[];
}

/** A keyword that asserts by itself: the table of keywords says how. */
export interface Assertion {
  readonly kind: 'assertion';
  readonly group: KeywordGroup;
  readonly keyword: string;
  readonly argument: Json;
}

/** A `format` as it is asserted of one type. */
export interface FormatCheck {
  readonly kind: 'format';
  readonly group: 'string' | 'number';
  readonly format: string;
}

/** Keywords of arrays. */
export type ArrayCheck =
  | { readonly kind: 'items'; readonly prefix: readonly Plan[]; readonly rest?: Plan }
  | { readonly kind: 'contains'; readonly plan: Plan; readonly least: number; readonly most?: number }
  | { readonly kind: 'unevaluatedItems'; readonly plan: Plan };

/** A declared property; `plan` absent where its value is free. */
export interface Field {
  readonly name: string;
  readonly required: boolean;
  /** True where `properties` lists it, false where only `required` does. */
  readonly declared: boolean;
  readonly plan?: Plan;
}

/** Schema of the properties whose name matches. */
interface PatternField {
  readonly pattern: string;
  readonly flags: string;
  readonly plan: Plan;
}

/** Keywords of objects. */
export type ObjectCheck =
  | { readonly kind: 'fields'; readonly fields: readonly Field[] }
  | MembersCheck
  | {
      readonly kind: 'dependentRequired';
      /** Default: `dependentRequired`. */
      readonly keyword?: 'dependencies';
      readonly property: string;
      readonly required: readonly string[];
    }
  | { readonly kind: 'dependentSchema'; readonly property: string; readonly plan: Plan }
  | { readonly kind: 'unevaluatedProperties'; readonly plan: Plan };

/** Keywords that are checked property by property: `propertyNames`, `patternProperties` and `additionalProperties`. */
export interface MembersCheck {
  readonly kind: 'members';
  readonly names?: Plan;
  readonly patterns: readonly PatternField[];
  /** Names that `additionalProperties` does not concern. */
  readonly known: readonly string[];
  readonly additional?: Plan;
}

/**
 * A property that every object matching one of a union's branches has, and whose value tells which one that is.
 * Branches that are not listed accept no object.
 */
export interface Dispatch {
  readonly property: string;
  readonly branches: readonly {
    readonly values: readonly (string | number | boolean | null)[];
    /** Index into the union's plans. */
    readonly plan: number;
  }[];
  /** Index of the plan for objects with any other value, or without the property. */
  readonly otherwise?: number;
}

/** Keywords that apply other schemas to the same value. */
type ApplicatorCheck =
  /** `$ref`: `unit` is a key of the program. */
  | { readonly kind: 'call'; readonly unit: string }
  | { readonly kind: 'allOf'; readonly plans: readonly Plan[] }
  /** `exclusive`: proven that no value matches two, so that the first match decides a `oneOf`. */
  | {
      readonly kind: 'union';
      readonly keyword: 'anyOf' | 'oneOf';
      readonly plans: readonly Plan[];
      readonly exclusive: boolean;
      readonly tag?: string;
      readonly dispatch?: Dispatch;
    }
  | { readonly kind: 'not'; readonly plan: Plan }
  | { readonly kind: 'condition'; readonly test: Plan; readonly matching?: Plan; readonly otherwise?: Plan };

/** Type that a check is about; `undefined` where it is about every value. */
export function findKeywordGroup(check: Check): KeywordGroup | undefined {
  return 'group' in check ? check.group : groups[check.kind];
}

const groups: Readonly<Partial<Record<Check['kind'], KeywordGroup>>> = {
  items: 'array',
  contains: 'array',
  unevaluatedItems: 'array',
  fields: 'object',
  members: 'object',
  dependentRequired: 'object',
  dependentSchema: 'object',
  unevaluatedProperties: 'object',
};

/** Plans of a check that check the same value (`inPlace`), or parts of it. */
export function splitInnerPlans(check: Check): { readonly inPlace: readonly Plan[]; readonly inside: readonly Plan[] } {
  switch (check.kind) {
    case 'items':
      return { inPlace: [], inside: present([...check.prefix, check.rest]) };
    case 'contains':
    case 'unevaluatedItems':
    case 'unevaluatedProperties':
      return { inPlace: [], inside: [check.plan] };
    case 'fields':
      return { inPlace: [], inside: present(check.fields.map((field) => field.plan)) };
    case 'members':
      return {
        inPlace: [],
        inside: present([check.names, ...check.patterns.map((one) => one.plan), check.additional]),
      };
    case 'dependentSchema':
    case 'not':
      return { inPlace: [check.plan], inside: [] };
    case 'allOf':
    case 'union':
      return { inPlace: check.plans, inside: [] };
    case 'condition':
      return { inPlace: present([check.test, check.matching, check.otherwise]), inside: [] };
    default:
      return { inPlace: [], inside: [] };
  }
}

/** The plans that a check applies to the value or to parts of it. */
export function innerPlans(check: Check): readonly Plan[] {
  const { inPlace, inside } = splitInnerPlans(check);
  return inPlace.length === 0 ? inside : [...inPlace, ...inside];
}

/** Keys of the units that a plan calls on the value itself. */
export function inPlaceCalls(plan: Plan): readonly string[] {
  return plan.checks.flatMap((check) =>
    check.kind === 'call' ? [check.unit] : splitInnerPlans(check).inPlace.flatMap(inPlaceCalls),
  );
}

/** Tells whether a plan accepts every value. */
export function isFree(plan: Plan): boolean {
  return plan.types === undefined && plan.checks.length === 0;
}

/** Tells whether a plan accepts no value. */
export function isClosed(plan: Plan): boolean {
  return plan.types?.length === 0;
}

function present(plans: readonly (Plan | undefined)[]): readonly Plan[] {
  return plans.filter((plan) => plan !== undefined);
}

/** Most keywords that are in one expression; larger schemas get a function. */
const largest = 6;

/** Tells whether a plan gets a function: it is too large for an expression, or takes statements. */
export function takesFunction(plan: Plan): boolean {
  return weigh(plan) > largest;
}

/** Tells whether a plan, or one for the same value inside it, compares the value with constants. */
export function hasValues(plan: Plan): boolean {
  return plan.checks.some((check) => check.kind === 'values' || splitInnerPlans(check).inPlace.some(hasValues));
}

/** Counts the keywords of an expression for the plan; Infinity where it takes statements. */
function weigh(plan: Plan): number {
  return plan.checks.reduce((sum, check) => sum + weighCheck(check), 0);
}

function weighCheck(check: Check): number {
  const member = findOnlyMember(check);
  if (member !== undefined) {
    const weight = weigh(member);
    return weight > largest ? 1 : 1 + weight;
  }
  const group = findKeywordGroup(check);
  if (check.kind !== 'assertion' && (group === 'array' || group === 'object')) return Infinity;
  if (isDispatched(check)) return 1;
  const { inPlace } = splitInnerPlans(check);
  return inPlace.reduce((sum, plan) => sum + (hasValues(plan) ? 1 : weigh(plan)), 1);
}

/** Returns the schema of all items or of all properties, where a keyword says no more: `items` alone, or `additionalProperties` alone. */
export function findOnlyMember(check: Check): Plan | undefined {
  if (check.kind === 'items') return check.prefix.length === 0 ? check.rest : undefined;
  const isMap =
    check.kind === 'members' && check.names === undefined && check.patterns.length + check.known.length === 0;
  return isMap ? check.additional : undefined;
}

/** A union of alternatives. */
export type UnionCheck = Extract<Check, { kind: 'union' }>;

/** Tells whether the value of a property selects one of at least three branches. Two are tried one after the other. */
export function isDispatched(check: Check): check is UnionCheck & { readonly dispatch: Dispatch } {
  return check.kind === 'union' && check.dispatch !== undefined && check.dispatch.branches.length > 2;
}
