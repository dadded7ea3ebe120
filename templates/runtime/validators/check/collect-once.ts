import { collect } from './collect.js';
import { addAll, isFull, mostCounted, sayTooDeep } from './issues.js';
import { mapFor } from './memo.js';
import type { NamedSchema, RecursiveSchema, Schema } from './schema.js';
import type { Found, IssueContext, Location } from './context.js';

/**
 * Collects the issues of a value by a schema that can come to it again: a value that matches is left out, and an object is
 * looked into once. If the same object is met at another path, its issues are reported there, too.
 */
export function collectOnce(context: IssueContext, value: unknown, schema: RecursiveSchema): boolean {
  if (isFull(context) || isTooDeep(context)) return isFull(context);
  // A lenient check takes note of values that match, too.
  const matches = !context.lenience && schema.matches?.(value, context.depth, context) === true;
  // That check may have come to the end of the levels.
  if (matches || isTooDeep(context)) return false;
  const known = mapFor((context.issues ??= new Map<RecursiveSchema, Map<object, readonly Found[]>>()), schema);
  // A string or number is looked at again each time it is met.
  const object = typeof value === 'object' && value !== null ? value : {};
  const inside = known.get(object) ?? collectInside(context, value, schema);
  known.set(object, inside);
  // Copies: their paths grow, each in its own way.
  return addAll(
    context,
    inside.map((one) => ({ ...one, path: [...one.path] })),
  );
}

function isTooDeep({ tooDeep }: IssueContext) {
  return tooDeep !== undefined;
}

/** An issue or note, in whose path steps may hold steps until the check is over. */
interface Nested extends Found {
  /** Number of steps inside others. */
  readonly hidden?: number;
}

type Step = string | number | readonly Step[];

/** Longest path that is copied step by step. */
const longest = 8;

/** Collects the issues inside a value in a list of their own, with paths that begin at the value. */
function collectInside(context: IssueContext, value: unknown, { pointer, schema }: RecursiveSchema) {
  if (context.depth === 0) return [sayTooDeep('#')];
  const { found, left } = context;
  // The same room each time the object is met, so that it is not looked into again for a little more.
  context.left = context.room ??= Math.max(mostCounted, left);
  context.depth -= 1;
  const at = { context, value, schema: pointer };
  const inside = collectDistinct(schema, at, (all) =>
    withoutRepeats(all).map((one: Nested) => {
      const { path, hidden = 0 } = one;
      if (path.length <= longest) return one;
      // A long path becomes one step, the same in all copies, or paths would take time and memory that grow with the square of
      // the depth. An empty step beside it distinguishes it from a short path: `[[…], []]`.
      const packed: readonly Step[] = [path, []];
      // To everything outside this file a step is a string or a number.
      return { ...one, path: packed as Found['path'], hidden: path.length + hidden - packed.length };
    }),
  );
  context.depth += 1;
  context.found = found;
  context.left = left;
  return inside;
}

/** Collects issues again with more room if repetitions took up so much of it that there may be more to find. */
function collectDistinct(
  schema: Schema | NamedSchema,
  at: Location,
  tidy: (found: readonly Found[]) => Found[],
): Found[] {
  const { context } = at;
  const room = context.left;
  for (let more = room; ; more *= 2) {
    context.found = [];
    context.left = more;
    collect(schema, at);
    const distinct = tidy(context.found);
    if (!isFull(context) || distinct.filter(({ note }) => note === undefined).length >= room) return distinct;
  }
}

/** Leaves out repetitions: two ways to the same member find the same issues there. */
function withoutRepeats(found: readonly Nested[]): Found[] {
  const known = new Map<string, Nested[]>();
  return found.filter((one) => {
    const { schema, message, path, hidden, note } = one;
    if (note !== undefined) return true;
    // Few issues have the same key, however many there are. The two steps of a packed path would be long.
    const last = path.slice(hidden === undefined ? 0 : 2).slice(-2);
    const key = `${schema} ${path.length + (hidden ?? 0)} ${last.join()}`;
    const similar = known.get(key) ?? [];
    if (similar.some((other) => other.schema === schema && other.message === message && isSameStep(other.path, path)))
      return false;
    known.set(key, [...similar, one]);
    return true;
  });
}

function isSameStep(left: Step | undefined, right: Step | undefined): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left.length !== right.length) return false;
  return left.every((step, index) => isSameStep(step, right[index]));
}

/**
 * Collects from the root of a value by a schema that remembers. If the levels of recursion run out, `is` decides, because it
 * may have come to the parts of the value in another order.
 */
export function collectFromRoot(
  context: IssueContext,
  value: unknown,
  { is, schema }: { readonly is: (value: unknown) => boolean; readonly schema: NamedSchema },
): Found[] {
  const found = collectDistinct(schema, { context, value, schema: schema.pointer }, (all) =>
    withoutRepeats(
      all.map(({ message, path, keyword, schema: pointer, note }) => {
        // No step holds steps any longer.
        const flat = path.flat(Infinity) as Found['path'];
        return { message, path: flat, keyword, schema: pointer, ...(note !== undefined && { note }) };
      }),
    ),
  );
  const { tooDeep, verdicts, isCircular } = context;
  if (tooDeep === undefined && (!verdicts || found.length)) return found;
  if (is(value)) return [];
  const rejection = sayTooDeep(tooDeep ?? '#');
  return [isCircular ? { ...rejection, message: 'cannot be judged: its schema refers to itself' } : rejection];
}
