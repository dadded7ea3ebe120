/** Sorts things by a key, the module that holds them for example; keys and things keep their order. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key) ?? [];
    group.push(item);
    groups.set(key, group);
  }
  return groups;
}

/** Compares by code unit: the same on every machine, whatever its locale. */
export function compareStrings(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** Some nodes of a graph, and all that can be reached from them. */
export function reachable<T>(from: Iterable<T>, next: (node: T) => Iterable<T>): ReadonlySet<T> {
  const found = new Set(from);
  // What is added while a set is gone through comes up, too.
  for (const node of found) for (const one of next(node)) found.add(one);
  return found;
}
