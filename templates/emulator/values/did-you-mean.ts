const longestName = 100;

/**
 * Finds the name that was most likely meant: at most a third of its letters differ, or they are in another order, or it ends in the
 * text (`notFound` → `videoNotFound`).
 */
export function findNearest(unknown: string, names: Iterable<string>): string | undefined {
  const text = unknown.toLowerCase().slice(0, longestName);
  const all = [...names];
  const near = all
    .map((name) => {
      const other = name.toLowerCase();
      return { name, difference: sortLetters(other) === sortLetters(text) ? 1 : edits(text, other) };
    })
    .filter(({ name, difference }) => difference * 3 <= name.length)
    .toSorted((one, other) => one.difference - other.difference);
  return near[0]?.name ?? all.find((name) => text !== '' && name.toLowerCase().endsWith(text));
}

function sortLetters(text: string): string {
  return [...text].toSorted().join('');
}

/** Ends a sentence about an unknown name: `; did you mean notes?`, or a full stop. */
export function didYouMean(unknown: string, names: Iterable<string>): string {
  const nearest = findNearest(unknown, names);
  return nearest === undefined ? '.' : `; did you mean ${nearest}?`;
}

/** Counts the letters to add, remove or replace to turn one string into the other. */
export function edits(left: string, right: string): number {
  return least(left.length, right.length, (row, column) => (left[row] === right[column] ? 0 : 1));
}

/** Returns the least cost to turn one sequence into another. Adding or removing an item costs 1; `replace` returns the cost of a replacement. */
export function least(rows: number, columns: number, replace: (row: number, column: number) => number): number {
  let before = Array.from({ length: columns + 1 }, (_none, index) => index);
  for (let row = 0; row < rows; row += 1) {
    const line = [row + 1];
    for (let column = 0; column < columns; column += 1)
      line.push(
        Math.min((before[column + 1] ?? 0) + 1, (line[column] ?? 0) + 1, (before[column] ?? 0) + replace(row, column)),
      );
    before = line;
  }
  return before[columns] ?? 0;
}

/** Returns a name in lower case, without separators of words: `next_Page-token` → `nextpagetoken`. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[\W_]/g, '');
}
