import { handedTo, LocalNames } from '../plan/local-names.js';
import type { Plan } from '../plan/plan.js';
import { test, type Condition } from './condition.js';
import type { FunctionPart, Scope } from './scope.js';

/**
 * Longest body of a function, in characters. TypeScript gives up on one with two thousand conditions (TS2563), none of which
 * takes less than a dozen characters, and the time that it takes grows with the square of their number.
 */
const longestBody = 20_000;

/** Whether some statements are too many for one function. */
export function isTooLong(groups: readonly (readonly string[])[]): boolean {
  return groups.flat().reduce((sum, line) => sum + line.length, 0) > longestBody;
}

/** Groups of statements as the bodies of functions, none of them too long unless one group is. */
function splitBody(groups: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const bodies: string[][] = [];
  let length = Infinity;
  for (const lines of groups) {
    const own = lines.reduce((sum, line) => sum + line.length, 0);
    if (length + own > longestBody) bodies.push([]);
    length = length + own > longestBody ? own : length + own;
    bodies.at(-1)?.push(...lines);
  }
  return bodies;
}

/** What a scope is inside a function that does a part: levels left and memo are parameters, whatever they are called outside. */
export function insidePart(scope: Scope): Scope {
  const locals = new LocalNames(['value', 'depth', 'memo', 'context', 'undefined'], scope.names.taken);
  return { ...scope, value: 'value', locals, depth: 'depth', ...(scope.memo !== undefined && { memo: 'memo' }) };
}

/** Calls of the functions that do a part, whose groups of statements are those of the scope inside. */
export function callParts(
  part: FunctionPart,
  groups: readonly (readonly string[])[],
  { plan, scope, args }: { readonly plan: Plan; readonly scope: Scope; readonly args: readonly string[] },
): readonly Condition[] {
  return splitBody(groups).map((lines, index) => {
    const name = scope.names.partFunction(plan, scope.unit, { ...part, index }, lines);
    const handed = handedTo(lines).map((one) => (one === 'depth' ? scope.depth : (scope.memo ?? one)));
    return test(`${name}(${[...args, ...handed].join(', ')})`);
  });
}
