import type { Both } from './finding.js';

/** Members of both sides that belong together, and those of one side. */
interface Matches<T> {
  readonly pairs: readonly Both<T>[];
  readonly gone: readonly T[];
  readonly come: readonly T[];
}

/**
 * Finds the same members on both sides: first those whose surest keys are equal, and so on. `keysOf` gives the keys of a
 * member, the surest first; an absent key fits none.
 */
export function matchMembers<T extends object>(
  before: readonly T[],
  after: readonly T[],
  keysOf: (member: T) => readonly (string | undefined)[],
): Matches<T> {
  const keys = new Map([...before, ...after].map((one) => [one, keysOf(one)]));
  const found = new Map<T, T>();
  const open = new Set(before);
  const levels = Math.max(0, ...[...keys.values()].map(({ length }) => length));
  for (let level = 0; level < levels; level += 1) {
    const byKey = new Map<string, T[]>();
    for (const one of open) {
      const key = keys.get(one)?.[level];
      if (key !== undefined) byKey.set(key, [...(byKey.get(key) ?? []), one]);
    }
    for (const one of after) {
      const key = keys.get(one)?.[level];
      const old = found.has(one) || key === undefined ? undefined : byKey.get(key)?.shift();
      if (old === undefined) continue;
      found.set(one, old);
      open.delete(old);
    }
  }
  return {
    pairs: after.flatMap((one) => {
      const old = found.get(one);
      return old === undefined ? [] : [{ before: old, after: one }];
    }),
    gone: [...open],
    come: after.filter((one) => !found.has(one)),
  };
}
