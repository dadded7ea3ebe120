/** A sorted copy; equal items keep their order. */
export function sorted<Item>(items: readonly Item[], compare: (left: Item, right: Item) => number): readonly Item[] {
  const copy = [...items];
  copy.sort(compare);
  return copy;
}
