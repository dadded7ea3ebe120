import type { Both } from '../finding.js';

/** A member of a list that may have moved. */
export interface Keyed {
  /** By what the same member is found on the other side, the surest first; an absent key fits none. */
  readonly keys: readonly (string | undefined)[];
}

/** What belongs together, and what only one side has. */
interface Matches<T> {
  readonly pairs: readonly Both<T>[];
  readonly gone: readonly T[];
  readonly come: readonly T[];
}

/** Finds the same members on both sides: first those whose surest keys are equal, and so on. */
export function matchMembers<T extends Keyed>(before: readonly T[], after: readonly T[]): Matches<T> {
  const found = new Map<T, T>();
  const open = new Set(before);
  const levels = Math.max(0, ...[...before, ...after].map(({ keys }) => keys.length));
  for (let level = 0; level < levels; level += 1) {
    const byKey = groupAt(open, level);
    for (const one of after) {
      const key = one.keys[level];
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

function groupAt<T extends Keyed>(members: ReadonlySet<T>, level: number): ReadonlyMap<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of members) {
    const key = one.keys[level];
    if (key === undefined) continue;
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push(one);
  }
  return groups;
}
