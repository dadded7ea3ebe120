import { collectMember } from '../check/collect.js';
import { reject } from '../check/issues.js';
import type { Schema, Verdict } from '../check/schema.js';
import { isArray } from '../values/types.js';
import type { IssueContext, Location } from '../check/context.js';
import { say } from './say-count.js';

/** Checks `items`, from index `from` on (after `prefixItems`); returns true if collecting is over. */
export function checkItems(at: Location, items: Schema, from = 0): boolean {
  const { value } = at;
  if (!isArray(value)) return false;
  for (let key = from; key < value.length; key += 1)
    if (collectMember(at, items, '/items', { key, value: value[key] })) return true;
  return false;
}

/** Checks `prefixItems`; returns true if collecting is over. */
export function checkPrefixItems(at: Location, prefix: readonly Schema[]): boolean {
  const { value } = at;
  if (!isArray(value)) return false;
  for (let key = 0; key < prefix.length && key < value.length; key += 1)
    if (collectMember(at, prefix[key] ?? '', `/prefixItems/${key}`, { key, value: value[key] })) return true;
  return false;
}

/** Checks `minItems`; returns true if collecting is over. */
export function checkMinItems(at: Location, limit: number): boolean {
  const isWrong = isArray(at.value) && at.value.length < limit;
  return isWrong && reject(at, 'minItems', `must have at least ${say(limit, 'item')}`);
}

/** Checks `maxItems`; returns true if collecting is over. */
export function checkMaxItems(at: Location, limit: number): boolean {
  const isWrong = isArray(at.value) && at.value.length > limit;
  return isWrong && reject(at, 'maxItems', `must have at most ${say(limit, 'item')}`);
}

/** Checks `uniqueItems` with the function `isUnique`; returns true if collecting is over. */
export function checkUniqueItems(at: Location, isUnique: (items: readonly unknown[]) => boolean): boolean {
  return isArray(at.value) && !isUnique(at.value) && reject(at, 'uniqueItems', 'must not have the same item twice');
}

/** Checks `contains`, `minContains` and `maxContains`; returns true if collecting is over. */
export function checkContains(at: Location, isContained: Verdict, least = 1, most: number = Infinity): boolean {
  if (!isArray(at.value)) return false;
  let count = 0;
  for (const item of at.value) if (isContained(item, at.context)) count += 1;
  if (count >= least && count <= most) return false;
  const atLeast = `at least ${say(least, 'item')}`;
  const atMost = `${least === 0 ? '' : `${atLeast} and `}at most ${say(most, 'item')}`;
  return reject(at, 'contains', `must contain ${most === Infinity ? atLeast : atMost} that match \`contains\``);
}

/** Returns a function that returns whether other keywords evaluate the item at an index. */
type CoverItems = (value: readonly unknown[], context: IssueContext) => (index: number) => boolean;

/** Checks `unevaluatedItems`; returns true if collecting is over. */
export function checkUnevaluatedItems(at: Location, items: Schema, coverItems: CoverItems): boolean {
  const { context, value } = at;
  if (!isArray(value)) return false;
  const isCovered = coverItems(value, context);
  for (let key = 0; key < value.length; key += 1)
    if (!isCovered(key) && collectMember(at, items, '/unevaluatedItems', { key, value: value[key] })) return true;
  return false;
}
