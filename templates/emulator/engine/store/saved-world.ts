import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { base64, fromBase64 } from '@speccast/runtime/requests';
import { compareValues, isScalar } from './compare-values.js';
import { cursorOf, type Cursors, noCursors, withCursor } from './cursors.js';
import { type RowOrder, orderOfGroups, type Slot } from './row-order.js';
import type { Entry, Row } from './row-index.js';
import { type Pair, SortedMap } from './sorted-map.js';
import { Table } from './table.js';
import type { ReceivedMedia } from './tables.js';
import { itemsOf, treeOf } from './tree.js';
import type { World } from './world.js';
import { readIntegers, spellIntegers } from '../values/exact-integers.js';

/** A world as JSON. Maps are lists of pairs, so that any string can be a key. */
export interface SavedWorld {
  readonly tables: readonly SavedTable[];
  readonly blobs: readonly SavedBlob[];
  readonly sequences: readonly (readonly [name: string, last: number])[];
  readonly cursors: readonly SavedCursor[];
}

/** The rows of a table with their keys, in order of insertion. */
interface SavedTable {
  readonly name: string;
  readonly rows: readonly (readonly [key: string, row: Row])[];
  /** Keys of the rows of each group in the order of their positions. */
  readonly order?: {
    readonly position: string;
    readonly within: string;
    readonly places: readonly (readonly [group: Json, key: string])[];
  };
}

/** Files of rows, in base64. */
interface SavedBlob {
  readonly key: string;
  readonly mediaType: string;
  readonly fileName?: string;
  readonly base64: string;
}

/** A list that page tokens refer to, as a difference to the previous list. */
interface SavedCursor {
  readonly number: number;
  readonly query: string;
  /** Number of keys at the start and at the end that the previous list has as well. */
  readonly head: number;
  readonly tail: number;
  readonly keys: readonly string[];
}

/** Converts a world to JSON. */
export function saveWorld({ tables, blobs, sequences, cursors }: World): SavedWorld {
  return {
    tables: Array.from(tables, ([name, table]) => saveTable(name, table)),
    blobs: Array.from(blobs, ([key, { bytes, stored: _stored, ...media }]) => ({
      key,
      ...media,
      base64: base64(bytes),
    })),
    sequences: [...sequences],
    cursors: saveCursors(cursors),
  };
}

/** Restores a saved world. Throws a `TypeError` that names the invalid member. */
export function loadWorld(saved: unknown): World {
  const world = objectIn(saved, 'the world');
  const tables = listIn(world, 'tables', '').map((table, index) => loadTable(table, `tables[${index}]`));
  const blobs = listIn(world, 'blobs', '').map((blob, index) => loadBlob(blob, `blobs[${index}]`));
  const sequences = listIn(world, 'sequences', '').map((pair, index): Pair<number> => {
    const at = `sequences[${index}]`;
    const [key, value] = pairIn(pair, at);
    return { key: textIn(key, `${at}[0]`), value: countIn(value, `${at}[1]`) };
  });
  return {
    tables: new Map(unique(tables, ([name]) => name, 'tables')),
    blobs: mapOf(blobs, 'blobs'),
    sequences: mapOf(sequences, 'sequences'),
    cursors: loadCursors(listIn(world, 'cursors', '')),
    pending: new Map(),
  };
}

function saveTable(name: string, table: Table): SavedTable {
  const rows = Array.from(itemsOf(table.inOrder), (entry) => [entry.key, spellIntegers(table.rowOf(entry))] as const);
  if (table.order === undefined) return { name, rows };
  const { position, within, byRank } = table.order;
  const places = Array.from(itemsOf(byRank), ({ group, key }) => [group, key] as const);
  return { name, rows, order: { position, within, places } };
}

function saveCursors(cursors: Cursors): readonly SavedCursor[] {
  const numbers = Array.from(cursors.byNumber.keys(), Number);
  numbers.sort((left, right) => left - right);
  let before: readonly string[] = [];
  return numbers.flatMap((number): readonly SavedCursor[] => {
    const cursor = cursorOf(cursors, number);
    if (cursor === undefined) return [];
    const keys = Array.from(itemsOf(cursor.items), ({ key }) => key);
    const { head, tail } = commonEnds(before, keys);
    before = keys;
    return [{ number, query: cursor.query, head, tail, keys: keys.slice(head, keys.length - tail) }];
  });
}

function commonEnds(left: readonly string[], right: readonly string[]): { head: number; tail: number } {
  const most = Math.min(left.length, right.length);
  let [head, tail] = [0, 0];
  while (head < most && left[head] === right[head]) head += 1;
  while (tail < most - head && left[left.length - 1 - tail] === right[right.length - 1 - tail]) tail += 1;
  return { head, tail };
}

function loadTable(saved: unknown, at: string): readonly [string, Table] {
  const table = objectIn(saved, at);
  const entries = listIn(table, 'rows', at).map((pair, index): Entry => {
    const [key, row] = pairIn(pair, `${at}.rows[${index}]`);
    const path = `${at}.rows[${index}]`;
    return { key: textIn(key, `${path}[0]`), sequence: index + 1, row: readIntegers(objectIn(row, `${path}[1]`)) };
  });
  const byKey = [...unique(entries, ({ key }) => key, `${at}.rows`)];
  byKey.sort((left, right) => compareValues(left.key, right.key));
  const rowOrder = table['order'] === undefined ? undefined : loadOrder(table['order'], `${at}.order`, entries);
  const contents = { byKey: treeOf(byKey), inOrder: treeOf(entries), next: entries.length + 1, order: rowOrder };
  return [textIn(table['name'], `${at}.name`), new Table(contents)];
}

function loadOrder(saved: unknown, at: string, entries: readonly Entry[]): RowOrder {
  const order = objectIn(saved, at);
  const known = new Set(entries.map(({ key }) => key));
  const slots = listIn(order, 'places', at).map((pair, index): Omit<Slot, 'label'> => {
    const path = `${at}.places[${index}]`;
    const [group, key] = pairIn(pair, path);
    if (!isScalar(group)) throw wrong(`${path}[0]`, 'has to be a string, a number, a boolean or null');
    if (typeof key !== 'string' || !known.delete(key)) throw wrong(`${path}[1]`, 'has to be the key of a row, once');
    return { group, key };
  });
  const paths = {
    position: textIn(order['position'], `${at}.position`),
    within: textIn(order['within'], `${at}.within`),
  };
  return orderOfGroups(paths, slots);
}

function loadBlob(saved: unknown, at: string): Pair<ReceivedMedia> {
  const blob = objectIn(saved, at);
  const fileName = blob['fileName'] === undefined ? undefined : textIn(blob['fileName'], `${at}.fileName`);
  const value: ReceivedMedia = {
    bytes: bytesOf(textIn(blob['base64'], `${at}.base64`), `${at}.base64`),
    mediaType: textIn(blob['mediaType'], `${at}.mediaType`),
    ...(fileName === undefined ? {} : { fileName }),
  };
  return { key: textIn(blob['key'], `${at}.key`), value };
}

function loadCursors(saved: readonly Json[]): Cursors {
  let cursors: Cursors = noCursors;
  let before: readonly string[] = [];
  let last = 0;
  for (const [index, one] of saved.entries()) {
    const at = `cursors[${index}]`;
    const cursor = objectIn(one, at);
    const number = countIn(cursor['number'], `${at}.number`);
    const [head, tail] = [countIn(cursor['head'], `${at}.head`), countIn(cursor['tail'], `${at}.tail`)];
    if (number <= last) throw wrong(`${at}.number`, 'has to be greater than the one before');
    if (head + tail > before.length) throw wrong(at, 'has to take what it repeats from the list before');
    const own = listIn(cursor, 'keys', at).map((key, index) => textIn(key, `${at}.keys[${index}]`));
    const keys: readonly string[] = [...before.slice(0, head), ...own, ...before.slice(before.length - tail)];
    const items = treeOf(keys.map((key) => ({ key })));
    const query = textIn(cursor['query'], `${at}.query`);
    cursors = withCursor(cursors, number, { query, items, weight: items.size });
    [before, last] = [keys, number];
  }
  return cursors;
}

function mapOf<Value>(pairs: readonly Pair<Value>[], at: string): SortedMap<Value> {
  const sorted = [...unique(pairs, ({ key }) => key, at)];
  sorted.sort((left, right) => compareValues(left.key, right.key));
  return new SortedMap(treeOf(sorted));
}

function unique<Item>(items: readonly Item[], nameOf: (item: Item) => string, at: string): readonly Item[] {
  const names = new Set<string>();
  for (const [index, item] of items.entries()) {
    if (names.has(nameOf(item))) throw wrong(`${at}[${index}]`, 'has the name of one before');
    names.add(nameOf(item));
  }
  return items;
}

function objectIn(value: unknown, at: string): JsonObject {
  // What JSON.parse made is JSON; anything else is no plain object of it and rejected.
  if (isJsonObject(value as Json | undefined)) return value as JsonObject;
  throw wrong(at, 'has to be an object');
}

function listIn(object: JsonObject, name: string, at: string): readonly Json[] {
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  // Array.isArray does not narrow readonly arrays.
  if (Array.isArray(value)) return value as readonly Json[];
  throw wrong(at === '' ? name : `${at}.${name}`, 'has to be a list');
}

function pairIn(value: Json, at: string): readonly [Json, Json] {
  const [first, second, third] = Array.isArray(value) ? value : [];
  if (first !== undefined && second !== undefined && third === undefined) return [first, second];
  throw wrong(at, 'has to be a list of two');
}

function textIn(value: unknown, at: string): string {
  if (typeof value === 'string') return value;
  throw wrong(at, 'has to be a string');
}

function countIn(value: unknown, at: string): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw wrong(at, 'has to be a whole number from 0');
}

function wrong(at: string, rule: string): TypeError {
  return new TypeError(`The saved world cannot be read: ${at} ${rule}.`);
}

function bytesOf(text: string, at: string): Uint8Array {
  try {
    return fromBase64(text);
  } catch {
    throw wrong(at, 'has to be base64');
  }
}
