import type { RecursivePredicate, Memo } from './context.js';
import { maxDepth } from './issues.js';

/** Checks an object or array once, and caches the result. */
export function recall(value: unknown, depth: number, memo: Memo, matches: RecursivePredicate): boolean {
  if (memo.tooDeep !== undefined) return false;
  if (typeof value !== 'object' || value === null) return matches(value, depth, memo);
  const verdicts = mapFor((memo.verdicts ??= new Map<RecursivePredicate, Map<object, boolean>>()), matches);
  const known = verdicts.get(value);
  if (known !== undefined) return known;
  const verdict = matches(value, depth, memo);
  verdicts.set(value, verdict);
  return verdict;
}

/** Returns false because the levels of recursion ran out, and stores `schema`, the pointer of the schema at which they did. */
export function tooDeep(memo: Memo | undefined, schema: string): false {
  if (memo) memo.tooDeep ??= schema;
  return false;
}

/** Returns false because a schema refers to itself for the same value, and stores its pointer. */
export function circular(memo: Memo | undefined, schema: string): false {
  if (memo && memo.tooDeep === undefined) memo.isCircular = true;
  return tooDeep(memo, schema);
}

/** Returns the map of a key; creates it if there is none. */
export function mapFor<K, V>(maps: Map<K, Map<object, V>>, key: K): Map<object, V> {
  let known = maps.get(key);
  if (!known) maps.set(key, (known = new Map<object, V>()));
  return known;
}

/** Returns whether a whole value matches a recursive schema. */
export function matchesFromRoot(value: unknown, matches: RecursivePredicate): boolean {
  const memo: Memo = {};
  return matches(value, maxDepth, memo) && memo.tooDeep === undefined;
}
