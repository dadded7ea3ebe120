/** Counts the items to insert, delete or replace to turn one text or list into another (Levenshtein): `cat`, `cart` → 1. `replace` returns the cost of replacing an item. */
export function editDistance<Item>(
  from: Iterable<Item>,
  to: Iterable<Item>,
  replace: (from: Item, to: Item) => number = (one, other) => (one === other ? 0 : 1),
): number {
  const target = Array.from(to);
  let row = Array.from({ length: target.length + 1 }, (_, index) => index);
  for (const [index, item] of Array.from(from).entries()) {
    const next = [index + 1];
    for (const [at, other] of target.entries()) {
      const replaced = (row[at] ?? 0) + replace(item, other);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
