import type { Keywords } from './keyword.js';
import { compareLimit } from './numbers.js';

/** Keywords of arrays; `S` is the type of their schemas. */
export interface ArrayKeywords<S> {
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly prefixItems?: readonly S[];
  readonly items?: S;
  readonly contains?: S;
  readonly minContains?: number;
  readonly maxContains?: number;
  readonly uniqueItems?: boolean;
  readonly unevaluatedItems?: S;
}

/** The keywords of arrays, in the order in which they are asserted: sizes before items. */
export const arrays: Keywords<ArrayKeywords<unknown>> = {
  minItems: {
    takes: 'count',
    default: 0,
    limit: { isLower: true, of: 'item', upper: 'maxItems' },
    is: compareLimit('>=', '.length'),
  },
  maxItems: {
    takes: 'count',
    limit: { isLower: false, of: 'item' },
    is: compareLimit('<=', '.length'),
  },
  prefixItems: { takes: 'schemas', vocabulary: 'applicator', since: 2020, mostEntries: 5_000 },
  items: { takes: 'schema', vocabulary: 'applicator' },
  contains: {
    takes: 'schema',
    vocabulary: 'applicator',
    since: 6,
    isReported: true,
    comparison: { kind: 'condition', beside: ['minContains', 'maxContains'] },
  },
  minContains: { takes: 'count', since: 2019, default: 1 },
  maxContains: { takes: 'count', since: 2019 },
  uniqueItems: {
    takes: 'flag',
    default: false,
    isLoop: true,
    comparison: {
      kind: 'flag',
      stated: 'items must differ from each other',
      dropped: 'items need not differ from each other any more',
    },
    note: (isUnique) => (isUnique ? 'No item appears twice.' : undefined),
    is: (value, _isUnique, { use }) => `${use('unique', 'isUnique')}(${value})`,
    says: (_isUnique, { use }) => [use('unique', 'isUnique')],
  },
  unevaluatedItems: { takes: 'schema', vocabulary: 'unevaluated', since: 2019, comparison: { kind: 'condition' } },
};
