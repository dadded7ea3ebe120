import type { JsonObject } from '@speccast/runtime';
import { stringAt, valueAt, valuesAt } from '../values/json-path.js';
import { compareValues, isScalar, type Scalar } from './compare-values.js';
import { insertAt, itemAt, lowerBound, type Owner, removeAt, replaceAt, type Tree, treeOf } from './tree.js';

/** A stored row, its key, and its position in the order of insertion. */
export interface Entry {
  readonly key: string;
  readonly sequence: number;
  readonly row: Row;
}

/** Which rows an index holds, and by which value. */
export interface IndexRule {
  /** Path of the value; lists on the way and at its end are taken apart. */
  readonly path: string;
  /** Values by path that a row must have to be in it. */
  readonly where?: JsonObject;
  /** Path of a string that rows with the same value are sorted by, before the order of insertion. */
  readonly by?: string;
}

/** One value of one row. */
interface IndexItem {
  readonly value: Scalar;
  readonly entry: Entry;
}

/** Rows by a value. */
export interface Index {
  readonly rule: IndexRule;
  readonly items: Tree<IndexItem>;
}

/** Names an index among those of its table. */
export function nameOfIndex({ path, where, by }: IndexRule): string {
  return where === undefined && by === undefined ? path : JSON.stringify([path, where ?? null, by ?? null]);
}

/** Makes an index of all rows. */
export function buildIndex(rule: IndexRule, entries: Iterable<Entry>): Index {
  const items: IndexItem[] = [];
  for (const entry of entries) for (const value of valuesOf(rule, entry.row)) items.push({ value, entry });
  items.sort((left, right) => compareItems(rule, left, right));
  return { rule, items: treeOf(items) };
}

/** Updates the index for a row that was added, removed or changed. */
export function updateIndex(
  { rule, items }: Index,
  before: Entry | undefined,
  after: Entry | undefined,
  owner: Owner,
): Index {
  const now = after === undefined ? [] : valuesOf(rule, after.row);
  let tree = items;
  const old = before === undefined ? [] : valuesOf(rule, before.row).map((value) => ({ value, entry: before }));
  for (const item of old) {
    const { value, entry } = item;
    const rank = rankOf(rule, tree, item);
    if (itemAt(tree, rank)?.entry !== entry) continue;
    const stays = after !== undefined && now.includes(value) && textOf(rule, after) === textOf(rule, entry);
    tree = stays ? replaceAt(tree, rank, { value, entry: after }, owner) : removeAt(tree, rank, owner);
  }
  for (const value of now) {
    if (after === undefined) break;
    const rank = rankOf(rule, tree, { value, entry: after });
    if (itemAt(tree, rank)?.entry !== after) tree = insertAt(tree, rank, { value, entry: after }, owner);
  }
  return { rule, items: tree };
}

/** The ranks of the first row of a value and after the last. */
export function rangeOf({ items }: Index, value: Scalar): readonly [from: number, to: number] {
  return [
    lowerBound(items, (item) => compareValues(item.value, value) < 0),
    lowerBound(items, (item) => compareValues(item.value, value) <= 0),
  ];
}

function valuesOf({ path, where = {} }: IndexRule, row: Row): readonly Scalar[] {
  for (const [at, wanted] of Object.entries(where)) if (valueAt(row, at) !== wanted) return [];
  const values = valuesAt(row, path).filter(isScalar);
  return values.length > 1 ? [...new Set(values)] : values;
}

function rankOf(rule: IndexRule, items: Tree<IndexItem>, wanted: IndexItem): number {
  return lowerBound(items, (item) => compareItems(rule, item, wanted) < 0);
}

function compareItems(rule: IndexRule, left: IndexItem, right: IndexItem): number {
  const order = compareValues(left.value, right.value);
  if (order !== 0) return order;
  const byText = rule.by === undefined ? 0 : compareValues(textOf(rule, left.entry), textOf(rule, right.entry));
  return byText === 0 ? left.entry.sequence - right.entry.sequence : byText;
}

function textOf({ by }: IndexRule, { row }: Entry): string {
  return by === undefined ? '' : (stringAt(row, by) ?? '');
}

/** A stored resource: immutable JSON with its key at the key path of the table (`id`). */
export type Row = JsonObject;
