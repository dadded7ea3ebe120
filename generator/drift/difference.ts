import type { Api } from '../api/api.js';
import type { Pair } from '../api/pair-up.js';
import type { Position } from '../diagnostics.js';

/** One point in which two descriptions of a service differ. */
export interface Difference {
  /** Address of the point, the same in both: `operations.videos.list.parameters.chart.enum.mostPopular`. */
  readonly at: string;
  /** What differs, as half a sentence: `only in the spec`. */
  readonly says: string;
  /** Where it is in the spec, or in the other document where the spec has nothing of the kind. */
  readonly position: Position;
}

/** What a comparison is between, and where it puts what it finds. */
export interface Comparison {
  readonly ours: Api;
  readonly theirs: Api;
  readonly report: (difference: Difference) => void;
}

/** Reports a point that only one side has; whether both have it. */
export function haveBoth<T>(
  pair: Pair<T>,
  { report }: Comparison,
  where: { readonly at: string; readonly positionOf: (one: T) => Position },
): pair is { readonly ours: T; readonly theirs: T } {
  const one = pair.ours ?? pair.theirs;
  if (one === undefined || (pair.ours !== undefined && pair.theirs !== undefined)) return one !== undefined;
  const says = pair.theirs === undefined ? 'only in the spec' : 'not in the spec';
  report({ at: where.at, says, position: where.positionOf(one) });
  return false;
}

/** Reports a value that both sides state, each in its way. */
export function compareValues(
  { report }: Comparison,
  where: { readonly at: string; readonly position: Position },
  { ours, theirs }: Pair<unknown>,
): void {
  const [here, there] = [JSON.stringify(ours), JSON.stringify(theirs)];
  if (here !== there) report({ ...where, says: `${here ?? 'nothing'} in the spec, ${there ?? 'nothing'} outside` });
}

/** Reports the members of a set that only one side has. */
export function compareSets(
  { report }: Comparison,
  where: { readonly at: string; readonly position: Position },
  { ours = [], theirs = [] }: Pair<readonly string[]>,
): void {
  const [here, there] = [new Set(ours), new Set(theirs)];
  for (const one of here) {
    if (!there.has(one)) report({ at: `${where.at}.${one}`, says: 'only in the spec', position: where.position });
  }
  for (const one of there) {
    if (!here.has(one)) report({ at: `${where.at}.${one}`, says: 'not in the spec', position: where.position });
  }
}
