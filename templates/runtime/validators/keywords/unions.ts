import { collect } from '../check/collect.js';
import { addAll, isFull, maxEffort, mostCounted, reject } from '../check/issues.js';
import type { Schema } from '../check/schema.js';
import { isObject, readProperty } from '../values/types.js';
import type { Found, IssueContext, Location } from '../check/context.js';
import { rejectUnlisted } from './values.js';

/** Keywords whose failure says that another alternative was meant. */
const selecting: ReadonlySet<string> = new Set(['type', 'const', 'enum']);

/** The issues and notes of one alternative. */
type Attempt = readonly Found[];

/** Counts the alternatives that a value matches. Of an `anyOf`, and if no two can match, it counts no more than 1. */
type Count = (value: unknown, context: IssueContext) => number;

interface Union {
  readonly keyword: 'anyOf' | 'oneOf';
  /** The property that tells alternatives apart, if the spec names one. */
  readonly tag?: string;
  /**
   * True if alternatives lead on to further unions, at any depth: within an alternative that is being tried, collectors find
   * out how many of them match, as they are tried anyway. To count first would take time that grows with the square of
   * the depth of recursion.
   */
  readonly isDeep?: boolean;
  /** Indices of the alternatives that accept a value of this type. Default: all. */
  readonly only?: readonly number[];
}

/**
 * `anyOf` and `oneOf`. Reports why a value does not match as many alternatives as it should: if it matches none, the issues
 * of the nearest one, or a single issue. A lenient check tries the alternatives, since a value with drift matches none.
 */
export function checkUnion(at: Location, schemas: readonly Schema[], union: Union, count: Count): boolean {
  const { context } = at;
  const { keyword, tag, only = [...schemas.keys()] } = union;
  const isExact = keyword === 'oneOf';
  const isTried = union.isDeep === true && (context.effort ?? 0) > 0;
  const known = isTried ? undefined : count(at.value, context);
  if (known === 1 && !context.lenience) return false;
  const attempts = isExact && (known ?? 0) > 1 ? [] : tryAlternatives(at, keyword, schemas, { only, isDue: isTried });
  // Notes of objects are no difference.
  const matching = known ?? attempts.filter((found) => found.every(({ note }) => typeof note === 'object')).length;
  const alternatives = `one of ${schemas.length} alternatives`;
  if (matching > 1 && isExact) return reject(at, keyword, `must match exactly ${alternatives}, but matches more`);
  if (takeMatching(context, attempts) || matching > 0) return isFull(context);
  const nearest = pickNearest(attempts, tag);
  if (nearest) return addAll(context, nearest);
  return reject(at, keyword, `must match ${isExact ? 'exactly' : 'at least'} ${alternatives}`);
}

/** The property whose constant tells alternatives apart. */
interface Tag {
  readonly keyword: 'anyOf' | 'oneOf';
  readonly name: string;
  /** Constants of each alternative; none if it accepts no object, or every constant that the others do not. */
  readonly constants: readonly (readonly unknown[])[];
  /** Index of the alternative for objects with any other constant, or none. */
  readonly otherwise?: number;
  /** True if another keyword reports that the property is missing. */
  readonly isRequired?: boolean;
}

/**
 * A union whose alternatives the constant in one property tells apart. `count` counts those that match which accept no
 * object.
 */
export function checkTagged(at: Location, schemas: readonly Schema[], tag: Tag, count: Count = () => 0): boolean {
  const { context, value } = at;
  const { keyword, name, constants, otherwise = -1, isRequired = false } = tag;
  const indices = [...schemas.keys()];
  const isOther = (index: number) => constants[index]?.length === 0 && index !== otherwise;
  if (!isObject(value)) return checkUnion(at, schemas, { keyword, only: indices.filter(isOther) }, count);
  const constant = readProperty(value, name);
  if (constant === undefined && isRequired) return false;
  const found = constants.findIndex((list) => list.includes(constant));
  const index = found < 0 ? otherwise : found;
  const schema = schemas[index];
  if (schema !== undefined) return collect(schema, { ...at, schema: `${at.schema}/${keyword}/${index}` });
  // To a lenient check the constant may be a new one of a list.
  const only = indices.filter((one) => !isOther(one));
  if (context.lenience && takeMatching(context, tryAlternatives(at, keyword, schemas, { only }))) return false;
  const before = context.found.length;
  rejectUnlisted({ ...at, value: constant }, constants.flat(), keyword);
  for (const { path } of context.found.slice(before)) path.push(name);
  return isFull(context);
}

/**
 * Tries the alternatives at the indices `only`, unless the effort that the outermost union shares with those inside it is
 * spent. `isDue` tries them all the same, since nothing else tells which of them match. There is as much room as around them,
 * so that none has to be tried again.
 */
function tryAlternatives(
  at: Location,
  keyword: string,
  schemas: readonly Schema[],
  { only, isDue = false }: { readonly only: readonly number[]; readonly isDue?: boolean },
) {
  const { context, value, schema } = at;
  const { found, left, effort } = context;
  context.effort = (effort ?? maxEffort) - only.length;
  const attempts: Attempt[] = [];
  const count = context.effort >= 0 || isDue ? only.length : 0;
  // By index, as in all collectors: callbacks and iterators take more of the stack at each level of a value.
  for (let number = 0; number < count; number += 1) {
    const index = only[number] ?? 0;
    context.found = [];
    context.left = Math.max(mostCounted, left);
    collect(schemas[index] ?? '', { context, value, schema: `${schema}/${keyword}/${index}` });
    attempts.push(context.found);
  }
  context.found = found;
  context.left = left;
  if (effort === undefined) context.effort = undefined;
  return attempts;
}

/** Keeps the notes of the alternatives that match with the least drift; returns true if any does. */
function takeMatching(context: IssueContext, attempts: readonly Attempt[]) {
  const matching = attempts.filter((found) => found.every(({ note }) => note !== undefined));
  const drifts = matching.map((found) => found.filter(({ note }) => note === 'drift').length);
  const least = Math.min(...drifts);
  for (const [index, found] of matching.entries()) if (drifts[index] === least) addAll(context, found);
  return matching.length > 0;
}

/** Picks the alternative with the fewest and deepest issues, among those that neither the value itself nor its tag rules out. */
function pickNearest(attempts: readonly Attempt[], tag: string | undefined): Attempt | undefined {
  const candidates = attempts.map((found) => {
    const issues = found.filter(({ note }) => note === undefined).slice(0, mostCounted);
    return {
      found,
      isRuledOut: issues.some(
        ({ keyword, path: [step, ...others] }) =>
          selecting.has(keyword) && (step === undefined || (!others.length && step === tag)),
      ),
      // A property with another constant tells more than any number of other issues.
      constants: issues.filter(({ keyword, path }) => keyword === 'const' && path.length === 1).length,
      count: issues.length,
      depth: Math.min(...issues.map(({ path }) => path.length)),
    };
  });
  // oxlint-disable-next-line unicorn/no-array-sort -- toSorted is newer than the runtime may need; the list is fresh
  const [nearest] = candidates
    .filter(({ isRuledOut }) => !isRuledOut)
    .sort((one, other) => one.constants - other.constants || one.count - other.count || other.depth - one.depth);
  return nearest?.found;
}
