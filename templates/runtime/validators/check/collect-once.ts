import { collect } from './collect.js';
import { addAll, isFull, mostCounted, sayTooDeep } from './issues.js';
import { mapFor } from './memo.js';
import type { NamedSchema, RecursiveSchema, Schema } from './schema.js';
import type { Found, IssueContext, Location } from './context.js';

/**
 * Collects the issues of a value by a schema that may reach the same value several times. Each object is checked once; if it occurs at
 * another path, its issues are also reported there. Returns whether collecting is over.
 */
export function collectOnce(context: IssueContext, value: unknown, schema: RecursiveSchema): boolean {
  if (isFull(context) || isTooDeep(context)) return isFull(context);
  // A lenient check also collects notes about values that match.
  const matches = !context.lenience && schema.matches?.(value, context.depth, context) === true;
  // `matches` may have used up the levels of recursion.
  if (matches || isTooDeep(context)) return false;
  const known = mapFor((context.issues ??= new Map<RecursiveSchema, Map<object, readonly Found[]>>()), schema);
  // Strings and numbers are checked each time.
  const object = typeof value === 'object' && value !== null ? value : {};
  const inside = known.get(object) ?? collectInside(context, value, schema);
  known.set(object, inside);
  // Copies, because steps will be added to their paths.
  return addAll(
    context,
    inside.map((one) => ({ ...one, path: [...one.path] })),
  );
}

function isTooDeep({ tooDeep }: IssueContext) {
  return tooDeep !== undefined;
}

/** An issue or note whose path may contain nested paths as steps until the check is over. */
interface Nested extends Found {
  /** Number of steps inside nested paths. */
  readonly hidden?: number;
}

type Step = string | number | readonly Step[];

/** Maximum length of a path that is copied step by step. */
const longest = 8;

/** Collects the issues inside a value in a separate list, with paths that start at the value. */
function collectInside(context: IssueContext, value: unknown, { pointer, schema }: RecursiveSchema) {
  if (context.depth === 0) return [sayTooDeep('#')];
  const { found, left } = context;
  // The same limit for all objects, so that the result can be used again where more issues fit.
  context.left = context.room ??= Math.max(mostCounted, left);
  context.depth -= 1;
  const at = { context, value, schema: pointer };
  const inside = collectDistinct(schema, at, (all) =>
    withoutRepeats(all).map((one: Nested) => {
      const { path, hidden = 0 } = one;
      if (path.length <= longest) return one;
      // A long path becomes one step, which all copies share: otherwise the time and memory for paths would grow with the square of the
      // depth. The empty step after it distinguishes it from a short path: `[[…], []]`.
      const packed: readonly Step[] = [path, []];
      // `as`: outside this file, a step is a string or a number.
      return { ...one, path: packed as Found['path'], hidden: path.length + hidden - packed.length };
    }),
  );
  context.depth += 1;
  context.found = found;
  context.left = left;
  return inside;
}

/** Collects issues without repetitions. Collects again with a higher limit if repetitions used up so much that issues may be missing. */
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

/** Removes repeated issues: two branches of a schema may find the same issue of a member. */
function withoutRepeats(found: readonly Nested[]): Found[] {
  const known = new Map<string, Nested[]>();
  return found.filter((one) => {
    const { schema, message, path, hidden, note } = one;
    if (note !== undefined) return true;
    // The key makes comparisons rare. It leaves out the first two steps of a packed path, which are long.
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
 * Collects the issues of a whole value by a recursive schema. If the levels of recursion run out, `is` decides, because it may visit the
 * parts of the value in another order.
 */
export function collectFromRoot(
  context: IssueContext,
  value: unknown,
  { is, schema }: { readonly is: (value: unknown) => boolean; readonly schema: NamedSchema },
): Found[] {
  const found = collectDistinct(schema, { context, value, schema: schema.pointer }, (all) =>
    withoutRepeats(
      all.map(({ message, path, keyword, schema: pointer, note }) => {
        // `as`: flattened, all steps are strings or numbers.
        const flat = path.flat(Infinity) as Found['path'];
        return { message, path: flat, keyword, schema: pointer, ...(note !== undefined && { note }) };
      }),
    ),
  );
  const { tooDeep, verdicts, isCircular } = context;
  if (tooDeep === undefined && (!verdicts || found.length)) return found;
  if (is(value)) return [];
  const rejection = sayTooDeep(tooDeep ?? '#');
  return [isCircular ? { ...rejection, message: 'cannot be validated: its schema refers to itself' } : rejection];
}
