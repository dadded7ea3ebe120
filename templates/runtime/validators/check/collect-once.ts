import { collect } from './collect.js';
import { add, isFull, mostCounted, put, sayTooDeep } from './issues.js';
import { mapFor } from './memo.js';
import type { NamedSchema, Location, RecursiveSchema, Schema } from './schema.js';
import type { Found, IssueContext } from './context.js';

/**
 * Collects the issues of a value by a schema that can come to it again: what matches is left out, and an object is
 * looked into once. Where the same object is met at another path, its issues are told there too.
 */
export function collectOnce(context: IssueContext, value: unknown, schema: RecursiveSchema): boolean {
  if (isFull(context) || isTooDeep(context)) return isFull(context);
  // A lenient check takes note of what matches, too.
  const matches = !context.lenient && schema.matches?.(value, context.depth, context) === true;
  // That check may have come to the end of the levels.
  if (matches || isTooDeep(context)) return false;
  for (const one of findInside(context, value, schema)) {
    const copy = copyFound(one);
    if (one.note !== undefined) put(context, copy);
    else if (add(context, copy)) return true;
  }
  return false;
}

function isTooDeep({ tooDeep }: IssueContext): boolean {
  return tooDeep !== undefined;
}

function findInside(context: IssueContext, value: unknown, schema: RecursiveSchema): readonly Found[] {
  if (typeof value !== 'object' || value === null) return collectInside(context, value, schema);
  const known = mapFor((context.issues ??= new Map<RecursiveSchema, Map<object, readonly Found[]>>()), schema);
  const before = known.get(value);
  if (before !== undefined) return before;
  const inside = collectInside(context, value, schema);
  known.set(value, inside);
  return inside;
}

/** What was found, with a path in which steps may hold steps until the check is over. */
interface Nested extends Found {
  /** How many steps are inside others. */
  readonly hidden?: number;
  /** The innermost step, where it is inside others. */
  readonly innermost?: string | number | undefined;
}

type Step = string | number | readonly Step[];

/** Longest path that is copied step by step. */
const longest = 8;

/** A copy that goes on from the same path. */
function copyFound(one: Nested): Nested {
  return { ...one, path: [...one.path] };
}

/**
 * A long path is one step, the same in all copies, or paths would take time and memory that grow with the square
 * of the depth; beside an empty step, so that it is not taken for a short one.
 */
function packFound(one: Nested): Nested {
  if (one.path.length <= longest) return one;
  const path: readonly Step[] = [one.path, []];
  // To all others a step is a step.
  return { ...one, path: path as Found['path'], hidden: lengthOf(one) - path.length, innermost: innermostOf(one) };
}

function innermostOf({ path, hidden, innermost }: Nested): string | number | undefined {
  return hidden === undefined ? path[0] : innermost;
}

function lengthOf({ path, hidden = 0 }: Nested): number {
  return path.length + hidden;
}

/** What is found inside goes into a list of its own, with paths that begin at the value. */
function collectInside(context: IssueContext, value: unknown, { pointer, schema }: RecursiveSchema): readonly Found[] {
  if (context.depth === 0) return [sayTooDeep('#')];
  const { found, left } = context;
  // The same room wherever the object is met, so that it is not looked into again for the sake of a little more.
  context.left = context.room ??= Math.max(mostCounted, left);
  context.depth -= 1;
  const inside = collectDistinct(schema, { context, value, schema: pointer }, packDistinct);
  context.depth += 1;
  context.found = found;
  context.left = left;
  return inside;
}

/** Repetitions take up room: where dropping them leaves too few of a full list, there may be more to find. */
function collectDistinct(
  schema: Schema | NamedSchema,
  at: Location,
  tidy: (found: readonly Found[]) => Found[],
): Found[] {
  const { context } = at;
  const room = context.left;
  for (let wanted = room; ; wanted *= 2) {
    context.found = [];
    context.left = wanted;
    collect(schema, at);
    const distinct = tidy(context.found);
    if (!isFull(context) || countIssues(distinct) >= room) return distinct;
  }
}

function countIssues(found: readonly Found[]): number {
  return found.filter(({ note }) => note === undefined).length;
}

function packDistinct(found: readonly Found[]): Found[] {
  return withoutRepeats(found).map(packFound);
}

/** Two ways to the same member find the same issues there. */
function withoutRepeats(found: readonly Nested[]): Found[] {
  const told = new Map<string, Nested[]>();
  return found.filter((one) => {
    if (one.note !== undefined) return true;
    // Few share this, however many there are.
    const text = `${one.schema} ${lengthOf(one)} ${innermostOf(one)} ${one.path.length > 2 || one.hidden === undefined ? one.path.slice(-2).join() : ''}`;
    const similar = told.get(text);
    if (similar === undefined) told.set(text, [one]);
    else if (similar.some((other) => isSame(other, one))) return false;
    else similar.push(one);
    return true;
  });
}

function isSame(left: Found, right: Found): boolean {
  return left.schema === right.schema && left.message === right.message && isSameStep(left.path, right.path);
}

function isSameStep(left: Step | undefined, right: Step | undefined): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left.length !== right.length) return false;
  return left.every((step, index) => isSameStep(step, right[index]));
}

/**
 * Collects from the root of a value by a schema that remembers. What is nested too deeply is rejected: there
 * `is` decides, as it may have come to the parts of the value in another order.
 */
export function collectFromRoot(
  context: IssueContext,
  value: unknown,
  { is, schema }: { readonly is: (value: unknown) => boolean; readonly schema: NamedSchema },
): Found[] {
  const found = collectDistinct(schema, { context, value, schema: schema.pointer }, (all) =>
    withoutRepeats(all.map(flatten)),
  );
  const { tooDeep, verdicts, isCircular } = context;
  if (tooDeep === undefined && (verdicts === undefined || found.length > 0)) return found;
  if (is(value)) return [];
  const rejection = sayTooDeep(tooDeep ?? '#');
  return [isCircular === true ? { ...rejection, message: 'cannot be judged: its schema refers to itself' } : rejection];
}

function flatten({ message, path, keyword, schema, note }: Found): Found {
  // Steps that hold steps are gone then.
  const flat = path.flat(Infinity) as Found['path'];
  return { message, path: flat, keyword, schema, ...(note === undefined ? {} : { note }) };
}
