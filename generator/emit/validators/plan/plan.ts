import type { JsonType } from '../../../api/types/schema.js';
import type { KeywordGroup } from '../../../keywords/keyword.js';
import type { Json } from '../../../json.js';
import { reachable } from '../../../iterables.js';
import type { Imports } from '../../code/imports.js';
import type { CodeSymbol } from '../../source-file.js';

/**
 * The keywords by which one schema checks a value, cheapest first: `{ types: ['array'], checks: [maxItems, items] }`.
 *
 * A plan differs from a `Schema` in three ways: it is for one direction, schemas of `speccast validators` have one plan for each dynamic
 * scope, and it contains the order of checks, pointers and proofs of exclusive branches, which `is` and `collect` functions share.
 */
export interface Plan {
  /** JSON pointer of the schema, as in issues. */
  readonly pointer: string;
  /** Words for the name of its function: `['snippet', 'tags']`. */
  readonly hint: readonly string[];
  /** Allowed values must not appear in messages. */
  readonly secret: boolean;
  /** Allowed types; absent: all types; empty: no value is allowed. */
  readonly types?: readonly JsonType[];
  readonly checks: readonly Check[];
  /** Type guards must not narrow the value, because TypeScript would reject the resulting union as too complex. */
  readonly isTooBroad?: boolean;
}

/** The check of one keyword, or of several together. */
export type Check = ValueCheck | Assertion | FormatCheck | ArrayCheck | ObjectCheck | ApplicatorCheck;

/** The check of `enum`, `const` or a union of constants. */
export interface ValueCheck {
  readonly kind: 'values';
  readonly keyword: 'enum' | 'const' | 'anyOf' | 'oneOf';
  readonly values: readonly Json[];
}

/** The check of a keyword without schemas, such as `maxLength`; the table of keywords defines it. */
export interface Assertion {
  readonly kind: 'assertion';
  readonly group: KeywordGroup;
  readonly keyword: string;
  readonly argument: Json;
}

/** The check of a `format` for one type. */
export interface FormatCheck {
  readonly kind: 'format';
  readonly group: 'string' | 'number';
  readonly format: string;
}

/** Checks of the keywords of arrays. */
export type ArrayCheck =
  | { readonly kind: 'items'; readonly prefix: readonly Plan[]; readonly rest: Plan | undefined }
  | { readonly kind: 'contains'; readonly plan: Plan; readonly least: number; readonly most: number | undefined }
  | { readonly kind: 'unevaluatedItems'; readonly plan: Plan };

/** A declared property. Without a `plan`, its value is not restricted. */
export interface Field {
  readonly name: string;
  readonly required: boolean;
  /** `properties` has it; false: only `required` has it. */
  readonly declared: boolean;
  readonly plan?: Plan | undefined;
}

/** The schema of the properties whose names match a pattern. */
interface PatternField {
  readonly pattern: string;
  readonly flags: string;
  readonly plan: Plan;
}

/** Checks of the keywords of objects. */
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

/** The check in a loop over all properties: `propertyNames`, `patternProperties` and `additionalProperties`. */
export interface MembersCheck {
  readonly kind: 'members';
  readonly names: Plan | undefined;
  readonly patterns: readonly PatternField[];
  /** Names to which `additionalProperties` does not apply. */
  readonly known: readonly string[];
  readonly additional: Plan | undefined;
}

/**
 * The property of objects in a union whose value selects the branch: `kind: 'cat'`. Branches that are not listed accept no object.
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

/** Checks of the keywords that apply other schemas to the same value. */
type ApplicatorCheck =
  /** `$ref`: `unit` is a key of the program. */
  | { readonly kind: 'call'; readonly unit: string }
  | { readonly kind: 'allOf'; readonly plans: readonly Plan[] }
  /** `exclusive`: no value can match two branches, so the first match decides a `oneOf`. */
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

/** A schema with functions of its own: a model, the target of a `$ref`, or a part of an operation. */
export interface Unit {
  readonly key: string;
  /** PascalCase stem of its functions: `Playlist` for `isPlaylist` and `collectPlaylist`. */
  readonly name: string;
  /** Module of its functions: `validators/playlists`. */
  readonly module: string;
  readonly exported: boolean;
  /** Its schema is inline in an operation. Default: it is the target of a `$ref`. */
  readonly isInline?: boolean;
  /** Type that `is` proves; absent: `is` returns a boolean. */
  readonly type?: UnitType;
  /** The type for callers, if a codec converts values inside. */
  readonly decoded?: Decoded;
  readonly plan: Plan;
}

/** The type of decoded values, and their conversion. */
export interface Decoded {
  readonly type: UnitType;
  /** Prints the conversion (`WirePart` of the runtime). */
  readonly wire: (imports: Imports) => string;
}

/** Type that a unit proves: a symbol to import, or a function that prints it and imports its symbols by `use`. */
export type UnitType = CodeSymbol | ((use: (symbol: CodeSymbol) => string) => string);

/** Prints the type of a unit. */
export function printType(type: UnitType, use: (symbol: CodeSymbol) => string): string {
  return typeof type === 'function' ? type(use) : use(type);
}

/** All units of a service, and the facts about calls between them. */
export interface Program {
  readonly units: ReadonlyMap<string, Unit>;
  /** Stems of the functions of all units, which any file may import. */
  readonly stems: ReadonlySet<string>;
  unit(key: string): Unit;
  /** Follows units that are only references; returns the first one that is not. */
  behindReferences(key: string): Unit;
  /** Keys of the recursive units, whose functions count levels. */
  readonly recursive: ReadonlySet<string>;
  /** Returns true if a plan can call a recursive unit, so that its functions pass on the levels left. */
  isDeep(plan: Plan): boolean;
  /** Keys of the units that apply themselves to the same value, which accept nothing. */
  readonly circular: ReadonlySet<string>;
  /** Keys of the units with a memo for their results, since they may check the same part of a value many times. */
  readonly repeats: ReadonlySet<string>;
  /** Returns whether functions for a plan of a unit need the memo or may take it; `undefined`: they do not use it. */
  findMemoUse(plan: Plan, unit: Unit): MemoUse | undefined;
  /** Repeated inline schemas, by each of their plans. */
  readonly copies: ReadonlyMap<Plan, Copied>;
}

/**
 * `needed`: the function calls units with a memo. `optional`: units with a memo call the function, which only uses it to note that the
 * levels ran out; other callers need not pass it.
 */
export type MemoUse = 'needed' | 'optional';

/** A large inline schema that occurs more than once and gets one function and one constant of data. */
export interface Copied {
  readonly plan: Plan;
  readonly unit: Unit;
  /** Stem of the names of its function and its data. */
  readonly stem: string;
  readonly module: string;
  /** Another module uses it, too. */
  readonly isExported: boolean;
}

/** Returns the type of values that a check applies to; `undefined` if it applies to every value. */
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

/** Lists the plans that a check applies to the value or to its parts. */
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

/** Iterates over a plan and all plans inside it. */
export function plansIn(root: Plan): Iterable<Plan> {
  return reachable([root], ({ checks }) => checks.flatMap(innerPlans));
}

/** Returns the key of the unit that a plan calls, if the call is its only check. */
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

/** Returns true if a plan accepts every value. */
export function isFree(plan: Plan): boolean {
  return plan.types === undefined && plan.checks.length === 0;
}

/** Returns true if a plan accepts no value. */
export function isClosed(plan: Plan): boolean {
  return plan.types?.length === 0;
}

function present(plans: readonly (Plan | undefined)[]): readonly Plan[] {
  return plans.filter((plan) => plan !== undefined);
}

/** Most keywords in one expression; larger schemas get a function. */
const largest = 6;

/** Returns true if a plan gets a function: it is too large for an expression, or it needs statements. */
export function takesFunction(plan: Plan): boolean {
  return weigh(plan) > largest;
}

/** Returns true if a plan, or one for the same value inside it, compares the value with constants. */
export function hasValues(plan: Plan): boolean {
  return plan.checks.some((check) => check.kind === 'values' || inPlacePlans(check).some(hasValues));
}

/** Counts the keywords of an expression for the plan; `Infinity` if it needs statements. */
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

/** Returns the schema of all items or properties, if a check has no other part: `items` alone, or `additionalProperties` alone. */
export function findOnlyMember(check: Check): Plan | undefined {
  if (check.kind === 'items') return check.prefix.length === 0 ? check.rest : undefined;
  const isMap =
    check.kind === 'members' && check.names === undefined && check.patterns.length + check.known.length === 0;
  return isMap ? check.additional : undefined;
}

/** A union of alternatives. */
export type UnionCheck = Extract<Check, { kind: 'union' }>;

/** Returns true if the value of a property selects one of at least three branches. Two branches are tried one after the other. */
export function isDispatched(check: Check): check is UnionCheck & { readonly dispatch: Dispatch } {
  return check.kind === 'union' && check.dispatch !== undefined && check.dispatch.branches.length > 2;
}
