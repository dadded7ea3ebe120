import { collect, reject } from '../check/collect.js';
import { add, isFull, maxEffort, mostCounted, put } from '../check/issues.js';
import type { Location, Schema } from '../check/schema.js';
import { isObject, readProperty } from '../values/types.js';
import type { Found, IssueContext } from '../check/context.js';
import { rejectUnlisted } from './values.js';

/** Keywords whose failure says that another alternative was meant. */
const selecting: ReadonlySet<string> = new Set(['type', 'const', 'enum']);

/** What was found in a value by the schema of one alternative. */
interface Attempt {
  readonly found: readonly Found[];
  /** The first issues of these: no more are counted to find the nearest alternative. */
  readonly issues: readonly Found[];
}

/** Counts the alternatives that a value matches; of an `anyOf`, and where none can match beside another one, no more than 1. */
type Count = (value: unknown, context: IssueContext) => number;

/** What is known of alternatives. */
interface Union {
  readonly keyword: 'anyOf' | 'oneOf';
  /** The property that tells them apart, where the spec names one. */
  readonly tag?: string;
  /**
   * Whether they lead on to further unions, at any depth: within an alternative that is being tried their collectors find
   * out how many of them match, as they are asked anyway. To count first would take time that grows with the square of
   * the depth of recursion.
   */
  readonly isDeep?: boolean;
  /** Indices of those that accept a value of this type, where some do not. */
  readonly only?: readonly number[];
}

/**
 * `anyOf` and `oneOf`. Reports why a value does not match as many alternatives as it should: where it matches none, the issues
 * of the nearest one, or a single issue. A lenient check asks the alternatives, since a value that drifts matches none.
 */
export function checkUnion(at: Location, schemas: readonly Schema[], union: Union, count: Count): boolean {
  const { context } = at;
  const { keyword } = union;
  const isAsked = union.isDeep === true && context.isApart && context.effort > 0;
  const known = isAsked ? undefined : count(at.value, context);
  if (known === 1 && !context.lenient) return false;
  const indices = union.only ?? [...schemas.keys()];
  const isSettled = known !== undefined && known > 1 && keyword === 'oneOf';
  const attempts = isSettled ? [] : attempt(at, keyword, { schemas, indices, isDue: known === undefined });
  const matching = known ?? attempts.filter(isMatch).length;
  return conclude(at, keyword, { attempts, matching, total: schemas.length, tag: union.tag });
}

/** What came of asking the alternatives. */
interface Outcome {
  readonly attempts: readonly Attempt[];
  readonly matching: number;
  readonly total: number;
  readonly tag: string | undefined;
}

function conclude(at: Location, keyword: string, { attempts, matching, total, tag }: Outcome): boolean {
  const { context } = at;
  const isExact = keyword === 'oneOf';
  if (matching > 1 && isExact)
    return reject(at, keyword, `must match exactly one of ${total} alternatives, but matches more`);
  if (takeMatching(context, attempts) || matching > 0) return isFull(context);
  const nearest = pickNearest(attempts, tag);
  if (nearest !== undefined) return takeOver(context, nearest);
  return reject(at, keyword, `must match ${isExact ? 'exactly' : 'at least'} one of ${total} alternatives`);
}

/** The property whose constant tells alternatives apart, and what is known of it. */
interface Tag {
  readonly keyword: 'anyOf' | 'oneOf';
  readonly name: string;
  /** Constants of each alternative; none where it accepts no object, or every constant that the others do not. */
  readonly constants: readonly (readonly unknown[])[];
  /** Index of the alternative for objects with any other constant, or none. */
  readonly otherwise?: number;
  /** Whether another keyword says that it is missing. */
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
  const isOther = (index: number): boolean => constants[index]?.length === 0 && index !== otherwise;
  if (!isObject(value)) return checkUnion(at, schemas, { keyword, only: indices.filter(isOther) }, count);
  const constant = readProperty(value, name);
  if (constant === undefined && isRequired) return false;
  const found = constants.findIndex((list) => list.includes(constant));
  const index = found < 0 ? otherwise : found;
  const schema = schemas[index];
  if (schema !== undefined) return collect(schema, alternativeAt(at, keyword, index));
  // To a lenient check the constant may be a new one of a list.
  const tagged = { schemas, indices: indices.filter((one) => !isOther(one)) };
  if (context.lenient && takeMatching(context, attempt(at, keyword, tagged))) return false;
  const before = context.found.length;
  rejectUnlisted({ ...at, value: constant }, constants.flat(), keyword);
  for (const found of context.found.slice(before)) found.path.push(name);
  return isFull(context);
}

/** Alternatives that are asked. */
interface Alternatives {
  readonly schemas: readonly Schema[];
  readonly indices: readonly number[];
  readonly isDue?: boolean;
}

/**
 * Asks alternatives one by one, unless the effort that the outermost union shares with those inside it is spent; `isDue`
 * where it must not be, since nothing else tells which of them match. There is as much room as around them, so that none
 * has to be asked again.
 */
function attempt(at: Location, keyword: string, { schemas, indices, isDue = false }: Alternatives): readonly Attempt[] {
  const { context } = at;
  const { found, left, isApart } = context;
  context.effort = (isApart ? context.effort : maxEffort) - indices.length;
  if (context.effort < 0 && !isDue) return [];
  context.isApart = true;
  const attempts: Attempt[] = [];
  for (let number = 0; number < indices.length; number += 1) {
    const index = indices[number] ?? 0;
    context.found = [];
    context.left = Math.max(mostCounted, left);
    collect(schemas[index] ?? '', alternativeAt(at, keyword, index));
    attempts.push(takeAttempt(context));
  }
  context.found = found;
  context.left = left;
  context.isApart = isApart;
  return attempts;
}

function alternativeAt({ context, value, schema }: Location, keyword: string, index: number): Location {
  return { context, value, schema: `${schema}/${keyword}/${index}` };
}

function takeAttempt({ found }: IssueContext): Attempt {
  const issues = found.filter(({ note }) => note === undefined);
  return { found, issues: issues.slice(0, mostCounted) };
}

/** Whether a value matches an alternative even without leniency. */
function isMatch({ found }: Attempt): boolean {
  return found.every(({ note }) => typeof note === 'object');
}

/** Keeps what a lenient check noted by the alternatives that match with the least drift; tells whether any does. */
function takeMatching(context: IssueContext, attempts: readonly Attempt[]): boolean {
  const matching = attempts.filter(({ issues }) => issues.length === 0);
  const drifts = matching.map(({ found }) => found.filter(({ note }) => note === 'drift').length);
  const least = Math.min(...drifts);
  for (const [index, { found }] of matching.entries()) if (drifts[index] === least) takeAll(context, found);
  return matching.length > 0;
}

/** Reports what was found by one alternative. */
function takeOver(context: IssueContext, { found }: Attempt): boolean {
  for (const one of found) {
    if (one.note !== undefined) put(context, one);
    else if (add(context, one)) return true;
  }
  return false;
}

function takeAll(context: IssueContext, found: readonly Found[]): void {
  for (const one of found) put(context, one);
}

/** The alternative with the fewest and deepest issues, among those that neither the value itself nor its tag rules out. */
function pickNearest(attempts: readonly Attempt[], tag: string | undefined): Attempt | undefined {
  let nearest: Attempt | undefined;
  for (const one of attempts) {
    if (one.issues.some((issue) => rulesOut(issue, tag))) continue;
    if (nearest === undefined || isNearer(one.issues, nearest.issues)) nearest = one;
  }
  return nearest;
}

function rulesOut({ keyword, path }: Found, tag: string | undefined): boolean {
  return selecting.has(keyword) && (path.length === 0 || (path.length === 1 && tag !== undefined && path[0] === tag));
}

/** A property with another constant tells more than any number of other issues. */
function isNearer(left: readonly Found[], right: readonly Found[]): boolean {
  const steps = [
    countConstants(left) - countConstants(right),
    left.length - right.length,
    depthOf(right) - depthOf(left),
  ];
  return (steps.find((step) => step !== 0) ?? 0) < 0;
}

function countConstants(issues: readonly Found[]): number {
  return issues.filter(({ keyword, path }) => keyword === 'const' && path.length === 1).length;
}

function depthOf(issues: readonly Found[]): number {
  return Math.min(...issues.map(({ path }) => path.length));
}
