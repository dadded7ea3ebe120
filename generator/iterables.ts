/** Groups values by their keys; both keep their order: `[['a', 1], ['b', 2], ['a', 3]]` gives `a` -> `[1, 3]`, `b` -> `[2]`. */
export function groupPairs<K, V>(pairs: Iterable<readonly [key: K, value: V]>): ReadonlyMap<K, readonly V[]> {
  const groups = new Map<K, V[]>();
  for (const [key, value] of pairs) {
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
}

/** Groups items by a key; both keep their order: `groupBy(['a', 'bc', 'd'], (text) => text.length)` gives `1` -> `['a', 'd']`, `2` -> `['bc']`. */
export function groupBy<K, T>(items: Iterable<T>, readKey: (item: T) => K): ReadonlyMap<K, readonly T[]> {
  return groupPairs(Array.from(items, (item) => [readKey(item), item] as const));
}

/** Compares by code unit: the same on every machine, whatever its locale. */
export function compareStrings(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/**
 * Yields roots and everything that can be reached from them, each once, near ones first: `reachable([1], (n) => (n < 4 ? [2 * n] : []))`
 * yields 1, 2, 4. `next` lists the neighbours of a node, of which `undefined` is skipped. A walk that is left early asks for no more.
 */
export function* reachable<T>(
  roots: Iterable<T>,
  next: (node: T) => Iterable<T | undefined>,
): Generator<T, undefined, undefined> {
  const found = new Set(roots);
  // A set hands out what is added while it is walked.
  for (const node of found) {
    yield node;
    for (const one of next(node)) if (one !== undefined) found.add(one);
  }
}

/** Lists the values that are there: `['a', false, undefined]` gives `['a']`. */
export function listPresent<T>(values: readonly (T | false | undefined)[]): readonly T[] {
  return values.filter((one): one is T => one !== undefined && one !== false);
}
