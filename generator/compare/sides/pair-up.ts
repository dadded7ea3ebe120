/** The values of one name on both sides; undefined where a side has none. */
export interface Pair<T> {
  readonly ours: T | undefined;
  readonly theirs: T | undefined;
}

/** Puts what has the same name on both sides together, in the order of the first, then of the second. */
export function pairUp<T>(
  ours: readonly T[],
  theirs: readonly T[],
  nameOf: (one: T) => string,
): ReadonlyMap<string, Pair<T>> {
  const pairs = new Map<string, Pair<T>>(ours.map((one) => [nameOf(one), { ours: one, theirs: undefined }]));
  for (const one of theirs) pairs.set(nameOf(one), { ours: pairs.get(nameOf(one))?.ours, theirs: one });
  return pairs;
}
