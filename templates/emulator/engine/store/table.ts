import type { JsonObject } from '@speccast/runtime';
import { valueAt, withValue } from '../values/json-path.js';
import { isScalar, type Scalar } from './compare-values.js';
import { groupRange, removeSlot, type RowOrder, orderOfGroups, positionOf, slotOf, insertSlot } from './row-order.js';
import {
  buildIndex,
  type Entry,
  type Index,
  type IndexRule,
  nameOfIndex,
  rangeOf,
  type Row,
  updateIndex,
} from './row-index.js';
import type { Iterated } from './sorted-map.js';
import {
  emptyTree,
  insertAt,
  itemAt,
  itemsOf,
  lastItem,
  lowerBound,
  type Owner,
  removeAt,
  replaceAt,
  type Tree,
} from './tree.js';

/** Paths of the position and of the group. */
export type OrderPaths = Pick<RowOrder, 'position' | 'within'>;

interface Contents {
  readonly byKey: Tree<Entry>;
  readonly inOrder: Tree<Entry>;
  /** Sequence number of the next row. */
  readonly next: number;
  readonly order: RowOrder | undefined;
}

const mostRecent = 2000;

const nothing: Contents = { byKey: emptyTree(), inOrder: emptyTree(), next: 1, order: undefined };

/** One immutable version of a table. Changes return a new version, in logarithmic time. */
export class Table implements ReadonlyMap<string, Row> {
  /** Sorted by key. */
  readonly byKey: Tree<Entry>;
  /** In order of insertion. */
  readonly inOrder: Tree<Entry>;
  readonly next: number;
  readonly order: RowOrder | undefined;
  /** Identifies the content without holding rows in memory. */
  readonly version: object = {};
  /** Created on first use. */
  readonly #indexes: Map<string, Index>;
  /** Cached rows: lists read the same few repeatedly. */
  readonly #recent = new Map<string, Entry>();

  constructor({ byKey, inOrder, next, order }: Contents = nothing, indexes: Map<string, Index> = new Map()) {
    this.byKey = byKey;
    this.inOrder = inOrder;
    this.next = next;
    this.order = order;
    this.#indexes = indexes;
  }

  get size(): number {
    return this.inOrder.size;
  }

  get(key: string): Row | undefined {
    const entry = this.entry(key);
    return entry === undefined ? undefined : this.rowOf(entry);
  }

  entry(key: string): Entry | undefined {
    const known = this.#recent.get(key);
    if (known !== undefined) return known;
    const entry = itemAt(this.byKey, rankOfKey(this.byKey, key));
    if (entry?.key !== key) return undefined;
    if (this.#recent.size >= mostRecent) this.#recent.clear();
    this.#recent.set(key, entry);
    return entry;
  }

  /** The row with its computed position. */
  rowOf({ key, row }: Entry): Row {
    const position = this.order === undefined ? undefined : positionOf(this.order, key);
    if (this.order === undefined || position === undefined) return row;
    const path = this.order.position;
    return valueAt(row, path) === position ? row : withValue(row, path, position);
  }

  /** Rows in order of insertion. */
  *rows(): Iterated<Row, 'values'> {
    for (const entry of itemsOf(this.inOrder)) yield this.rowOf(entry);
  }

  /** Keys in order of insertion. */
  *keys(): Iterated<Row, 'keys'> {
    for (const { key } of itemsOf(this.inOrder)) yield key;
  }

  /** The same as `rows`. */
  values(): Iterated<Row, 'values'> {
    return this.rows();
  }

  /** Keys and rows in order of insertion. */
  *entries(): Iterated<Row, 'entries'> {
    for (const entry of itemsOf(this.inOrder)) yield [entry.key, this.rowOf(entry)];
  }

  [Symbol.iterator](): Iterated<Row, 'entries'> {
    return this.entries();
  }

  forEach(visit: (row: Row, key: string, table: Table) => void): void {
    for (const [key, row] of this) visit(row, key, this);
  }

  has(key: string): boolean {
    return this.entry(key) !== undefined;
  }

  first(): Row | undefined {
    const entry = itemAt(this.inOrder, 0);
    return entry === undefined ? undefined : this.rowOf(entry);
  }

  last(): Row | undefined {
    const entry = lastItem(this.inOrder);
    return entry === undefined ? undefined : this.rowOf(entry);
  }

  /** How many rows have a value at a path, of those with the values given by path. */
  count(path: string, value: unknown, where?: JsonObject): number {
    if (!isScalarValue(value)) return 0;
    const [from, to] = rangeOf(this.index({ path, ...(where === undefined ? {} : { where }) }), value);
    return to - from;
  }

  /** Entries with a value, in the order of the index or (`backwards`) reversed. */
  *found(rule: IndexRule, value: unknown, backwards = false): Iterable<Entry> {
    if (!isScalarValue(value)) return;
    const index = this.index(rule);
    const [from, to] = rangeOf(index, value);
    if (!backwards) for (const { entry } of itemsOf(index.items, from, to)) yield entry;
    else
      for (let rank = to - 1; rank >= from; rank -= 1) {
        const item = itemAt(index.items, rank);
        if (item !== undefined) yield item.entry;
      }
  }

  index(rule: IndexRule): Index {
    const name = nameOfIndex(rule);
    const known = this.#indexes.get(name);
    if (known !== undefined) return known;
    const index = buildIndex(rule, itemsOf(this.inOrder));
    this.#indexes.set(name, index);
    return index;
  }

  /** Stores a row. A row that replaces another takes its position in the order of insertion. */
  with(key: string, row: Row, owner: Owner): Table {
    const rank = rankOfKey(this.byKey, key);
    const found = itemAt(this.byKey, rank);
    const before = found?.key === key ? found : undefined;
    const entry: Entry = { key, sequence: before?.sequence ?? this.next, row };
    if (before === undefined) {
      const byKey = insertAt(this.byKey, rank, entry, owner);
      const inOrder = insertAt(this.inOrder, this.size, entry, owner);
      return this.#changed({ ...this.#contents(), byKey, inOrder, next: this.next + 1 }, [undefined, entry], owner);
    }
    const byKey = replaceAt(this.byKey, rank, entry, owner);
    const inOrder = replaceAt(this.inOrder, rankOfSequence(this.inOrder, entry.sequence), entry, owner);
    return this.#changed({ ...this.#contents(), byKey, inOrder }, [before, entry], owner);
  }

  /** Removes the row with a key. */
  without(key: string, owner: Owner): Table {
    const before = this.entry(key);
    if (before === undefined) return this;
    const byKey = removeAt(this.byKey, rankOfKey(this.byKey, key), owner);
    const inOrder = removeAt(this.inOrder, rankOfSequence(this.inOrder, before.sequence), owner);
    const order = this.order === undefined ? undefined : removeSlot(this.order, key, owner);
    return this.#changed({ ...this.#contents(), byKey, inOrder, order }, [before, undefined], owner);
  }

  /** Replaces the order of the rows. */
  placed(order: RowOrder | undefined): Table {
    return order === this.order ? this : new Table({ ...this.#contents(), order }, this.#indexes);
  }

  #contents(): Contents {
    return { byKey: this.byKey, inOrder: this.inOrder, next: this.next, order: this.order };
  }

  #changed(
    contents: Contents,
    [before, after]: readonly [before: Entry | undefined, after: Entry | undefined],
    owner: Owner,
  ): Table {
    const indexes = new Map<string, Index>();
    for (const [name, index] of this.#indexes) indexes.set(name, updateIndex(index, before, after, owner));
    return new Table(contents, indexes);
  }
}

/** The number of rows of a group, and whether all of them have a slot. */
export function groupOf(
  table: Table,
  paths: OrderPaths,
  group: Scalar,
): { readonly size: number; readonly isOrdered: boolean } {
  const size = table.count(paths.within, group);
  const [from, to] = table.order === undefined ? [0, 0] : groupRange(table.order, group);
  return { size, isOrdered: to - from === size };
}

/** Adds a slot for a row with a position, if the positions of its group are contiguous. */
export function adopted(table: Table, key: string, paths: OrderPaths, owner: Owner): Table {
  const row = table.entry(key)?.row;
  const [group, position] = [valueAt(row, paths.within), valueAt(row, paths.position)];
  const order = table.order ?? orderOfGroups(paths, []);
  const slot = slotOf(order, key);
  if (slot !== undefined && slot.group === group && positionOf(order, key) === position) return table;
  const left = removeSlot(order, key, owner);
  if (!isScalarValue(group)) return table.placed(left);
  const [from, to] = groupRange(left, group);
  const isNext = position === to - from && table.count(paths.within, group) === to - from + 1;
  return table.placed(isNext ? insertSlot(left, { key, group }, to - from, owner) : left);
}

function isScalarValue(value: unknown): value is Scalar {
  // Values that are not JSON are not found.
  return isScalar(value as Scalar | undefined);
}

function rankOfKey(byKey: Tree<Entry>, key: string): number {
  return lowerBound(byKey, (entry) => entry.key < key);
}

function rankOfSequence(inOrder: Tree<Entry>, sequence: number): number {
  return lowerBound(inOrder, (entry) => entry.sequence < sequence);
}
