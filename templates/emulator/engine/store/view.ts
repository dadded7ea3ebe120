import type { Json } from '@speccast/runtime';
import { valueAt } from '../values/json-path.js';
import { diffTrees } from './diff-trees.js';
import { compareSlots } from './row-order.js';
import type { Entry, Row } from './row-index.js';
import type { Table } from './table.js';
import { insertAt, itemAt, itemsOf, lowerBound, type Owner, removeAt, type Tree, treeOf } from './tree.js';

/** One row of a list. */
interface ViewItem {
  /** Its key in the list. */
  readonly key: string;
  /** Values to sort by, in order. */
  readonly by: readonly SortValue[];
  /** Index of its table. */
  readonly source: number;
  /** Its sequence number in the order of insertion. */
  readonly sequence: number;
}

/** What items are sorted by. */
export type SortValue = string | number;

/** Rows of `from` depend on the row of `to` that the id at a path refers to. */
export interface Edge {
  readonly from: string;
  readonly path: string;
  readonly to: string;
}

/** The definition of a list. It must depend on the given tables only. */
export interface ViewRule {
  readonly sources: readonly ViewSource[];
  /** Dependencies on rows of other tables. */
  readonly edges: readonly Edge[];
  readonly sortValues: (entry: Entry, table: Table) => readonly SortValue[];
  readonly compare: (left: ViewItem, right: ViewItem) => number;
}

/** A table that a list takes rows from. */
export interface ViewSource {
  readonly table: string;
  /** Prefix of the keys, so that they differ between tables. */
  readonly prefix: string;
  /** Whether a row belongs to the list. */
  readonly holds: (row: Row) => boolean;
  /** The candidates. Default: all rows. */
  readonly candidates?: () => Iterable<Entry>;
}

/** A list for certain versions of the tables. */
export interface View {
  readonly items: Tree<ViewItem>;
  readonly tables: ReadonlyMap<string, Table>;
  /** Number of items that earlier versions of the view do not hold in memory. */
  readonly fresh: number;
  readonly size: number;
}

type TableOf = (name: string) => Table;

/** The list for the current tables, updated from an earlier version if that is faster. */
export function viewOf(known: View | undefined, rule: ViewRule, tableOf: TableOf): View {
  const names = new Set([...rule.sources, ...rule.edges.map(({ to }) => ({ table: to }))].map(({ table }) => table));
  const tables = new Map([...names].map((name) => [name, tableOf(name)]));
  if (known === undefined) return buildView(rule, tables);
  if ([...tables].every(([name, table]) => known.tables.get(name) === table)) return known;
  const changed = changedKeys(known, tables, rule.edges);
  return changed === undefined ? buildView(rule, tables) : updateView(known, rule, { tables, changed });
}

/** The rank of the first item that does not come before another. */
function rankOfItem(items: Tree<ViewItem>, item: ViewItem, compare: ViewRule['compare']): number {
  return lowerBound(items, (one) => compare(one, item) < 0);
}

function buildView(rule: ViewRule, tables: ReadonlyMap<string, Table>): View {
  const items: ViewItem[] = [];
  for (const [index, source] of rule.sources.entries()) {
    const table = tables.get(source.table);
    if (table === undefined) continue;
    for (const entry of source.candidates?.() ?? itemsOf(table.inOrder))
      if (source.holds(entry.row)) items.push(itemOf(rule, index, entry, table));
  }
  items.sort(rule.compare);
  return { items: treeOf(items), tables, fresh: items.length, size: items.length };
}

function itemOf({ sources, sortValues }: ViewRule, source: number, entry: Entry, table: Table): ViewItem {
  const prefix = sources[source]?.prefix ?? '';
  return { key: prefix + entry.key, by: sortValues(entry, table), source, sequence: entry.sequence };
}

function updateView(
  known: View,
  rule: ViewRule,
  { tables, changed }: { readonly tables: ReadonlyMap<string, Table>; readonly changed: ChangedKeys },
): View {
  const owner: Owner = {};
  let { items } = known;
  let fresh = 0;
  for (const [index, source] of rule.sources.entries()) {
    const [old, now] = [known.tables.get(source.table), tables.get(source.table)];
    if (old === undefined || now === undefined) continue;
    for (const key of changed.get(source.table) ?? []) {
      fresh += 1;
      const [before, after] = [old.entry(key), now.entry(key)];
      if (before !== undefined) items = without(items, itemOf(rule, index, before, old), rule, owner);
      if (after === undefined || !source.holds(after.row)) continue;
      const item = itemOf(rule, index, after, now);
      items = insertAt(items, rankOfItem(items, item, rule.compare), item, owner);
    }
  }
  return { items, tables, fresh: Math.min(items.size, fresh * widthOfChange), size: items.size };
}

/** Items copied for one change: the size of a leaf. */
const widthOfChange = 32;

function without(items: Tree<ViewItem>, item: ViewItem, { compare }: ViewRule, owner: Owner): Tree<ViewItem> {
  const rank = rankOfItem(items, item, compare);
  return itemAt(items, rank)?.key === item.key ? removeAt(items, rank, owner) : items;
}

type ChangedKeys = ReadonlyMap<string, ReadonlySet<string>>;

/** Keys of the rows that may have been added or removed; undefined if there are too many. */
function changedKeys(
  { tables: old, items }: View,
  tables: ReadonlyMap<string, Table>,
  edges: readonly Edge[],
): ChangedKeys | undefined {
  const changed = new Map<string, Set<string>>();
  let most = Math.max(1000, items.size >> 2);
  for (const [name, table] of tables) {
    const before = old.get(name);
    if (before === undefined) return undefined;
    const keys = new Set<string>();
    changed.set(name, keys);
    for (const key of keysOfChanges(before, table)) {
      keys.add(key);
      if ((most -= 1) < 0) return undefined;
    }
  }
  return spread(changed, tables, { edges, most }) ? changed : undefined;
}

function* keysOfChanges(old: Table, now: Table): Iterable<string> {
  if (old === now) return;
  const bySequence = (left: Entry, right: Entry): number => left.sequence - right.sequence;
  for (const { before, after } of diffTrees(old.inOrder, now.inOrder, bySequence)) {
    if (before !== undefined) yield before.key;
    if (after !== undefined) yield after.key;
  }
  if (old.order === undefined || now.order === undefined || old.order === now.order) return;
  for (const { before, after } of diffTrees(old.order.byRank, now.order.byRank, compareSlots)) {
    if (before !== undefined) yield before.key;
    if (after !== undefined) yield after.key;
  }
}

/** Adds the rows that depend on changed ones, and those that depend on these. */
function spread(
  changed: ReadonlyMap<string, Set<string>>,
  tables: ReadonlyMap<string, Table>,
  { edges, most }: { readonly edges: readonly Edge[]; readonly most: number },
): boolean {
  let left = most;
  const pending = [...changed].flatMap(([table, keys]) => [...keys].map((key) => ({ table, key })));
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const { from, path, to } of edges) {
      const known = changed.get(from);
      if (to !== next.table || known === undefined) continue;
      for (const { key, row } of tables.get(from)?.found({ path }, next.key) ?? []) {
        if (known.has(key) || valueAt(row, path) !== next.key) continue;
        known.add(key);
        pending.push({ table: from, key });
        if ((left -= 1) < 0) return false;
      }
    }
  }
  return true;
}

/** A JSON value as a sort value: numbers by size, anything else as a string. */
export function sortValueOf(value: Json | undefined): SortValue {
  return typeof value === 'number' ? value : String(value ?? '');
}

/**
 * Compares items by their values, each ascending (1) or descending (-1). Equal items are compared by table and order of
 * insertion, or (`ties` -1) the reverse.
 */
export function compareBy(
  directions: readonly number[],
  ties: 1 | -1 = 1,
): (left: ViewItem, right: ViewItem) => number {
  return (left, right) => {
    for (const [index, direction] of directions.entries()) {
      const order = compareSortValues(left.by[index] ?? '', right.by[index] ?? '');
      if (order !== 0) return order * direction;
    }
    return (left.source - right.source || left.sequence - right.sequence) * ties;
  };
}

/** Empty values come first, then numbers, then strings by code units. */
function compareSortValues(left: SortValue, right: SortValue): number {
  if (left === right) return 0;
  if (left === '' || right === '') return left === '' ? -1 : 1;
  if (typeof left !== typeof right) return typeof left === 'number' ? -1 : 1;
  return left < right ? -1 : 1;
}
