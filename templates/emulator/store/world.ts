import type { Json } from '@speccast/runtime';
import { addCursor, type Cursor } from './cursors.js';
import { valuesAt } from '../values/json-path.js';
import { type Index, isScalar, type Row, Table } from './table.js';
import type { ReceivedMedia } from './media.js';

/** The state of an emulator. Immutable: a snapshot or fork is the value itself. */
export interface World {
  readonly tables: ReadonlyMap<string, Table>;
  readonly blobs: ReadonlyMap<string, ReceivedMedia>;
  /** Last number by sequence. */
  readonly sequences: ReadonlyMap<string, number>;
  /** The lists that page tokens refer to, by number, ascending. */
  readonly cursors: ReadonlyMap<number, Cursor>;
  /** Functions that add the first rows of tables, called when a table is first used: making rows takes time. */
  readonly pending: ReadonlyMap<string, Fill>;
}

/** Adds the first rows of a table, the same in every world. */
export type Fill = (tables: Transaction) => void;

/** An empty world. */
export const emptyWorld: World = {
  tables: new Map(),
  blobs: new Map(),
  sequences: new Map(),
  cursors: new Map(),
  pending: new Map(),
};

const noTable = new Table();

/** Returns the rows of a table by key, in the order of insertion. */
export function rowsIn({ tables }: World, table: string): Table {
  return tables.get(table) ?? noTable;
}

/** The maps of a world as a transaction changes them. */
type Drafts = {
  [Name in keyof World]: World[Name] extends ReadonlyMap<infer Key, infer Value> ? Map<Key, Value> : never;
};

/** Changes of a world that take effect together, on `commit`. A map is copied once, when it is first changed. */
export class Transaction {
  readonly #before: World;
  readonly #readKey: (table: string, row: Row) => string;
  /** Indexes of the tables that changed, by path. */
  readonly #indexes = new Map<string, Map<string, Index>>();
  /** The world with the changes so far. */
  #world: World;

  /** `readKey` returns the key of a row. */
  constructor(world: World, readKey: (table: string, row: Row) => string) {
    this.#before = world;
    this.#world = world;
    this.#readKey = readKey;
  }

  get(table: string, key: string): Row | undefined {
    return this.rows(table).get(key);
  }

  /** Returns all rows by key, in the order of insertion. */
  rows(table: string): Table {
    this.#fill(table);
    return rowsIn(this.#world, table);
  }

  /** Lists all rows, in the order of insertion. */
  list(table: string): readonly Row[] {
    return [...this.rows(table).values()];
  }

  /** Finds the rows with a value at a path, in the order of insertion. */
  find(table: string, path: string, value: Json): readonly Row[] {
    const rows = this.rows(table);
    const isChanged = rows !== this.#before.tables.get(table);
    const indexes = isChanged ? (this.#indexes.get(table) ?? new Map<string, Index>()) : rows.indexes;
    if (isChanged) this.#indexes.set(table, indexes);
    const index = indexes.get(path) ?? addToIndex(new Map(), path, rows.values());
    indexes.set(path, index);
    const found = (isScalar(value) ? index.get(value) : undefined) ?? [];
    // Writes add to the indexes of changed tables, while callers read what they found.
    return isChanged ? [...found] : found;
  }

  /** Stores a row, or replaces the row with the same key. */
  put(table: string, row: Row): void {
    this.putAt(table, this.#readKey(table, row), row);
  }

  /** Stores a row under a key. */
  putAt(table: string, key: string, row: Row): void {
    const before = this.rows(table);
    this.draft('tables').set(table, before.with(key, row));
    if (before.has(key)) this.#indexes.delete(table);
    else for (const [path, index] of this.#indexes.get(table) ?? []) addToIndex(index, path, [row]);
  }

  remove(table: string, key: string): boolean {
    const before = this.rows(table);
    if (!before.has(key)) return false;
    this.draft('tables').set(table, before.without(key));
    this.#indexes.delete(table);
    return true;
  }

  /** Returns a file of a row, such as an image. */
  blob(key: string): ReceivedMedia | undefined {
    return this.#world.blobs.get(key);
  }

  putBlob(key: string, media: ReceivedMedia): void {
    this.draft('blobs').set(key, media);
  }

  removeBlob(key: string): void {
    if (this.#world.blobs.has(key)) this.draft('blobs').delete(key);
  }

  /** Returns the list that a page token refers to by number. */
  cursor(number: number): Cursor | undefined {
    return this.#world.cursors.get(number);
  }

  /** Returns the number of a list for its tokens. An unchanged list keeps its number, so that its ETag remains valid. */
  keepList(query: string, keys: readonly string[]): number {
    const newest = [...this.#world.cursors].findLast(([, one]) => one.query === query);
    const before = newest?.[1].keys;
    if (newest && before?.length === keys.length && keys.every((key, index) => key === before[index])) return newest[0];
    const number = this.nextNumber('~cursors');
    this.putCursor(number, { query, keys });
    return number;
  }

  putCursor(number: number, cursor: Cursor): void {
    addCursor(this.draft('cursors'), number, cursor);
  }

  /** Returns the next number of a sequence that starts at 1. */
  nextNumber(sequence: string): number {
    // Sequences of ids have the names of their tables.
    this.#fill(sequence);
    const next = (this.#world.sequences.get(sequence) ?? 0) + 1;
    this.draft('sequences').set(sequence, next);
    return next;
  }

  /** Adds the first rows of all tables that have not been used yet. */
  fillAll(): void {
    for (const table of this.#world.pending.keys()) this.#fill(table);
  }

  /** Returns the changed world, or the same one if nothing changed. The transaction must not be used afterwards. */
  commit(): World {
    return this.#world;
  }

  #fill(table: string): void {
    const fill = this.#world.pending.get(table);
    if (!fill) return;
    this.draft('pending').delete(table);
    fill(this);
  }

  /** Returns a map of the world to be changed: a copy, which the first change of it makes. */
  draft<Name extends keyof Drafts>(name: Name): Drafts[Name] {
    if (this.#world[name] === this.#before[name])
      this.#world = { ...this.#world, [name]: new Map<unknown, unknown>(this.#before[name]) };
    // A copy is not the map of an immutable world, so it may be changed.
    return this.#world[name] as Drafts[Name];
  }
}

/** The state as a handler sees it. Access is synchronous, and all changes are undone if the handler throws. */
export type Tables = Omit<Transaction, 'putAt' | 'putCursor' | 'nextNumber' | 'fillAll' | 'commit' | 'draft'>;

/** Adds rows to an index by their values at its path; each item of a list is a value. */
function addToIndex(index: Index, path: string, rows: Iterable<Row>) {
  for (const row of rows)
    for (const value of new Set(valuesAt(row, path).filter(isScalar))) {
      const before = index.get(value);
      if (!before) index.set(value, [row]);
      else before.push(row);
    }
  return index;
}
