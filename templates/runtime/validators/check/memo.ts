import type { RecursivePredicate, Memo } from './context.js';
import { maxDepth } from './issues.js';

/** Checks an object or array once, and remembers the result. */
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

/** Returns false where the levels of recursion ran out, and remembers `schema`, the JSON pointer of the schema that asks for more. */
export function tooDeep(memo: Memo | undefined, schema: string): false {
  if (memo) memo.tooDeep ??= schema;
  return false;
}

/** Does the same for a schema that comes back to itself on the same value. */
export function circular(memo: Memo | undefined, schema: string): false {
  if (memo && memo.tooDeep === undefined) memo.isCircular = true;
  return tooDeep(memo, schema);
}

/** Returns the map of a key, and makes it when first asked for. */
export function mapFor<K, V>(maps: Map<K, Map<object, V>>, key: K): Map<object, V> {
  let known = maps.get(key);
  if (!known) maps.set(key, (known = new Map<object, V>()));
  return known;
}

/** Checks a value from its root by a schema that remembers verdicts. */
export function matchesFromRoot(value: unknown, matches: RecursivePredicate): boolean {
  const memo: Memo = {};
  return matches(value, maxDepth, memo) && memo.tooDeep === undefined;
}
