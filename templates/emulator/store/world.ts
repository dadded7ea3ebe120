import type { Json, JsonObject } from '@speccast/runtime';
import { type Cursor, type Cursors, withCursor } from './cursors.js';
import { valueAt, valuesAt } from '../values/json-path.js';
import { isScalar, type Scalar } from './compare-values.js';
import { type Row, Table } from './table.js';
import type { ReceivedMedia } from './media.js';

/** The state of an emulator. Immutable: a snapshot or fork is the value itself. */
export interface World {
  readonly tables: ReadonlyMap<string, Table>;
  readonly blobs: ReadonlyMap<string, ReceivedMedia>;
  /** Last number by sequence. */
  readonly sequences: ReadonlyMap<string, number>;
  /** The lists that page tokens refer to. */
  readonly cursors: Cursors;
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

/** Rows by a value. */
type Index = Map<Scalar, Row[]>;

/** Changes of a world that take effect together, on `commit`. A map is copied once, when it is first changed. */
export class Transaction {
  readonly #world: World;
  readonly #readKey: (table: string, row: Row) => string;
  /** The changed tables. */
  readonly #drafts = new Map<string, Table>();
  /** Indexes of each table by path, made when rows are first looked for: each row of a page may count other rows. */
  readonly #indexes = new Map<string, Map<string, Index>>();
  #blobs: Map<string, ReceivedMedia> | undefined;
  #sequences: Map<string, number> | undefined;
  #cursors: Cursors;
  #pending: ReadonlyMap<string, Fill>;

  /** `readKey` returns the key of a row. */
  constructor(world: World, readKey: (table: string, row: Row) => string) {
    this.#world = world;
    this.#readKey = readKey;
    this.#cursors = world.cursors;
    this.#pending = world.pending;
  }

  get(table: string, key: string): Row | undefined {
    return this.rows(table).get(key);
  }

  /** Returns all rows by key, in the order of insertion. */
  rows(table: string): Table {
    if (this.#pending.size > 0) this.#fill(table);
    return this.#drafts.get(table) ?? rowsIn(this.#world, table);
  }

  /** Lists all rows, in the order of insertion. */
  list(table: string): readonly Row[] {
    return [...this.rows(table).values()];
  }

  /** Counts the rows. */
  size(table: string): number {
    return this.rows(table).size;
  }

  /** Returns the row that was inserted first. */
  first(table: string): Row | undefined {
    const [first] = this.rows(table).values();
    return first;
  }

  /** Finds the rows with a value at a path, in the order of insertion. */
  find(table: string, path: string, value: Json): readonly Row[] {
    const rows = this.rows(table).values();
    const indexes = this.#indexes.get(table) ?? new Map<string, Index>();
    this.#indexes.set(table, indexes);
    const index = indexes.get(path) ?? addToIndex(new Map(), path, rows);
    indexes.set(path, index);
    return isScalar(value) ? [...(index.get(value) ?? [])] : [];
  }

  /** Counts the rows with a value at a path, and with the values of `where` by path. */
  count(table: string, path: string, value: Json, where: JsonObject = {}): number {
    const tests = Object.entries(where);
    const isCounted = (row: Row) => tests.every(([at, expected]) => valueAt(row, at) === expected);
    return this.find(table, path, value).filter(isCounted).length;
  }

  /** Stores a row, or replaces the row with the same key. */
  put(table: string, row: Row): void {
    this.putAt(table, this.#readKey(table, row), row);
  }

  /** Stores a row under a key. */
  putAt(table: string, key: string, row: Row): void {
    const before = this.rows(table);
    this.#drafts.set(table, before.with(key, row));
    if (before.has(key)) this.#indexes.delete(table);
    else for (const [path, index] of this.#indexes.get(table) ?? []) addToIndex(index, path, [row]);
  }

  remove(table: string, key: string): boolean {
    const before = this.rows(table);
    if (!before.has(key)) return false;
    this.#drafts.set(table, before.without(key));
    this.#indexes.delete(table);
    return true;
  }

  /** Returns a file of a row, such as an image. */
  blob(key: string): ReceivedMedia | undefined {
    return (this.#blobs ?? this.#world.blobs).get(key);
  }

  putBlob(key: string, media: ReceivedMedia): void {
    (this.#blobs ??= new Map(this.#world.blobs)).set(key, media);
  }

  removeBlob(key: string): void {
    if (this.blob(key) !== undefined) (this.#blobs ??= new Map(this.#world.blobs)).delete(key);
  }

  /** Returns the list that a page token refers to by number. */
  cursor(number: number): Cursor | undefined {
    return this.#cursors.get(number);
  }

  /** Returns the number of a list for its tokens. An unchanged list keeps its number, so that its ETag remains valid. */
  keepList(query: string, keys: readonly string[]): number {
    const newest = [...this.#cursors].findLast(([, one]) => one.query === query);
    const before = newest?.[1].keys;
    if (newest && before?.length === keys.length && keys.every((key, index) => key === before[index])) return newest[0];
    const number = this.nextNumber('~cursors');
    this.putCursor(number, { query, keys });
    return number;
  }

  putCursor(number: number, cursor: Cursor): void {
    this.#cursors = withCursor(this.#cursors, number, cursor);
  }

  removeCursor(number: number): void {
    this.#cursors = new Map([...this.#cursors].filter(([one]) => one !== number));
  }

  /** Returns the next number of a sequence that starts at 1. */
  nextNumber(sequence: string): number {
    // Sequences of ids have the names of their tables.
    this.#fill(sequence);
    const next = ((this.#sequences ?? this.#world.sequences).get(sequence) ?? 0) + 1;
    this.setNumber(sequence, next);
    return next;
  }

  /** Sets the last number of a sequence. */
  setNumber(sequence: string, last: number): void {
    (this.#sequences ??= new Map(this.#world.sequences)).set(sequence, last);
  }

  removeNumber(sequence: string): void {
    (this.#sequences ??= new Map(this.#world.sequences)).delete(sequence);
  }

  /** Adds the first rows of all tables that have not been used yet. */
  fillAll(): void {
    for (const table of this.#pending.keys()) this.#fill(table);
  }

  /** Returns the changed world, or the same one if nothing changed. The transaction must not be used afterwards. */
  commit(): World {
    const { tables, blobs, sequences, cursors, pending } = this.#world;
    const isChanged =
      this.#drafts.size > 0 ||
      (this.#blobs ?? this.#sequences) !== undefined ||
      this.#cursors !== cursors ||
      this.#pending !== pending;
    if (!isChanged) return this.#world;
    return {
      tables: new Map([...tables, ...this.#drafts]),
      blobs: this.#blobs ?? blobs,
      sequences: this.#sequences ?? sequences,
      cursors: this.#cursors,
      pending: this.#pending,
    };
  }

  #fill(table: string): void {
    const fill = this.#pending.get(table);
    if (!fill) return;
    const left = new Map(this.#pending);
    left.delete(table);
    this.#pending = left;
    fill(this);
  }
}

/** The state as a handler sees it. Access is synchronous, and all changes are undone if the handler throws. */
export type Tables = Pick<
  Transaction,
  | ('get' | 'rows' | 'list' | 'size' | 'first' | 'find' | 'count' | 'put' | 'remove')
  | ('blob' | 'putBlob' | 'removeBlob' | 'cursor' | 'keepList')
>;

/** Adds rows to an index by their values at its path; each item of a list is a value. */
function addToIndex(index: Index, path: string, rows: Iterable<Row>): Index {
  for (const row of rows)
    for (const value of new Set(valuesAt(row, path).filter(isScalar))) {
      const before = index.get(value);
      if (!before) index.set(value, [row]);
      else before.push(row);
    }
  return index;
}
