/** Longest line of a function, in characters without the two that it is indented by. */
export const widest = 118;

/** Most lines of statements that stand in a function; with what is around them it stays below 50. */
const mostLines = 42;

/**
 * Cuts statements into those of a function and those of the functions that go on for it. Statements of one property stay
 * together; functions are filled in order, so that a further property at the end changes no other.
 */
export function cutFunction(groups: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const parts: string[][] = [[]];
  let count = 0;
  for (const group of groups) {
    const lines = group.reduce((sum, line) => sum + countLines(line), 0);
    if (count > 0 && count + lines > mostLines) {
      parts.push([]);
      count = 0;
    }
    parts.at(-1)?.push(...group);
    count += lines;
  }
  return parts;
}

/** How many lines a statement takes at most: where it is too long, each operand or argument gets its own. */
function countLines(statement: string): number {
  return statement.length <= widest ? 1 : 3 + (statement.match(/, | && | \|\| /g)?.length ?? 0);
}
