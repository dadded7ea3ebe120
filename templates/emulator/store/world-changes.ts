import { applyDifference, compareKeys } from './cursors.js';
import type { Row } from './table.js';
import type { MediaDescription, ReceivedMedia } from './media.js';
import { rowsIn, type Transaction, type World } from './world.js';

/** Bytes of a stored file: its hash, its size, and the bytes from one position to another, which is exclusive. */
export type SavedStretch = readonly [hash: string, size: number, from: number, to: number];

/** A change of one item of a world, as JSON. The keys of a list are stored as the difference to the list with the number `base`. */
export type WorldChange =
  | readonly ['row', table: string, key: string, row: Row]
  | readonly ['no row', table: string, key: string]
  | readonly ['media', key: string, mediaType: string, fileName: string | null, stretches: readonly SavedStretch[]]
  | readonly ['no media', key: string]
  | readonly ['number', sequence: string, last: number | null]
  | readonly ['list', number: number, query: string, base: number, head: number, tail: number, keys: readonly string[]]
  | readonly ['no list', number: number];

/** Finds the stored bytes of media. */
export type FindStretches = (media: ReceivedMedia) => readonly SavedStretch[];

/** Opens media by their stored bytes. */
export type OpenMedia = (stretches: readonly SavedStretch[], about: MediaDescription) => ReceivedMedia;

/** Lists the changes from one world to another. */
export function* changesBetween(before: World, after: World, findStretches: FindStretches): Iterable<WorldChange> {
  for (const table of new Set([...before.tables.keys(), ...after.tables.keys()])) {
    const [old, now] = [rowsIn(before, table), rowsIn(after, table)];
    for (const key of removedKeys(old, now)) yield ['no row', table, key];
    if (old === now) continue;
    const kept = [...old.keys()].filter((key) => now.has(key));
    let at = 0;
    for (const [key, row] of now) {
      // A row that came before this one and now comes after it is stored again.
      for (; at < kept.length && kept[at] !== key; at += 1) yield ['no row', table, kept[at] ?? ''];
      if (at >= kept.length || old.get(key) !== row) yield ['row', table, key, row];
      at += 1;
    }
  }
  for (const key of removedKeys(before.blobs, after.blobs)) yield ['no media', key];
  for (const [key, media] of newEntries(before.blobs, after.blobs))
    yield ['media', key, media.mediaType, media.fileName ?? null, findStretches(media)];
  for (const sequence of removedKeys(before.sequences, after.sequences)) yield ['number', sequence, null];
  for (const [sequence, last] of newEntries(before.sequences, after.sequences)) yield ['number', sequence, last];
  let [base, known] = [...before.cursors].at(-1) ?? [0, { keys: [] }];
  for (const [number, cursor] of newEntries(before.cursors, after.cursors)) {
    const { head, tail, keys } = compareKeys(known.keys, cursor.keys);
    yield ['list', number, cursor.query, base, head, tail, keys];
    [base, known] = [number, cursor];
  }
  // Removed last: new lists may be stored as differences to them.
  for (const number of removedKeys(before.cursors, after.cursors)) yield ['no list', number];
}

/** Applies a change. Throws a `TypeError` for an unknown change. */
export function applyChange(world: Transaction, change: WorldChange, open: OpenMedia): void {
  switch (change[0]) {
    case 'row':
      return world.putAt(change[1], change[2], change[3]);
    case 'no row':
      if (world.remove(change[1], change[2])) return;
      throw new TypeError(`There is no row ${JSON.stringify(change[2])} to remove.`);
    case 'media': {
      const [, key, mediaType, fileName, stretches] = change;
      return world.putBlob(key, open(stretches, { mediaType, fileName: fileName ?? undefined }));
    }
    case 'no media':
      return world.removeBlob(change[1]);
    case 'number': {
      const [, sequence, last] = change;
      if (last === null) world.draft('sequences').delete(sequence);
      else world.draft('sequences').set(sequence, last);
      return;
    }
    case 'list': {
      const [, number, query, base, head, tail, keys] = change;
      const known = world.cursor(base)?.keys ?? [];
      return world.putCursor(number, { query, keys: applyDifference(known, { head, tail, keys }) });
    }
    case 'no list':
      world.draft('cursors').delete(change[1]);
      return;
    default:
      throw new TypeError(`There is no change ${JSON.stringify(change)}.`);
  }
}

/** Lists the media of one world that the other does not have. */
export function newMedia(before: World, after: World): readonly ReceivedMedia[] {
  return newEntries(before.blobs, after.blobs).map(([, media]) => media);
}

/** Returns whether two worlds differ only in the order of the rows of a table. */
export function isReordered(before: World, after: World, table: string): boolean {
  const { blobs, sequences, cursors, tables } = before;
  if (after.blobs !== blobs || after.sequences !== sequences || after.cursors !== cursors) return false;
  if (after.tables.size !== tables.size || rowsIn(before, table).size !== rowsIn(after, table).size) return false;
  return [...after.tables].every(([name, now]) => name === table || tables.get(name) === now);
}

function removedKeys<Key>(before: ReadonlyMap<Key, unknown>, after: ReadonlyMap<Key, unknown>) {
  return before === after ? [] : [...before.keys()].filter((key) => !after.has(key));
}

/** Lists the entries of `after` that `before` does not have, or has with another value. */
function newEntries<Key, Value>(
  before: ReadonlyMap<Key, Value>,
  after: ReadonlyMap<Key, Value>,
): readonly (readonly [Key, Value])[] {
  return before === after ? [] : [...after].filter(([key, value]) => before.get(key) !== value);
}
