import { compareValues, type Scalar } from './compare-values.js';
import { insertAt, itemAt, itemsOf, lowerBound, removeAt, replaceAt, treeOf } from './tree.js';
import type { Owner, Tree } from './tree.js';

/** A row in the order of its group. Labels define the order; the position is the rank. */
export interface Slot {
  readonly key: string;
  readonly group: Scalar;
  readonly label: number;
}

/**
 * The order of rows within groups, such as the items of playlists. Positions are computed on demand, so that adding, removing
 * or moving a row does not change others.
 */
export interface RowOrder {
  /** Path of the position. */
  readonly position: string;
  /** Path of the value that defines the group. */
  readonly within: string;
  readonly byRank: Tree<Slot>;
  readonly byKey: Tree<Slot>;
}

/** Distance of the first labels, so that most rows fit in between. */
const apart = 2 ** 20;

/** Orders slots by group, then by label. */
export function compareSlots(left: Slot, right: Slot): number {
  return compareValues(left.group, right.group) || left.label - right.label;
}

/** The slot of a row. */
export function slotOf({ byKey }: RowOrder, key: string): Slot | undefined {
  const slot = itemAt(
    byKey,
    lowerBound(byKey, (one) => one.key < key),
  );
  return slot?.key === key ? slot : undefined;
}

/** The ranks of the first row of a group and after the last. */
export function groupRange({ byRank }: RowOrder, group: Scalar): readonly [from: number, to: number] {
  return [
    lowerBound(byRank, (slot) => compareValues(slot.group, group) < 0),
    lowerBound(byRank, (slot) => compareValues(slot.group, group) <= 0),
  ];
}

/** The position of a row in its group; undefined if it has no slot. */
export function positionOf(order: RowOrder, key: string): number | undefined {
  const slot = slotOf(order, key);
  if (slot === undefined) return undefined;
  const { byRank } = order;
  return rankOf(order, slot) - lowerBound(byRank, (one) => compareValues(one.group, slot.group) < 0);
}

/** Inserts a row without a slot at a position of a group. */
export function insertSlot(order: RowOrder, slot: Omit<Slot, 'label'>, position: number, owner: Owner): RowOrder {
  const [from, to] = groupRange(order, slot.group);
  const rank = Math.min(from + position, to);
  const label = labelBetween(
    rank > from ? itemAt(order.byRank, rank - 1) : undefined,
    rank < to ? itemAt(order.byRank, rank) : undefined,
  );
  if (label === undefined) return insertSlot(spread(order, slot.group, rank, owner), slot, position, owner);
  const placed = { ...slot, label };
  const at = lowerBound(order.byKey, (one) => one.key < slot.key);
  return {
    ...order,
    byRank: insertAt(order.byRank, rank, placed, owner),
    byKey: insertAt(order.byKey, at, placed, owner),
  };
}

/** Removes the slot of a row. */
export function removeSlot(order: RowOrder, key: string, owner: Owner): RowOrder {
  const slot = slotOf(order, key);
  if (slot === undefined) return order;
  return {
    ...order,
    byRank: removeAt(order.byRank, rankOf(order, slot), owner),
    byKey: removeAt(
      order.byKey,
      lowerBound(order.byKey, (one) => one.key < key),
      owner,
    ),
  };
}

/** The order of rows that are sorted already. */
export function orderOfGroups(
  paths: Pick<RowOrder, 'position' | 'within'>,
  groups: Iterable<Omit<Slot, 'label'>>,
): RowOrder {
  const slots = Array.from(groups, (slot, index) => ({ ...slot, label: index * apart }));
  const byRank = [...slots];
  byRank.sort(compareSlots);
  slots.sort((left, right) => compareValues(left.key, right.key));
  return { ...paths, byRank: treeOf(byRank), byKey: treeOf(slots) };
}

function rankOf({ byRank }: RowOrder, slot: Slot): number {
  return lowerBound(byRank, (one) => compareSlots(one, slot) < 0);
}

function labelBetween(before: Slot | undefined, after: Slot | undefined): number | undefined {
  if (before === undefined) return after === undefined ? 0 : after.label - apart;
  if (after === undefined) return before.label + apart;
  const middle = (before.label + after.label) / 2;
  return before.label < middle && middle < after.label ? middle : undefined;
}

/** Spreads the labels around a rank, with as many neighbours as needed to make room. */
function spread(order: RowOrder, group: Scalar, rank: number, owner: Owner): RowOrder {
  const [from, to] = groupRange(order, group);
  for (let reach = 32; ; reach *= 4) {
    const [start, end] = [Math.max(from, rank - reach), Math.min(to, rank + reach)];
    const slots = [...itemsOf(order.byRank, start, end)];
    const left = start > from ? itemAt(order.byRank, start - 1)?.label : undefined;
    const right = end < to ? itemAt(order.byRank, end)?.label : undefined;
    const step = left === undefined || right === undefined ? apart : (right - left) / (slots.length + 1);
    if (step < 1) continue;
    const base = left ?? (right === undefined ? 0 : right - (slots.length + 1) * apart);
    let { byRank, byKey } = order;
    for (const [index, slot] of slots.entries()) {
      const moved = { ...slot, label: base + (index + 1) * step };
      byRank = replaceAt(byRank, start + index, moved, owner);
      const at = lowerBound(byKey, (one) => one.key < slot.key);
      byKey = replaceAt(byKey, at, moved, owner);
    }
    return { ...order, byRank, byKey };
  }
}
