import type { Cursors, Keyed } from './cursors.js';
import type { Entry } from './row-index.js';
import { compareSlots, removeSlot, type Slot } from './row-order.js';
import type { SortedMap } from './sorted-map.js';
import { Table } from './table.js';
import type { ReceivedMedia } from './tables.js';
import { emptyTree, insertAt, itemAt, itemsOf, lowerBound, type Owner, removeAt, type Tree, treeOf } from './tree.js';
import type { CursorChange, SavedKeys, SavedStretch, TableChange, WorldChange } from './world-changes.js';
import type { World } from './world.js';

/** Opens media by their stored bytes. */
export type OpenMedia = (
  stretches: readonly SavedStretch[],
  about: Pick<ReceivedMedia, 'mediaType' | 'fileName'>,
) => ReceivedMedia;

/** A world to which changes are applied. */
export class WorldDraft {
  readonly #owner: Owner = {};
  readonly #before: World;
  readonly #open: OpenMedia;
  readonly #tables: Map<string, Table>;
  #blobs: SortedMap<ReceivedMedia>;
  #sequences: SortedMap<number>;
  #cursors: Cursors;

  constructor(world: World, open: OpenMedia) {
    this.#before = world;
    this.#open = open;
    this.#tables = new Map(world.tables);
    this.#blobs = world.blobs;
    this.#sequences = world.sequences;
    this.#cursors = world.cursors;
  }

  /** The world with all changes. The draft must not be used afterwards. */
  world(): World {
    const { pending } = this.#before;
    return { tables: this.#tables, blobs: this.#blobs, sequences: this.#sequences, cursors: this.#cursors, pending };
  }

  /** Applies a change. Throws a `TypeError` for an unknown one. */
  apply(change: WorldChange): void {
    switch (change[0]) {
      case 'media': {
        const [, key, mediaType, fileName, stretches] = change;
        const media = this.#open(stretches, { mediaType, ...(fileName !== null && { fileName }) });
        this.#blobs = this.#blobs.with(key, media, this.#owner);
        return;
      }
      case 'no media':
        this.#blobs = this.#blobs.without(change[1], this.#owner);
        return;
      case 'number':
        this.#sequences = withNumber(this.#sequences, change[1], change[2], this.#owner);
        return;
      case 'no table':
        this.#tables.delete(change[1]);
        return;
      case 'list':
      case 'no list':
      case 'newest':
      case 'lists':
        this.#cursors = changedCursors(this.#cursors, change, { before: this.#before.cursors, owner: this.#owner });
        return;
      default:
        this.#tables.set(change[1], changedTable(this.#tables.get(change[1]) ?? new Table(), change, this.#owner));
    }
  }
}

function withNumber(map: SortedMap<number>, key: string, value: number | null, owner: Owner): SortedMap<number> {
  return value === null ? map.without(key, owner) : map.with(key, value, owner);
}

function changedTable(table: Table, change: TableChange, owner: Owner): Table {
  switch (change[0]) {
    case 'row':
      return withEntry(table, { key: change[2], sequence: change[3], row: change[4] }, owner);
    case 'no row':
      return withoutEntry(table, change[2], owner);
    case 'next':
      return new Table({ byKey: table.byKey, inOrder: table.inOrder, next: change[2], order: table.order });
    case 'order':
      return table.placed({ position: change[2], within: change[3], byRank: emptyTree(), byKey: emptyTree() });
    case 'slot':
      return withSlot(table, { key: change[2], group: change[3], label: change[4] }, owner);
    case 'no slot':
      return table.placed(table.order && removeSlot(table.order, change[2], owner));
    case 'no order':
      return table.placed(undefined);
    default:
      throw new TypeError(`There is no change ${JSON.stringify(change)}.`);
  }
}

function withEntry(table: Table, entry: Entry, owner: Owner): Table {
  const bySequence = rankOf(table.inOrder, (one) => one.sequence < entry.sequence);
  const isKnown = bySequence.item?.sequence === entry.sequence;
  const inOrder = isKnown ? removeAt(table.inOrder, bySequence.rank, owner) : table.inOrder;
  const byKey = rankOf(table.byKey, (one) => one.key < entry.key);
  const others = byKey.item?.key === entry.key ? removeAt(table.byKey, byKey.rank, owner) : table.byKey;
  return new Table({
    byKey: insertAt(others, byKey.rank, entry, owner),
    inOrder: insertAt(inOrder, bySequence.rank, entry, owner),
    next: Math.max(table.next, entry.sequence + 1),
    order: table.order,
  });
}

function withoutEntry(table: Table, key: string, owner: Owner): Table {
  const found = rankOf(table.byKey, (one) => one.key < key);
  if (found.item?.key !== key) throw new TypeError(`There is no row ${JSON.stringify(key)} to remove.`);
  const { sequence } = found.item;
  return new Table({
    byKey: removeAt(table.byKey, found.rank, owner),
    inOrder: removeAt(table.inOrder, rankOf(table.inOrder, (one) => one.sequence < sequence).rank, owner),
    next: table.next,
    order: table.order,
  });
}

function withSlot(table: Table, slot: Slot, owner: Owner): Table {
  const { order } = table;
  if (order === undefined) throw new TypeError('A slot needs an order.');
  const byRank = rankOf(order.byRank, (one) => compareSlots(one, slot) < 0);
  const byKey = rankOf(order.byKey, (one) => one.key < slot.key);
  return table.placed({
    ...order,
    byRank: insertAt(order.byRank, byRank.rank, slot, owner),
    byKey: insertAt(order.byKey, byKey.rank, slot, owner),
  });
}

function rankOf<Item>(tree: Tree<Item>, isBefore: (item: Item) => boolean): { rank: number; item: Item | undefined } {
  const rank = lowerBound(tree, isBefore);
  return { rank, item: itemAt(tree, rank) };
}

interface CursorContext {
  /** The lists before all changes. */
  readonly before: Cursors;
  readonly owner: Owner;
}

function changedCursors(cursors: Cursors, change: CursorChange, { before, owner }: CursorContext): Cursors {
  switch (change[0]) {
    case 'list': {
      const [, number, query, weight, base, keys] = change;
      const known = base < 0 ? cursors.byNumber.get(String(-base)) : before.byNumber.get(String(base));
      const items = treeOf([...itemsFrom(keys, known?.items ?? emptyTree())]);
      return { ...cursors, byNumber: cursors.byNumber.with(String(number), { query, items, weight }, owner) };
    }
    case 'no list':
      return { ...cursors, byNumber: cursors.byNumber.without(String(change[1]), owner) };
    case 'newest':
      return { ...cursors, newest: withNumber(cursors.newest, change[1], change[2], owner) };
    case 'lists':
      return { ...cursors, oldest: change[1], weight: change[2] };
  }
}

function* itemsFrom(keys: SavedKeys, base: Tree<Keyed>): Iterable<Keyed> {
  for (const one of keys) {
    if (typeof one === 'string') yield { key: one };
    else yield* itemsOf(base, one[0], one[1]);
  }
}
