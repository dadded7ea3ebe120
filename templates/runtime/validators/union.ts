import { add, isFull, maxEffort, mostCounted, put, report } from './issues.js';
import { reportUnlisted, type Members } from './members.js';
import type { Collect, Found, IssueContext } from './validator.js';

/** Keywords whose failure says that another alternative was meant. */
const selecting: ReadonlySet<string> = new Set(['type', 'const', 'enum']);

/** The alternatives of an `anyOf` or `oneOf`, and the property that tells them apart, where the spec names one. */
export interface Alternatives {
  /**
   * How many of them match; of an `anyOf`, and where none can match beside another one, no more than 1 is counted.
   * `undefined` where that is for their collectors to find out.
   */
  readonly count: number | undefined;
  readonly of: readonly Collect[];
  readonly tag?: string;
  /** How many there are, where some are left out that accept no value of this type. */
  readonly total?: number;
}

/** What was found in a value by the schema of one alternative. */
interface Attempt {
  readonly found: readonly Found[];
  /** The first issues of these: no more are counted to find the nearest alternative. */
  readonly issues: readonly Found[];
}

/**
 * Reports why a value does not match as many alternatives as it should: where it matches none, the issues of the nearest
 * one, or a single issue where no alternative is near. `schema` is the JSON pointer of the keyword. A lenient check asks
 * the alternatives, since a value that drifts matches none.
 */
export function checkUnion(context: IssueContext, schema: string, value: unknown, alternatives: Alternatives): boolean {
  const { count: known, of, tag, total = of.length } = alternatives;
  const isExact = schema.endsWith('/oneOf');
  const attempts = known !== undefined && known > 1 && isExact ? [] : attempt(context, value, of, known === undefined);
  const count = known ?? attempts.filter(isMatch).length;
  if (count > 1 && isExact)
    return report(context, schema, `must match exactly one of ${total} alternatives, but matches more`);
  if (takeMatching(context, attempts) || count > 0) return false;
  const nearest = pickNearest(attempts, tag);
  if (nearest !== undefined) return takeOver(context, nearest);
  return report(context, schema, `must match ${isExact ? 'exactly' : 'at least'} one of ${total} alternatives`);
}

/**
 * Whether the collectors of alternatives find out how many of them match, as they are asked anyway: within an alternative
 * that is being tried. To judge first would take time that grows with the square of the depth of recursion.
 */
export function isTrying(context: IssueContext): boolean {
  return context.isApart && context.effort > 0;
}

/** Alternatives that the constant in one property tells apart. */
export interface Branches {
  readonly tag: string;
  readonly keyword: 'anyOf' | 'oneOf';
  readonly of: ReadonlyMap<unknown, Collect>;
}

/** Makes a table of alternatives: constants of the property `tag`, each with the alternative that it stands for. */
export function branches(
  tag: string,
  keyword: Branches['keyword'],
  of: readonly (readonly [constant: unknown, collect: Collect])[],
): Branches {
  return { tag, keyword, of: new Map(of) };
}

/** Collects the issues by the alternative that the tag of an object stands for, or says what the tag may be. */
export function checkBranch(at: Members, constant: unknown, { tag, keyword, of }: Branches): boolean {
  const { context, value, schema } = at;
  const collect = of.get(constant);
  if (collect === undefined) {
    // To a lenient check the constant may be a new one of a list.
    if (context.lenient && takeMatching(context, attempt(context, value, [...new Set(of.values())]))) return false;
    return reportUnlisted(context, `${schema}/${keyword}`, { value: constant, values: [...of.keys()] }, tag);
  }
  collect(value, context);
  return isFull(context);
}

/**
 * Asks alternatives one by one, unless the effort that the outermost union shares with those inside it is spent; `isDue`
 * where it must not be, since nothing else tells which of them match. There is as much room as around them, so that none
 * has to be asked again.
 */
function attempt(
  context: IssueContext,
  value: unknown,
  of: readonly Collect[],
  isDue: boolean = false,
): readonly Attempt[] {
  const { found, left, effort, isApart } = context;
  context.effort = (isApart ? effort : maxEffort) - of.length;
  if (context.effort < 0 && !isDue) return [];
  context.isApart = true;
  const attempts = of.map((collect): Attempt => {
    context.found = [];
    context.left = Math.max(mostCounted, left);
    collect(value, context);
    const issues = context.found.filter(({ note }) => note === undefined);
    return { found: context.found, issues: issues.slice(0, mostCounted) };
  });
  context.found = found;
  context.left = left;
  context.isApart = isApart;
  return attempts;
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
