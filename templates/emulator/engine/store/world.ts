import type { Json, JsonObject } from '@speccast/runtime';
import { type Cursor, cursorOf, type Cursors, noCursors, withCursor } from './cursors.js';
import { removeSlot, orderOfGroups, type Slot, insertSlot } from './row-order.js';
import type { IndexRule, Row } from './row-index.js';
import { SortedMap } from './sorted-map.js';
import { adopted, type OrderPaths, Table } from './table.js';
import type { ReceivedMedia, Tables } from './tables.js';
import type { Owner } from './tree.js';

/** The state of an emulator. Immutable: a snapshot or fork is the value itself. */
export interface World {
  readonly tables: ReadonlyMap<string, Table>;
  readonly blobs: SortedMap<ReceivedMedia>;
  /** Last number by sequence. */
  readonly sequences: SortedMap<number>;
  /** The lists that page tokens refer to. */
  readonly cursors: Cursors;
  /** What adds the first rows of tables that nobody has used yet: making them takes time. */
  readonly pending: ReadonlyMap<string, Fill>;
}

/** Adds the first rows of a table. Does the same in every world. */
export type Fill = (tables: Transaction) => void;

/** An empty world. */
export const emptyWorld: World = {
  tables: new Map(),
  blobs: new SortedMap(),
  sequences: new SortedMap(),
  cursors: noCursors,
  pending: new Map(),
};

/** Returns the key of a row. */
type KeyOf = (table: string, row: Row) => string;

/** The order rule of a table, if it has one. */
type OrderOf = (table: string) => OrderPaths | undefined;

const noTable = new Table();

/** Changes of a world that take effect together, on `commit`. */
export class Transaction implements Tables {
  readonly #world: World;
  readonly #keyOf: KeyOf;
  readonly #orderOf: OrderOf;
  readonly #drafts = new Map<string, Table>();
  #blobs: SortedMap<ReceivedMedia>;
  #sequences: SortedMap<number>;
  #cursors: Cursors;
  #pending: ReadonlyMap<string, Fill>;
  #owner: Owner = {};

  constructor(world: World, keyOf: KeyOf, orderOf: OrderOf = () => undefined) {
    this.#world = world;
    this.#keyOf = keyOf;
    this.#orderOf = orderOf;
    this.#blobs = world.blobs;
    this.#sequences = world.sequences;
    this.#cursors = world.cursors;
    this.#pending = world.pending;
  }

  get(table: string, key: string): Row | undefined {
    return this.#table(table).get(key);
  }

  list(table: string): readonly Row[] {
    return [...this.#table(table).rows()];
  }

  size(table: string): number {
    return this.#table(table).size;
  }

  first(table: string): Row | undefined {
    return this.#table(table).first();
  }

  last(table: string): Row | undefined {
    return this.#table(table).last();
  }

  find(table: string, path: string, value: Json): readonly Row[] {
    return [...this.found(table, { path }, value)];
  }

  *found(table: string, rule: IndexRule, value: Json, backwards = false): Iterable<Row> {
    const rows = this.#table(table);
    for (const entry of rows.found(rule, value, backwards)) yield rows.rowOf(entry);
  }

  count(table: string, path: string, value: Json, where?: JsonObject): number {
    return this.#table(table).count(path, value, where);
  }

  put(table: string, row: Row): void {
    const key = this.#keyOf(table, row);
    const stored = this.#table(table).with(key, row, this.#owner);
    const order = this.#orderOf(table) ?? stored.order;
    this.#drafts.set(table, order === undefined ? stored : adopted(stored, key, order, this.#owner));
  }

  remove(table: string, key: string): boolean {
    const rows = this.#table(table);
    if (rows.entry(key) === undefined) return false;
    this.#drafts.set(table, rows.without(key, this.#owner));
    return true;
  }

  table(table: string): Table {
    // The returned table must not change, so changes from here on are made to copies.
    this.#owner = {};
    return this.#table(table);
  }

  move(table: string, paths: OrderPaths, { key, group }: Omit<Slot, 'label'>, position: number): void {
    const rows = this.#table(table);
    const left = removeSlot(rows.order ?? orderOfGroups(paths, []), key, this.#owner);
    this.#drafts.set(table, rows.placed(insertSlot(left, { key, group }, position, this.#owner)));
  }

  blob(key: string): ReceivedMedia | undefined {
    return this.#blobs.get(key);
  }

  putBlob(key: string, media: ReceivedMedia): void {
    this.#blobs = this.#blobs.with(key, media, this.#owner);
  }

  removeBlob(key: string): void {
    this.#blobs = this.#blobs.without(key, this.#owner);
  }

  cursor(number: number): Cursor | undefined {
    return cursorOf(this.#cursors, number);
  }

  newestCursor(query: string): number | undefined {
    return this.#cursors.newest.get(query);
  }

  putCursor(number: number, cursor: Cursor): void {
    this.#cursors = withCursor(this.#cursors, number, cursor, this.#owner);
  }

  /** The next number of a sequence that starts at 1. */
  nextNumber(sequence: string): number {
    // Sequences of ids have the names of their tables.
    this.#fill(sequence);
    const next = (this.#sequences.get(sequence) ?? 0) + 1;
    this.#sequences = this.#sequences.with(sequence, next, this.#owner);
    return next;
  }

  /** Adds the first rows of all tables that nobody has used yet. */
  fillAll(): void {
    for (const table of this.#pending.keys()) this.#fill(table);
  }

  /** Returns the changed world, or the same one if nothing changed. */
  commit(): World {
    this.#owner = {};
    return this.#isChanged() ? this.#changed() : this.#world;
  }

  #isChanged(): boolean {
    const { blobs, sequences, cursors, pending } = this.#world;
    const isFilled = this.#drafts.size > 0 || this.#pending !== pending;
    return isFilled || this.#blobs !== blobs || this.#sequences !== sequences || this.#cursors !== cursors;
  }

  #changed(): World {
    return {
      tables: this.#tables(),
      blobs: this.#blobs,
      sequences: this.#sequences,
      cursors: this.#cursors,
      pending: this.#pending,
    };
  }

  #tables(): ReadonlyMap<string, Table> {
    if (this.#drafts.size === 0) return this.#world.tables;
    const tables = new Map(this.#world.tables);
    for (const [name, table] of this.#drafts) tables.set(name, table);
    return tables;
  }

  #fill(table: string): void {
    const fill = this.#pending.get(table);
    if (fill === undefined) return;
    const left = new Map(this.#pending);
    left.delete(table);
    this.#pending = left;
    fill(this);
  }

  #table(table: string): Table {
    if (this.#pending.size > 0) this.#fill(table);
    return this.#drafts.get(table) ?? this.#world.tables.get(table) ?? noTable;
  }
}
