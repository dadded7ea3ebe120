/** Maximum length of names that are compared. People hardly type longer ones by hand. */
const LONGEST = 100;

/**
 * Finds the candidate that is most similar to a misspelt name, with at most `changes` differences and at most a third of its
 * length.
 */
export function suggest(name: string, candidates: Iterable<string>, changes: number = Infinity): string | undefined {
  if (name.length > LONGEST) return undefined;
  let best: string | undefined;
  let limit = Math.min(changes, Math.floor(Math.max(name.length, 3) / 3)) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) >= limit) continue;
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase(), limit);
    // A name without a common letter is no misspelling: "a" of "b", or "" of anything.
    if (distance >= limit || distance >= Math.max(name.length, candidate.length)) continue;
    best = candidate;
    limit = distance;
  }
  return best;
}

/** Returns the end of a message: `; did you mean "x"?`, or an empty text. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const candidate = suggest(name, candidates);
  return candidate === undefined ? '' : `; did you mean ${JSON.stringify(candidate)}?`;
}

/** Counts the insertions, deletions, replacements and swaps of neighbours between two texts; `Infinity` from `limit` on. */
function editDistance(left: string, right: string, limit: number): number {
  const rows: number[][] = [Array.from({ length: right.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= left.length; row++) {
    const cells = [row];
    rows.push(cells);
    for (let column = 1; column <= right.length; column++) {
      const cost = left[row - 1] === right[column - 1] ? 0 : 1;
      const at = (up: number, back: number): number => rows[row - up]?.[column - back] ?? Infinity;
      const swapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      const swap = swapped ? at(2, 2) + 1 : Infinity;
      cells.push(Math.min(at(1, 0) + 1, at(0, 1) + 1, at(1, 1) + cost, swap));
    }
    // A swap uses the row before the last one, so two rows must exceed the limit.
    if (Math.min(...cells, ...(rows[row - 1] ?? [])) >= limit) return Infinity;
  }
  return rows[left.length]?.[right.length] ?? Infinity;
}
