import type { RecursiveSchema } from './schema.js';
import type { Found } from './validator.js';

/** Says whether a value matches a schema that may lead back to itself. */
export type Judge = (value: unknown, depth: number, memo: Memo) => boolean;

/**
 * What is known about the objects and arrays of one value. Only schemas that can come to the same part of a value in
 * more than one way remember anything: without that, judging would take time exponential in the depth of the value.
 */
export interface Memo {
  /**
   * JSON pointer of the schema for which the levels of recursion ran out. From then on no verdict can be relied on:
   * the value is refused as a whole, so that no such verdict is remembered either.
   */
  tooDeep?: string;
  /** Whether that schema comes back to itself on the same value. */
  isCircular?: boolean;
  verdicts?: Map<Judge, Map<object, boolean>>;
  /** What was found in an object, wherever it is met: as much as there is `room` for. */
  issues?: Map<RecursiveSchema, Map<object, readonly Found[]>>;
  /** Most issues that are collected from one object. */
  room?: number;
}

/** A memo that knows nothing yet. */
export function createMemo(): Memo {
  return {};
}

/** Judges an object or array once, and remembers the verdict. */
export function recall(value: unknown, depth: number, memo: Memo, judge: Judge): boolean {
  if (memo.tooDeep !== undefined) return false;
  if (typeof value !== 'object' || value === null) return judge(value, depth, memo);
  const verdicts = mapFor((memo.verdicts ??= new Map<Judge, Map<object, boolean>>()), judge);
  const known = verdicts.get(value);
  if (known !== undefined) return known;
  const verdict = judge(value, depth, memo);
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
