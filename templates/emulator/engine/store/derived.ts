/** What follows from a world's tables, and how much of it is held in memory, in items. */
export interface Derived {
  readonly size: number;
}

const mostKept = 48;
const mostItems = 4_000_000;

const none: ReadonlyMap<string, Derived> = new Map();

/** No part of the world: it may be forgotten at any time, and goes with the world it was made for. */
const derivedBy = new WeakMap<object, ReadonlyMap<string, Derived>>();

/** What was made for a world, by name. */
export function derivedOf(world: object): ReadonlyMap<string, Derived> {
  return derivedBy.get(world) ?? none;
}

/** Keeps what was made for a world. */
export function keepDerived(world: object, derived: ReadonlyMap<string, Derived>): void {
  if (derived !== none) derivedBy.set(world, derived);
}

/** The values with one more; those that were not asked for the longest go when there are too many. */
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
