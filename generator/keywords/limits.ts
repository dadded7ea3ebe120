import type { KeywordGroup } from './keyword.js';
import { listKeywords } from './keywords.js';

/** The limits of one type that a schema states. */
export interface StatedLimits {
  readonly least?: number;
  readonly most?: number;
  /** Values must be above this. */
  readonly above?: number;
  /** Values must be below this. */
  readonly below?: number;
}

/** The limits among the rules for values of a type. */
export function readLimits(group: KeywordGroup, rules: object = {}): StatedLimits {
  const limits = listKeywords(group).flatMap(({ name, limit }) => {
    const value: unknown = Reflect.get(rules, name);
    if (limit === undefined || typeof value !== 'number') return [];
    const [inclusive, exclusive] = limit.isLower ? ['least', 'above'] : ['most', 'below'];
    return [[limit.isExclusive === true ? exclusive : inclusive, value] as const];
  });
  return Object.fromEntries(limits);
}
