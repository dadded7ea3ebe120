/** Longest name that is compared; longer ones are hardly typed by hand. */
const LONGEST = 100;

/** Finds the candidate that a misspelt name most likely means: at most `changes` away, and at most a third of its length. */
export function suggest(name: string, candidates: Iterable<string>, changes: number = Infinity): string | undefined {
  if (name.length > LONGEST) return undefined;
  let best: string | undefined;
  let limit = Math.min(changes, Math.floor(Math.max(name.length, 3) / 3)) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) >= limit) continue;
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase(), limit);
    // A name that shares no letter with the candidate is not a misspelling of it: "a" of "b", or "" of anything.
    if (distance >= limit || distance >= Math.max(name.length, candidate.length)) continue;
    best = candidate;
    limit = distance;
  }
  return best;
}

/** Makes the end of a message: `; did you mean "x"?`, or nothing. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const candidate = suggest(name, candidates);
  return candidate === undefined ? '' : `; did you mean ${JSON.stringify(candidate)}?`;
}

/** Counts insertions, deletions, replacements and swaps of neighbours that lead from one text to the other; Infinity from `limit` on. */
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
    // A swap looks back two rows, so two in a row have to be too far away.
    if (Math.min(...cells, ...(rows[row - 1] ?? [])) >= limit) return Infinity;
  }
  return rows[left.length]?.[right.length] ?? Infinity;
}
