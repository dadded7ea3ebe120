/** Data derived from a world's tables, and its size in items. */
export interface Derived {
  readonly size: number;
}

const mostKept = 48;
const mostItems = 4_000_000;

const none: ReadonlyMap<string, Derived> = new Map();

/** Not part of the world: a cache that is released with the world. */
const derivedBy = new WeakMap<object, ReadonlyMap<string, Derived>>();

/** The derived data of a world by name. */
export function derivedOf(world: object): ReadonlyMap<string, Derived> {
  return derivedBy.get(world) ?? none;
}

/** Caches the derived data of a world. */
export function keepDerived(world: object, derived: ReadonlyMap<string, Derived>): void {
  if (derived !== none) derivedBy.set(world, derived);
}

/** Adds derived data. Removes the least recently used when there are too many. */
export function withDerived(
  known: ReadonlyMap<string, Derived>,
  name: string,
  value: Derived,
): ReadonlyMap<string, Derived> {
  if (known.get(name) === value && [...known.keys()].at(-1) === name) return known;
  const kept = new Map(known);
  kept.delete(name);
  kept.set(name, value);
  let items = 0;
  for (const { size } of kept.values()) items += size;
  for (const [oldest, { size }] of kept) {
    if (kept.size === 1 || (kept.size <= mostKept && items <= mostItems)) break;
    kept.delete(oldest);
    items -= size;
  }
  return kept;
}
