/** How many characters one has to insert, delete or replace to make one text of another (Levenshtein). */
export function editDistance(from: string, to: string): number {
  const wanted = Array.from(to);
  let row = Array.from({ length: wanted.length + 1 }, (_, index) => index);
  for (const [index, character] of Array.from(from).entries()) {
    const next = [index + 1];
    for (const [at, other] of wanted.entries()) {
      const replaced = (row[at] ?? 0) + (character === other ? 0 : 1);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
