import { groupBy } from '../../iterables.js';
import type { Both, Location } from './finding.js';
import { areSimilar, areSiblings } from './similar-names.js';

/** Pairs values of both sides by name, in the order of the old side, then of the new one. A value that one side lacks is `undefined`. */
export function pairUp<T>(
  before: readonly T[],
  after: readonly T[],
  readName: (one: T) => string,
): ReadonlyMap<string, Both<T | undefined>> {
  const pairs = new Map<string, Both<T | undefined>>();
  for (const one of before) pairs.set(readName(one), { before: one, after: undefined });
  for (const one of after) pairs.set(readName(one), { before: pairs.get(readName(one))?.before, after: one });
  return pairs;
}

/** Called for values of both sides that have the same name, and for values of one side. */
interface Visit<T> {
  readonly both: (pair: Both<T>, name: string) => void;
  readonly alone: (one: T, side: Location['side'], name: string) => void;
}

/** Visits values by name: those of both sides in pairs, those of one side alone; in the order of `pairUp`. */
export function visitPairs<T>(
  before: readonly T[] = [],
  after: readonly T[] = [],
  readName: (one: T) => string,
  { both, alone }: Visit<T>,
): void {
  for (const [name, { before: old, after: now }] of pairUp(before, after, readName)) {
    if (old !== undefined && now !== undefined) both({ before: old, after: now }, name);
    else if (now !== undefined) alone(now, 'new', name);
    else if (old !== undefined) alone(old, 'old', name);
  }
}

/** Returns the members that are new in a list, and those that are gone: `['a', 'b']` and `['b', 'c']` → `{ come: ['c'], gone: ['a'] }`. */
export function differences<T>(before: readonly T[] = [], after: readonly T[] = []): Alone<T> {
  const [old, now] = [new Set(before), new Set(after)];
  return { come: after.filter((one) => !old.has(one)), gone: before.filter((one) => !now.has(one)) };
}

/** Values that only the old side has, and values that only the new side has. */
interface Alone<T> {
  readonly gone: readonly T[];
  readonly come: readonly T[];
}

/**
 * Pairs members of both sides by several keys: first members whose first keys are equal, then those whose second keys are equal, and
 * so on. `listKeys` returns the keys of a member, the most reliable first; `undefined` equals no other key.
 */
export function matchMembers<T extends object>(
  before: readonly T[],
  after: readonly T[],
  listKeys: (member: T) => readonly (string | undefined)[],
): Alone<T> & { readonly pairs: readonly Both<T>[] } {
  const keys = new Map([...before, ...after].map((one) => [one, listKeys(one)]));
  const found = new Map<T, T>();
  const open = new Set(before);
  const levels = Math.max(0, ...[...keys.values()].map(({ length }) => length));
  for (let level = 0; level < levels; level += 1) {
    const byKey = groupBy(open, (one) => keys.get(one)?.[level]);
    for (const one of after) {
      const key = keys.get(one)?.[level];
      if (found.has(one) || key === undefined) continue;
      const old = byKey.get(key)?.find((other) => open.has(other));
      if (old === undefined) continue;
      found.set(one, old);
      open.delete(old);
    }
  }
  return {
    pairs: after.flatMap((one) => {
      const old = found.get(one);
      return old ? [{ before: old, after: one }] : [];
    }),
    gone: [...open],
    come: after.filter((one) => !found.has(one)),
  };
}

/** The facts by which a value is recognized under a new name. */
export interface RenameRule<T> {
  readonly readName: (one: T) => string;
  /** Prints the same text for two values that differ in nothing but their names. */
  readonly printShape: (one: T, side: keyof Both<T>) => string;
  /** Returns whether a shape is so special that two equal ones are no coincidence, such as an enum of several values. */
  readonly isTelling: (one: T, side: keyof Both<T>) => boolean;
}

/** Maximum number of comparisons of names among values of one shape. */
const MOST = 2500;

/**
 * Finds renamed values: `renamed` maps the new value to the old one, and `gone` has all other old values. A value is renamed if both
 * have the same shape and similar names; or if the shape is special (`isTelling`) and the names do not mean two different things, as
 * `createdBy` and `updatedBy` do. A value that could be paired with several others counts as gone or new.
 */
export function pairRenamed<T>(
  { gone, come }: Alone<T>,
  { readName, printShape, isTelling }: RenameRule<T>,
): { readonly renamed: ReadonlyMap<T, T>; readonly gone: ReadonlySet<T> } {
  const renamed = new Map<T, T>();
  if (gone.length === 0 || come.length === 0) return { renamed, gone: new Set(gone) };
  const old = groupBy(gone, (one) => printShape(one, 'before'));
  const now = groupBy(come, (one) => printShape(one, 'after'));
  for (const [shape, lost] of old) {
    const found = now.get(shape) ?? [];
    if (lost.length * found.length > MOST) continue;
    pairUnique({ gone: lost, come: found }, renamed, (left, right) => areSimilar(readName(left), readName(right)));
    const known = new Set(renamed.values());
    const [last, ...others] = lost.filter((one) => !known.has(one));
    const [first, ...rest] = found.filter((one) => !renamed.has(one));
    if (last === undefined || first === undefined || others.length > 0 || rest.length > 0) continue;
    if (isTelling(last, 'before') && !areSiblings(readName(last), readName(first))) renamed.set(first, last);
  }
  const former = new Set(renamed.values());
  return { renamed, gone: new Set(gone.filter((one) => !former.has(one))) };
}

/** Pairs values that match each other and no other value. */
function pairUnique<T>({ gone, come }: Alone<T>, pairs: Map<T, T>, fits: (old: T, now: T) => boolean): void {
  for (const now of come) {
    const [old, ...others] = gone.filter((one) => fits(one, now));
    if (old === undefined || others.length > 0) continue;
    if (come.filter((one) => fits(old, one)).length === 1) pairs.set(now, old);
  }
}
