import { compareValues, type Scalar } from './compare-values.js';
import type { Cursor, Cursors } from './cursors.js';
import { type Change, diffTrees } from './diff-trees.js';
import type { Entry, Row } from './row-index.js';
import type { Slot } from './row-order.js';
import type { Pair, SortedMap } from './sorted-map.js';
import { Table } from './table.js';
import type { ReceivedMedia } from './tables.js';
import { emptyTree, isBranch } from './tree.js';
import type { World } from './world.js';

/** Bytes of a stored file: its hash, its size, and the bytes from one position to another, which is exclusive. */
export type SavedStretch = readonly [hash: string, size: number, from: number, to: number];

/** A change of one item of a world, as JSON. */
export type WorldChange =
  | TableChange
  | CursorChange
  | readonly ['no table', table: string]
  | readonly ['media', key: string, mediaType: string, fileName: string | null, stretches: readonly SavedStretch[]]
  | readonly ['no media', key: string]
  | readonly ['number', sequence: string, last: number | null];

/** A change of a table. */
export type TableChange =
  | readonly ['row', table: string, key: string, sequence: number, row: Row]
  | readonly ['no row', table: string, key: string]
  | readonly ['next', table: string, sequence: number]
  | readonly ['order', table: string, position: string, within: string]
  | readonly ['slot', table: string, key: string, group: Scalar, label: number]
  | readonly ['no slot', table: string, key: string]
  | readonly ['no order', table: string];

/**
 * A change of the lists that page tokens refer to. The base of a list is the number of one before the changes, the negative
 * number of one that an earlier change added, or 0.
 */
export type CursorChange =
  | readonly ['list', number: number, query: string, weight: number, base: number, keys: SavedKeys]
  | readonly ['no list', number: number]
  | readonly ['newest', query: string, number: number | null]
  | readonly ['lists', oldest: number, weight: number];

/** Keys of a list: own ones, and ranges of those of an earlier list; the end of a range is exclusive. */
export type SavedKeys = readonly (string | readonly [from: number, to: number])[];

/** Gives the stored bytes of media. */
export type StretchesOf = (media: ReceivedMedia) => readonly SavedStretch[];

const noTable = new Table();

/** The changes that make one world another. Their number depends on what differs, and they are made one by one. */
export function* changesBetween(before: World, after: World, stretchesOf: StretchesOf): Iterable<WorldChange> {
  if (before === after) return;
  for (const name of before.tables.keys()) if (!after.tables.has(name)) yield ['no table', name];
  for (const [name, table] of after.tables) {
    const old = before.tables.get(name) ?? noTable;
    if (old === table) continue;
    yield* changesOfRows(name, old, table);
    yield* changesOfOrder(name, old, table);
  }
  for (const { before: old, after: pair } of changesOfMap(before.blobs, after.blobs)) {
    if (pair === undefined) yield ['no media', old?.key ?? ''];
    else yield ['media', pair.key, pair.value.mediaType, pair.value.fileName ?? null, stretchesOf(pair.value)];
  }
  for (const { before: old, after: pair } of changesOfMap(before.sequences, after.sequences))
    yield ['number', pair?.key ?? old?.key ?? '', pair?.value ?? null];
  yield* changesOfCursors(before.cursors, after.cursors);
}

/** The media of one world that the other does not have. */
export function* newMedia(before: World, after: World): Iterable<ReceivedMedia> {
  for (const { after: pair } of changesOfMap(before.blobs, after.blobs)) if (pair !== undefined) yield pair.value;
}

/** Whether two worlds differ in nothing but the order of the rows of a table. */
export function isReordered(before: World, after: World, table: string): boolean {
  const { blobs, sequences, cursors, tables } = before;
  if (after.blobs !== blobs || after.sequences !== sequences || after.cursors !== cursors) return false;
  if (after.tables.size !== tables.size) return false;
  for (const [name, now] of after.tables) {
    const old = tables.get(name);
    if (old !== now && (name !== table || old?.size !== now.size)) return false;
  }
  return true;
}

function changesOfMap<Value>(before: SortedMap<Value>, after: SortedMap<Value>): Iterable<Change<Pair<Value>>> {
  if (before === after) return [];
  return diffTrees(before.pairs, after.pairs, (left, right) => compareValues(left.key, right.key));
}

function* changesOfRows(name: string, before: Table, after: Table): Iterable<WorldChange> {
  const bySequence = (left: Entry, right: Entry): number => left.sequence - right.sequence;
  // A key may have moved to another position in the order of insertion, so rows are removed first.
  if (before.size > 0)
    for (const { before: old, after: entry } of diffTrees(before.inOrder, after.inOrder, bySequence))
      if (old !== undefined && old.key !== entry?.key) yield ['no row', name, old.key];
  let next = before.next;
  for (const { after: entry } of diffTrees(before.inOrder, after.inOrder, bySequence)) {
    if (entry === undefined) continue;
    next = Math.max(next, entry.sequence + 1);
    yield ['row', name, entry.key, entry.sequence, entry.row];
  }
  if (next !== after.next || (before === noTable && after.size === 0)) yield ['next', name, after.next];
}

function* changesOfOrder(name: string, before: Table, after: Table): Iterable<WorldChange> {
  const [old, order] = [before.order, after.order];
  if (old === order) return;
  if (order === undefined) {
    yield ['no order', name];
    return;
  }
  const isKept = old?.position === order.position && old.within === order.within;
  if (!isKept) yield ['order', name, order.position, order.within];
  const byKey = (left: Slot, right: Slot): number => compareValues(left.key, right.key);
  const slots = isKept ? old.byKey : emptyTree<Slot>();
  // Labels may have been exchanged, so slots are removed first.
  if (isKept)
    for (const { before: slot } of diffTrees(old.byKey, order.byKey, byKey))
      if (slot !== undefined) yield ['no slot', name, slot.key];
  for (const { after: slot } of diffTrees(slots, order.byKey, byKey))
    if (slot !== undefined) yield ['slot', name, slot.key, slot.group, slot.label];
}

function* changesOfCursors(before: Cursors, after: Cursors): Iterable<WorldChange> {
  if (before === after) return;
  const known = new Map<string, readonly [number: number, cursor: Cursor]>();
  const removed: number[] = [];
  for (const { before: old, after: pair } of changesOfMap(before.byNumber, after.byNumber)) {
    if (pair === undefined) {
      removed.push(Number(old?.key));
      continue;
    }
    const { query, items, weight } = pair.value;
    const [base, cursor] = known.get(query) ?? newestOf(before, query);
    yield ['list', Number(pair.key), query, weight, base, [...keysOf(items, cursor?.items)]];
    known.set(query, [-Number(pair.key), pair.value]);
  }
  // Lists may be described by those that are removed.
  for (const number of removed) yield ['no list', number];
  for (const { before: old, after: pair } of changesOfMap(before.newest, after.newest))
    yield ['newest', pair?.key ?? old?.key ?? '', pair?.value ?? null];
  yield ['lists', after.oldest, after.weight];
}

function newestOf(cursors: Cursors, query: string): readonly [number: number, cursor: Cursor | undefined] {
  const number = cursors.newest.get(query) ?? 0;
  const cursor = cursors.byNumber.get(String(number));
  return cursor === undefined ? [0, undefined] : [number, cursor];
}

type Items = Cursor['items'];

/** The keys of a list. Those in subtrees that another list has as well are ranges of it. */
function* keysOf(items: Items, base: Items | undefined): Iterable<SavedKeys[number]> {
  const known = new Map<Items, number>();
  if (base !== undefined) note(base, 0, known);
  yield* keysIn(items, known);
}

function note(items: Items, rank: number, known: Map<Items, number>): void {
  known.set(items, rank);
  let at = rank;
  for (const child of isBranch(items) ? items.children : []) {
    note(child, at, known);
    at += child.size;
  }
}

function* keysIn(items: Items, known: ReadonlyMap<Items, number>): Iterable<SavedKeys[number]> {
  const rank = items.size === 0 ? undefined : known.get(items);
  if (rank !== undefined) yield [rank, rank + items.size];
  else if (isBranch(items)) for (const child of items.children) yield* keysIn(child, known);
  else for (const { key } of items.items) yield key;
}
