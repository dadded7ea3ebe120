import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { base64, fromBase64 } from '@speccast/runtime/requests';
import { applyDifference, compareKeys, type Cursors, type KeysDifference, withCursor } from './cursors.js';
import { type Row, Table } from './table.js';
import type { ReceivedMedia } from './tables.js';
import type { World } from './world.js';
import { readIntegers, spellIntegers } from '../values/spelled-integers.js';

/** A world as JSON. Maps are lists of pairs, since any string can be a key. */
export interface SavedWorld {
  readonly tables: readonly SavedTable[];
  readonly blobs: readonly SavedBlob[];
  readonly sequences: readonly (readonly [name: string, last: number])[];
  readonly cursors: readonly SavedCursor[];
}

/** The rows of a table with their keys, in the order of insertion. */
interface SavedTable {
  readonly name: string;
  readonly rows: readonly (readonly [key: string, row: Row])[];
}

/** A file of a row, in base64. */
interface SavedBlob {
  readonly key: string;
  readonly mediaType: string;
  readonly fileName?: string;
  readonly base64: string;
}

/** A list that page tokens refer to, as a difference to the previous list. */
interface SavedCursor extends KeysDifference {
  readonly number: number;
  readonly query: string;
}

/** Converts a world to JSON. */
export function saveWorld({ tables, blobs, sequences, cursors }: World): SavedWorld {
  return {
    tables: Array.from(tables, ([name, rows]) => ({
      name,
      rows: Array.from(rows, ([key, row]) => [key, spellIntegers(row)] as const),
    })),
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
  const sequences = listIn(world, 'sequences', '').map((pair, index) => {
    const at = `sequences[${index}]`;
    const [key, value] = pairIn(pair, at);
    return [textIn(key, `${at}[0]`), countIn(value, `${at}[1]`)] as const;
  });
  return {
    tables: toMap(tables, 'tables'),
    blobs: toMap(blobs, 'blobs'),
    sequences: toMap(sequences, 'sequences'),
    cursors: loadCursors(listIn(world, 'cursors', '')),
    pending: new Map(),
  };
}

function saveCursors(cursors: Cursors): readonly SavedCursor[] {
  let before: readonly string[] = [];
  return [...cursors]
    .sort(([left], [right]) => left - right)
    .map(([number, { query, keys }]) => {
      const difference = compareKeys(before, keys);
      before = keys;
      return { number, query, ...difference };
    });
}

function loadTable(saved: unknown, at: string): readonly [string, Table] {
  const table = objectIn(saved, at);
  const rows = listIn(table, 'rows', at).map((pair, index) => {
    const path = `${at}.rows[${index}]`;
    const [key, row] = pairIn(pair, path);
    return [textIn(key, `${path}[0]`), readIntegers(objectIn(row, `${path}[1]`))] as const;
  });
  return [textIn(table['name'], `${at}.name`), new Table(toMap(rows, `${at}.rows`))];
}

function loadBlob(saved: unknown, at: string): readonly [string, ReceivedMedia] {
  const blob = objectIn(saved, at);
  const text = textIn(blob['base64'], `${at}.base64`);
  let bytes: Uint8Array;
  try {
    bytes = fromBase64(text);
  } catch {
    throw wrong(`${at}.base64`, 'has to be base64');
  }
  const fileName = blob['fileName'] === undefined ? undefined : textIn(blob['fileName'], `${at}.fileName`);
  const value: ReceivedMedia = {
    bytes,
    mediaType: textIn(blob['mediaType'], `${at}.mediaType`),
    ...(fileName !== undefined && { fileName }),
  };
  return [textIn(blob['key'], `${at}.key`), value];
}

function loadCursors(saved: readonly Json[]): Cursors {
  let cursors: Cursors = new Map();
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
    const keys = applyDifference(before, { head, tail, keys: own });
    cursors = withCursor(cursors, number, { query: textIn(cursor['query'], `${at}.query`), keys });
    [before, last] = [keys, number];
  }
  return cursors;
}

function toMap<Value>(pairs: readonly (readonly [string, Value])[], at: string): ReadonlyMap<string, Value> {
  const map = new Map<string, Value>();
  for (const [index, [name, value]] of pairs.entries()) {
    if (map.has(name)) throw wrong(`${at}[${index}]`, 'has the name of one before');
    map.set(name, value);
  }
  return map;
}

function objectIn(value: unknown, at: string): JsonObject {
  // `JSON.parse` makes JSON.
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
