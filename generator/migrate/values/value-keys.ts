import type { EnumStyle } from '../../api/enums/enum-type.js';
import type { Json } from '../../spec/read/json.js';
import type { SpecFacts } from '../spec-facts.js';
import { selectedBy } from '../subset.js';
import { findValues, type FoundValues } from './find-values.js';

/** Says what has no counterpart of an option, in words. */
export type Leave = (message: string) => void;

/** What an old configuration says about the types of values; without `leave`, by its defaults. */
export interface ValueWishes {
  /** Dates are objects. */
  readonly dates?: Leave | undefined;
  /** Integers of these formats are of type `bigint`. */
  readonly bigints?: { readonly formats: readonly string[]; readonly leave?: Leave } | undefined;
  /** Enums are written so. */
  readonly enums?: { readonly style: EnumStyle; readonly leave?: Leave | undefined } | undefined;
}

/** A service's keys with `types` and `enums`, which say of its document what the old configuration said. */
export function withValueKeys(
  keys: readonly (readonly [string, Json])[],
  wishes: ValueWishes,
  facts: SpecFacts,
): ReadonlyMap<string, Json> {
  const all = new Map(keys);
  const found = findValues(facts, selectedBy(all.get('operations'), facts));
  const types = typesOf(wishes, found);
  if (Object.keys(types).length > 0) all.set('types', types);
  const { enums } = wishes;
  if (enums === undefined || enums.style === 'union') return all;
  if (found.hasEnums) all.set('enums', enums.style);
  else enums.leave?.('no enum of the document has several strings or numbers');
  return all;
}

function typesOf({ dates, bigints }: ValueWishes, { formats }: FoundValues): { readonly [format: string]: string } {
  const types: Record<string, string> = {};
  if (dates !== undefined) {
    if (formats.has('date-time')) types['date-time'] = 'Date';
    if (formats.has('date'))
      dates('days stay text, since a Date is a moment; `types: { date: Temporal.PlainDate }` makes them dates');
    else if (!formats.has('date-time')) dates('no schema of the document has the format `date-time`');
  }
  const large = bigints?.formats.filter((format) => formats.has(format)) ?? [];
  for (const format of large) types[format] = 'bigint';
  if (large.length === 0) bigints?.leave?.('no schema of the document has the format `int64`');
  return types;
}
