import { SortedMap } from './sorted-map.js';
import type { Owner, Tree } from './tree.js';

/** An item of a list by its key. */
export interface Keyed {
  readonly key: string;
}

/** A list as it was when its first page was sent. */
export interface Cursor {
  /** The query. */
  readonly query: string;
  readonly items: Tree<Keyed>;
  /** Number of items. */
  readonly weight: number;
}

/** The lists that page tokens refer to. The oldest are removed. */
export interface Cursors {
  readonly byNumber: SortedMap<Cursor>;
  /** Number of the newest list of each query. */
  readonly newest: SortedMap<number>;
  readonly oldest: number;
  /** Number of items of all lists. */
  readonly weight: number;
}

/** No lists. */
export const noCursors: Cursors = { byNumber: new SortedMap(), newest: new SortedMap(), oldest: 1, weight: 0 };

const mostCursors = 1000;
const mostItems = 1_000_000;

/** The list with a number. */
export function cursorOf({ byNumber }: Cursors, number: number): Cursor | undefined {
  return byNumber.get(nameOf(number));
}

/** Adds or replaces a list. */
export function withCursor(cursors: Cursors, number: number, cursor: Cursor, owner?: Owner): Cursors {
  const old = cursorOf(cursors, number);
  const kept: Cursors = {
    ...cursors,
    byNumber: cursors.byNumber.with(nameOf(number), cursor, owner),
    newest: cursors.newest.with(cursor.query, number, owner),
    weight: cursors.weight - (old?.weight ?? 0) + cursor.weight,
  };
  return withoutOldest(kept, number, owner);
}

function withoutOldest(cursors: Cursors, last: number, owner: Owner | undefined): Cursors {
  let { byNumber, newest, oldest, weight } = cursors;
  for (; oldest < last && (byNumber.size > mostCursors || weight > mostItems); oldest += 1) {
    const cursor = byNumber.get(nameOf(oldest));
    if (cursor === undefined) continue;
    byNumber = byNumber.without(nameOf(oldest), owner);
    weight -= cursor.weight;
    if (newest.get(cursor.query) === oldest) newest = newest.without(cursor.query, owner);
  }
  return { byNumber, newest, oldest, weight };
}

function nameOf(number: number): string {
  return String(number);
}
