import {
  emptyTree,
  insertAt,
  itemAt,
  itemsOf,
  lowerBound,
  removeAt,
  replaceAt,
  type Owner,
  type Tree,
} from './tree.js';

/** One entry of a map. */
export interface Pair<Value> {
  readonly key: string;
  readonly value: Value;
}

/** What a map gives by `keys`, `values` or `entries`. The name of such a type is newer than TypeScript 5.4. */
export type Iterated<Value, What extends 'keys' | 'values' | 'entries'> = ReturnType<ReadonlyMap<string, Value>[What]>;

/** An immutable map by string. Changes return a new map that shares most of its data. */
export class SortedMap<Value> implements ReadonlyMap<string, Value> {
  readonly pairs: Tree<Pair<Value>>;

  constructor(pairs: Tree<Pair<Value>> = emptyTree()) {
    this.pairs = pairs;
  }

  get size(): number {
    return this.pairs.size;
  }

  get(key: string): Value | undefined {
    const pair = itemAt(this.pairs, this.#rank(key));
    return pair?.key === key ? pair.value : undefined;
  }

  with(key: string, value: Value, owner?: Owner): SortedMap<Value> {
    const rank = this.#rank(key);
    const isKnown = itemAt(this.pairs, rank)?.key === key;
    return new SortedMap((isKnown ? replaceAt : insertAt)(this.pairs, rank, { key, value }, owner));
  }

  without(key: string, owner?: Owner): SortedMap<Value> {
    const rank = this.#rank(key);
    return itemAt(this.pairs, rank)?.key === key ? new SortedMap(removeAt(this.pairs, rank, owner)) : this;
  }

  has(key: string): boolean {
    return itemAt(this.pairs, this.#rank(key))?.key === key;
  }

  *keys(): Iterated<Value, 'keys'> {
    for (const { key } of itemsOf(this.pairs)) yield key;
  }

  *values(): Iterated<Value, 'values'> {
    for (const { value } of itemsOf(this.pairs)) yield value;
  }

  /** Keys with their values, by key, ascending. */
  *entries(): Iterated<Value, 'entries'> {
    for (const { key, value } of itemsOf(this.pairs)) yield [key, value];
  }

  [Symbol.iterator](): Iterated<Value, 'entries'> {
    return this.entries();
  }

  forEach(visit: (value: Value, key: string, map: SortedMap<Value>) => void): void {
    for (const [key, value] of this) visit(value, key, this);
  }

  #rank(key: string): number {
    return lowerBound(this.pairs, (pair) => pair.key < key);
  }
}
