import { compareValues, type Scalar } from './compare-values.js';
import { insertAt, itemAt, itemsOf, lowerBound, removeAt, replaceAt, treeOf } from './tree.js';
import type { Owner, Tree } from './tree.js';

/** One row in the order of its group. Labels only say what comes before what: the position is the rank. */
export interface Slot {
  readonly key: string;
  readonly group: Scalar;
  readonly label: number;
}

/**
 * The order of rows within groups, such as the items of playlists. A position is counted when it is asked for, so that a
 * row that comes, goes or moves touches no other.
 */
export interface Places {
  /** Path of the position. */
  readonly position: string;
  /** Path of the value that rows of one group have in common. */
  readonly within: string;
  readonly byPlace: Tree<Slot>;
  readonly byKey: Tree<Slot>;
}

/** Labels are whole numbers at first, so far apart that most rows find room in between. */
const apart = 2 ** 20;

/** Orders slots by group, then by label. */
export function compareSlots(left: Slot, right: Slot): number {
  return compareValues(left.group, right.group) || left.label - right.label;
}

/** The slot of a row. */
export function slotOf({ byKey }: Places, key: string): Slot | undefined {
  const slot = itemAt(
    byKey,
    lowerBound(byKey, (one) => one.key < key),
  );
  return slot?.key === key ? slot : undefined;
}

/** The ranks at which a group begins and ends. */
export function groupRange({ byPlace }: Places, group: Scalar): readonly [from: number, to: number] {
  return [
    lowerBound(byPlace, (slot) => compareValues(slot.group, group) < 0),
    lowerBound(byPlace, (slot) => compareValues(slot.group, group) <= 0),
  ];
}

/** The position of a row in its group; undefined where it has no slot. */
export function positionOf(places: Places, key: string): number | undefined {
  const slot = slotOf(places, key);
  if (slot === undefined) return undefined;
  const { byPlace } = places;
  return rankOf(places, slot) - lowerBound(byPlace, (one) => compareValues(one.group, slot.group) < 0);
}

/** Gives a row a place in a group; it must have none yet. */
export function takePlace(places: Places, slot: Omit<Slot, 'label'>, position: number, owner: Owner): Places {
  const [from, to] = groupRange(places, slot.group);
  const rank = Math.min(from + position, to);
  const label = labelBetween(
    rank > from ? itemAt(places.byPlace, rank - 1) : undefined,
    rank < to ? itemAt(places.byPlace, rank) : undefined,
  );
  if (label === undefined) return takePlace(spread(places, slot.group, rank, owner), slot, position, owner);
  const placed = { ...slot, label };
  const at = lowerBound(places.byKey, (one) => one.key < slot.key);
  return {
    ...places,
    byPlace: insertAt(places.byPlace, rank, placed, owner),
    byKey: insertAt(places.byKey, at, placed, owner),
  };
}

/** Takes the place of a row away; those after it move up. */
export function leavePlace(places: Places, key: string, owner: Owner): Places {
  const slot = slotOf(places, key);
  if (slot === undefined) return places;
  return {
    ...places,
    byPlace: removeAt(places.byPlace, rankOf(places, slot), owner),
    byKey: removeAt(
      places.byKey,
      lowerBound(places.byKey, (one) => one.key < key),
      owner,
    ),
  };
}

/** Places for rows whose order is known. */
export function placesOf(paths: Pick<Places, 'position' | 'within'>, groups: Iterable<Omit<Slot, 'label'>>): Places {
  const slots = Array.from(groups, (slot, index) => ({ ...slot, label: index * apart }));
  const byPlace = [...slots];
  byPlace.sort(compareSlots);
  slots.sort((left, right) => compareValues(left.key, right.key));
  return { ...paths, byPlace: treeOf(byPlace), byKey: treeOf(slots) };
}

function rankOf({ byPlace }: Places, slot: Slot): number {
  return lowerBound(byPlace, (one) => compareSlots(one, slot) < 0);
}

function labelBetween(before: Slot | undefined, after: Slot | undefined): number | undefined {
  if (before === undefined) return after === undefined ? 0 : after.label - apart;
  if (after === undefined) return before.label + apart;
  const middle = (before.label + after.label) / 2;
  return before.label < middle && middle < after.label ? middle : undefined;
}

/** Moves labels apart around a rank: so many neighbours on either side that they have room again. */
function spread(places: Places, group: Scalar, rank: number, owner: Owner): Places {
  const [from, to] = groupRange(places, group);
  for (let reach = 32; ; reach *= 4) {
    const [start, end] = [Math.max(from, rank - reach), Math.min(to, rank + reach)];
    const slots = [...itemsOf(places.byPlace, start, end)];
    const left = start > from ? itemAt(places.byPlace, start - 1)?.label : undefined;
    const right = end < to ? itemAt(places.byPlace, end)?.label : undefined;
    const step = left === undefined || right === undefined ? apart : (right - left) / (slots.length + 1);
    if (step < 1) continue;
    const base = left ?? (right === undefined ? 0 : right - (slots.length + 1) * apart);
    let { byPlace, byKey } = places;
    for (const [index, slot] of slots.entries()) {
      const moved = { ...slot, label: base + (index + 1) * step };
      byPlace = replaceAt(byPlace, start + index, moved, owner);
      const at = lowerBound(byKey, (one) => one.key < slot.key);
      byKey = replaceAt(byKey, at, moved, owner);
    }
    return { ...places, byPlace, byKey };
  }
}
