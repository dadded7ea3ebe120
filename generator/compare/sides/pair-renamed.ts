import { areSimilar, areSiblings } from './similar-names.js';
import type { Both } from './finding.js';

/** The facts by which a thing is recognized under a new name. */
interface RenameRule<T> {
  readonly nameOf: (one: T) => string;
  /** The same text for two things that differ in nothing but their names. */
  readonly shapeOf: (one: T, side: keyof Both<T>) => string;
  /** Returns whether two things of this shape are hardly alike by chance, for example an enum of several values. */
  readonly isTelling: (one: T, side: keyof Both<T>) => boolean;
}

/** Things of the old description alone, and of the new one alone. */
interface Alone<T> {
  readonly gone: readonly T[];
  readonly come: readonly T[];
}

/** Most comparisons of names among things of one shape: where more come and go, nobody renamed them one by one. */
const MOST = 2500;

/**
 * Finds what was renamed: the new name of a thing -> the thing that is gone. Both have the same shape, and their names are
 * similar; or the shape is telling, and the names are not those of siblings as in `createdBy` and `updatedBy`. And nothing
 * else comes into question for either of them: what is ambiguous is gone and new.
 */
export function pairRenamed<T>({ gone, come }: Alone<T>, rule: RenameRule<T>): ReadonlyMap<T, T> {
  const pairs = new Map<T, T>();
  if (gone.length === 0 || come.length === 0) return pairs;
  const shapes = new Map<string, { readonly gone: T[]; readonly come: T[] }>();
  const openGroup = (shape: string): { readonly gone: T[]; readonly come: T[] } => {
    const group = shapes.get(shape) ?? { gone: [], come: [] };
    shapes.set(shape, group);
    return group;
  };
  for (const one of gone) openGroup(rule.shapeOf(one, 'before')).gone.push(one);
  for (const one of come) openGroup(rule.shapeOf(one, 'after')).come.push(one);
  for (const group of shapes.values()) {
    if (group.gone.length * group.come.length > MOST) continue;
    const { nameOf, isTelling } = rule;
    pairUnique(group, pairs, (old, now) => areSimilar(nameOf(old), nameOf(now)));
    const known = new Set(pairs.values());
    const rest = {
      gone: group.gone.filter((one) => !known.has(one)),
      come: group.come.filter((one) => !pairs.has(one)),
    };
    if (!rest.gone.some((one) => isTelling(one, 'before'))) continue;
    pairUnique(
      rest,
      pairs,
      () => true,
      (old, now) => !areSiblings(nameOf(old), nameOf(now)),
    );
  }
  return pairs;
}

/** Pairs those that fit each other and nothing else, as far as they may. */
function pairUnique<T>(
  { gone, come }: Alone<T>,
  pairs: Map<T, T>,
  fits: (old: T, now: T) => boolean,
  may: (old: T, now: T) => boolean = () => true,
): void {
  const known = new Set(pairs.values());
  for (const now of come) {
    const [old, ...others] = gone.filter((one) => fits(one, now));
    if (old === undefined || others.length > 0 || known.has(old)) continue;
    if (come.filter((one) => fits(old, one)).length === 1 && may(old, now)) pairs.set(now, old);
  }
}
