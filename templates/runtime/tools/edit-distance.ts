/** Returns the number of characters to insert, delete or replace to convert one text to another (Levenshtein): `cat`, `cart` → 1. */
export function editDistance(from: string, to: string): number {
  const target = Array.from(to);
  let row = Array.from({ length: target.length + 1 }, (_, index) => index);
  for (const [index, character] of Array.from(from).entries()) {
    const next = [index + 1];
    for (const [at, other] of target.entries()) {
      const replaced = (row[at] ?? 0) + (character === other ? 0 : 1);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
