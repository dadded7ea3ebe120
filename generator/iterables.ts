/** Groups values by their keys; both keep their order: `[['a', 1], ['b', 2], ['a', 3]]` → `a: [1, 3]`, `b: [2]`. */
export function groupPairs<K, V>(pairs: Iterable<readonly [key: K, value: V]>): ReadonlyMap<K, readonly V[]> {
  const groups = new Map<K, V[]>();
  for (const [key, value] of pairs) {
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
}

/** Groups items by a key; both keep their order: `groupBy(['a', 'bc', 'd'], (text) => text.length)` → `1: ['a', 'd']`, `2: ['bc']`. */
export function groupBy<K, T>(items: Iterable<T>, readKey: (item: T) => K): ReadonlyMap<K, readonly T[]> {
  return groupPairs(Array.from(items, (item) => [readKey(item), item] as const));
}

/** Compares by code unit: the same on every machine, whatever its locale. */
export function compareStrings(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/**
 * Yields roots and everything that can be reached from them, each once, breadth first: `reachable([1], (n) => (n < 4 ? [2 * n] : []))`
 * yields 1, 2, 4. `next` lists the neighbours of a node; `undefined` among them is skipped. Lazy: `next` is called for a node only
 * when the caller continues after it.
 */
export function* reachable<T>(
  roots: Iterable<T>,
  next: (node: T) => Iterable<T | undefined>,
): Generator<T, undefined, undefined> {
  const found = new Set(roots);
  // `for … of` over a Set also visits values that are added during the loop.
  for (const node of found) {
    yield node;
    for (const one of next(node)) if (one !== undefined) found.add(one);
  }
}

/** Lists the values other than `false` and `undefined`: `['a', false, undefined]` → `['a']`. */
export function listPresent<T>(values: readonly (T | false | undefined)[]): readonly T[] {
  return values.filter((one): one is T => one !== undefined && one !== false);
}
