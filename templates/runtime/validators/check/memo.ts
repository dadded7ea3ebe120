import type { RecursivePredicate, Memo } from './context.js';
import { maxDepth } from './issues.js';

/** A memo that knows nothing yet. */
export function createMemo(): Memo {
  return {};
}

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

/** The answer where the levels of recursion ran out; `schema` is the JSON pointer of the schema that asks for more. */
export function tooDeep(memo: Memo | undefined, schema: string): false {
  if (memo !== undefined) memo.tooDeep ??= schema;
  return false;
}

/** The same for a schema that comes back to itself on the same value. */
export function circular(memo: Memo | undefined, schema: string): false {
  if (memo !== undefined && memo.tooDeep === undefined) memo.isCircular = true;
  return tooDeep(memo, schema);
}

/** What a map holds for a function, made when first asked for. */
export function mapFor<K, V>(maps: Map<K, Map<object, V>>, key: K): Map<object, V> {
  const known = maps.get(key);
  if (known !== undefined) return known;
  const made = new Map<object, V>();
  maps.set(key, made);
  return made;
}

/** Checks a value from its root, by a schema that remembers verdicts. */
export function matchesFromRoot(value: unknown, matches: RecursivePredicate): boolean {
  const memo = createMemo();
  return matches(value, maxDepth, memo) && memo.tooDeep === undefined;
}
