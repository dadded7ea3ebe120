import { collect } from '../check/collect.js';
import { addAll, isFull, maxEffort, mostCounted, reject } from '../check/issues.js';
import type { Schema } from '../check/schema.js';
import { isObject, readProperty } from '../values/types.js';
import type { Found, IssueContext, Location } from '../check/context.js';
import { rejectUnlisted } from './values.js';

/** Keywords that show, if they fail, that another alternative was meant. */
const selecting: ReadonlySet<string> = new Set(['type', 'const', 'enum']);

/** The issues and notes of one alternative. */
type Attempt = readonly Found[];

/** Counts the alternatives that a value matches. It stops at 1 for `anyOf`, and if no two alternatives can match. */
type Count = (value: unknown, context: IssueContext) => number;

interface Union {
  readonly keyword: 'anyOf' | 'oneOf';
  /** The property that distinguishes alternatives (`discriminator`), if the spec names one. */
  readonly tag?: string;
  /**
   * True if alternatives contain further unions, at any depth. Inside an alternative that is being tried, these are not counted first,
   * but counted by their issues: otherwise the time would grow with the square of the depth.
   */
  readonly isDeep?: boolean;
  /** Indexes of the alternatives to try. Default: all. */
  readonly only?: readonly number[];
}

/**
 * Checks `anyOf` and `oneOf`; returns true if collecting is over. If a value matches no alternative, it reports the issues of the nearest
 * one, or one issue of the union. A lenient check tries all alternatives, because a value with drift matches none.
 */
export function checkUnion(at: Location, schemas: readonly Schema[], union: Union, count: Count): boolean {
  const { context } = at;
  const { keyword, tag, only = [...schemas.keys()] } = union;
  const isExact = keyword === 'oneOf';
  const isTried = union.isDeep === true && (context.effort ?? 0) > 0;
  const known = isTried ? undefined : count(at.value, context);
  if (known === 1 && !context.lenience) return false;
  const attempts = isExact && (known ?? 0) > 1 ? [] : tryAlternatives(at, keyword, schemas, { only, isDue: isTried });
  // Notes of objects are not differences.
  const matching = known ?? attempts.filter((found) => found.every(({ note }) => typeof note === 'object')).length;
  const alternatives = `one of ${schemas.length} alternatives`;
  if (matching > 1 && isExact) return reject(at, keyword, `must match exactly ${alternatives}, but matches more`);
  if (takeMatching(context, attempts) || matching > 0) return isFull(context);
  const nearest = pickNearest(attempts, tag);
  if (nearest) return addAll(context, nearest);
  return reject(at, keyword, `must match ${isExact ? 'exactly' : 'at least'} ${alternatives}`);
}

/** The property whose constant distinguishes the alternatives of a union: `{ kind: 'cat' }`. */
interface Tag {
  readonly keyword: 'anyOf' | 'oneOf';
  readonly name: string;
  /** Constants of each alternative. Empty if it accepts no objects, or all other constants. */
  readonly constants: readonly (readonly unknown[])[];
  /** Index of the alternative for objects with any other constant, or without one. */
  readonly otherwise?: number;
  /** True if another keyword reports that the property is missing. */
  readonly isRequired?: boolean;
}

/**
 * Checks a union whose alternatives a constant in one property distinguishes; returns true if collecting is over. `count` counts the
 * matching alternatives that accept no objects.
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
  // In a lenient check, the constant may be a new value of an enum.
  const only = indices.filter((one) => !isOther(one));
  if (context.lenience && takeMatching(context, tryAlternatives(at, keyword, schemas, { only }))) return false;
  const before = context.found.length;
  rejectUnlisted({ ...at, value: constant }, constants.flat(), keyword);
  for (const { path } of context.found.slice(before)) path.push(name);
  return isFull(context);
}

/**
 * Collects the issues of the alternatives at the indexes `only`, unless the effort of the outermost union is used up. `isDue` collects them
 * anyway, because the matching ones are not counted otherwise.
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
  // By index, because callbacks and iterators use more stack at each level of a nested value.
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

/** Keeps the notes of the matching alternatives with the least drift; returns whether any matches. */
function takeMatching(context: IssueContext, attempts: readonly Attempt[]) {
  const matching = attempts.filter((found) => found.every(({ note }) => note !== undefined));
  const drifts = matching.map((found) => found.filter(({ note }) => note === 'drift').length);
  const least = Math.min(...drifts);
  for (const [index, found] of matching.entries()) if (drifts[index] === least) addAll(context, found);
  return matching.length > 0;
}

/** Returns the issues of the alternative with the fewest and deepest ones, except those that the type or the tag of the value excludes. */
function pickNearest(attempts: readonly Attempt[], tag: string | undefined): Attempt | undefined {
  const candidates = attempts.map((found) => {
    const issues = found.filter(({ note }) => note === undefined).slice(0, mostCounted);
    return {
      found,
      isRuledOut: issues.some(
        ({ keyword, path: [step, ...others] }) =>
          selecting.has(keyword) && (step === undefined || (!others.length && step === tag)),
      ),
      // A property with another constant is more important than all other issues.
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
