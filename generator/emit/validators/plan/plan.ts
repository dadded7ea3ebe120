import type { JsonType } from '../../../api/types/schema.js';
import type { KeywordGroup } from '../../../keywords/keyword.js';
import type { Json } from '../../../json.js';
import { reachable } from '../../../iterables.js';
import type { Imports } from '../../code/imports.js';
import type { CodeSymbol } from '../../source-file.js';

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
  | { readonly kind: 'items'; readonly prefix: readonly Plan[]; readonly rest: Plan | undefined }
  | { readonly kind: 'contains'; readonly plan: Plan; readonly least: number; readonly most: number | undefined }
  | { readonly kind: 'unevaluatedItems'; readonly plan: Plan };

/** A declared property; `plan` absent where its value is free. */
export interface Field {
  readonly name: string;
  readonly required: boolean;
  /** True where `properties` lists it, false where only `required` does. */
  readonly declared: boolean;
  readonly plan?: Plan | undefined;
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
  readonly names: Plan | undefined;
  readonly patterns: readonly PatternField[];
  /** Names that `additionalProperties` does not concern. */
  readonly known: readonly string[];
  readonly additional: Plan | undefined;
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
      readonly tag: string | undefined;
      readonly dispatch: Dispatch | undefined;
    }
  | { readonly kind: 'not'; readonly plan: Plan }
  | {
      readonly kind: 'condition';
      readonly test: Plan;
      readonly matching: Plan | undefined;
      readonly otherwise: Plan | undefined;
    };

/** A schema with functions of its own: a model, a schema that a `$ref` reaches, a part of an operation. */
export interface Unit {
  readonly key: string;
  /** PascalCase stem of its functions: `Playlist` makes `isPlaylist` and `collectPlaylist`. */
  readonly name: string;
  /** Module its functions are in: `validators/playlists`. */
  readonly module: string;
  readonly exported: boolean;
  /** True of a body whose schema is inline in its operation. Default: its schema is that of a `$ref`. */
  readonly isInline?: boolean;
  /** Type that `is` proves; absent: `is` merely returns a boolean. */
  readonly type?: UnitType;
  /** The type that callers have, where a codec converts something. */
  readonly decoded?: Decoded;
  readonly plan: Plan;
}

/** The type of decoded values, and the list of what is converted. */
export interface Decoded {
  readonly type: UnitType;
  /** Which values are converted, as source text made by asking for names. */
  readonly wire: (imports: Imports) => string;
}

/** Type that a unit proves: a symbol to import, or text made by asking for names. */
export type UnitType = CodeSymbol | ((use: (symbol: CodeSymbol) => string) => string);

/** Prints the type of a unit. */
export function printType(type: UnitType, use: (symbol: CodeSymbol) => string): string {
  return typeof type === 'function' ? type(use) : use(type);
}

/** All units of a service, and what is known about how they call each other. */
export interface Program {
  readonly units: ReadonlyMap<string, Unit>;
  /** Stems of all units: a file may come to import the functions of any of them. */
  readonly stems: ReadonlySet<string>;
  unit(key: string): Unit;
  /** The unit at the end of a chain of units that are nothing but references. */
  behindReferences(key: string): Unit;
  /** Units that can come back to themselves: they count the levels. */
  readonly recursive: ReadonlySet<string>;
  /** Tells whether checking by a plan can lead into a recursive unit, so that the levels left are handed on. */
  isDeep(plan: Plan): boolean;
  /** Units that come back to themselves on the same value: such a schema accepts nothing. */
  readonly circular: ReadonlySet<string>;
  /** Units that remember their results: they can come to the same part of a value again and again. */
  readonly repeats: ReadonlySet<string>;
  /** Tells whether functions for a plan of a unit take the memo. */
  memoOf(plan: Plan, unit: Unit): MemoUse | undefined;
  /** Inline schemas that are written more than once, by each of their plans. */
  readonly copies: ReadonlyMap<Plan, Copied>;
}

/**
 * `needed` where a function refers to units that remember. `optional` where such units refer to it, and it merely says
 * that the levels ran out; others may call it without.
 */
export type MemoUse = 'needed' | 'optional';

/** A large inline schema that is written more than once: it has one function and one constant of data. */
export interface Copied {
  readonly plan: Plan;
  readonly unit: Unit;
  /** Of the names of its function and data. */
  readonly stem: string;
  readonly module: string;
  /** True where another module uses it, too. */
  readonly isExported: boolean;
}

/** Returns the type that a check is about; `undefined` where it is about every value. */
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

/** Lists the plans that a check applies to the value or to parts of it. */
export function innerPlans(check: Check): readonly Plan[] {
  switch (check.kind) {
    case 'items':
      return present([...check.prefix, check.rest]);
    case 'fields':
      return present(check.fields.map((field) => field.plan));
    case 'members':
      return present([check.names, ...check.patterns.map((one) => one.plan), check.additional]);
    case 'allOf':
    case 'union':
      return check.plans;
    case 'condition':
      return present([check.test, check.matching, check.otherwise]);
    default:
      return 'plan' in check ? [check.plan] : [];
  }
}

/** Lists the plans that a check applies to the value itself. */
export function inPlacePlans(check: Check): readonly Plan[] {
  return check.kind === 'dependentSchema' || findKeywordGroup(check) === undefined ? innerPlans(check) : [];
}

/** Yields a plan and all plans inside it. */
export function plansIn(root: Plan): Iterable<Plan> {
  return reachable([root], ({ checks }) => checks.flatMap(innerPlans));
}

/** Returns the key of the unit that a plan calls, where it does nothing else. */
export function onlyCall({ types, checks }: Plan): string | undefined {
  const [check] = checks;
  return types === undefined && checks.length === 1 && check?.kind === 'call' ? check.unit : undefined;
}

/** Lists the keys of the units that a plan calls on the value itself. */
export function inPlaceCalls(plan: Plan): readonly string[] {
  return plan.checks.flatMap((check) =>
    check.kind === 'call' ? [check.unit] : inPlacePlans(check).flatMap(inPlaceCalls),
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
  return plan.checks.some((check) => check.kind === 'values' || inPlacePlans(check).some(hasValues));
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
  return inPlacePlans(check).reduce((sum, plan) => sum + (hasValues(plan) ? 1 : weigh(plan)), 1);
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
