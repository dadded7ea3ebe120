import type { Json } from '../json.js';
import { valuesAt } from './json-path.js';
import type { ReceivedMedia, Row, Tables } from './plan.js';

type Rows = ReadonlyMap<string, Row>;

/** Everything an emulator remembers. Never changed in place: a snapshot is the value itself. */
export interface World {
  readonly tables: ReadonlyMap<string, Rows>;
  readonly blobs: ReadonlyMap<string, ReceivedMedia>;
  /** Last number given out, by sequence. */
  readonly sequences: ReadonlyMap<string, number>;
}

/** A world with nothing in it. */
export const emptyWorld: World = { tables: new Map(), blobs: new Map(), sequences: new Map() };

/** How a row of a table is named. */
export type KeyOf = (table: string, row: Row) => string;

const indexes = new WeakMap<Rows, Map<string, Map<Json, Row[]>>>();

/** Changes to a world that take effect together (`commit`), or not at all. */
export class Transaction implements Tables {
  readonly #world: World;
  readonly #keyOf: KeyOf;
  readonly #drafts = new Map<string, Map<string, Row>>();
  #blobs: Map<string, ReceivedMedia> | undefined;
  #sequences: Map<string, number> | undefined;

  constructor(world: World, keyOf: KeyOf) {
    this.#world = world;
    this.#keyOf = keyOf;
  }

  get(table: string, key: string): Row | undefined {
    return this.#rows(table).get(key);
  }

  list(table: string): readonly Row[] {
    return [...this.#rows(table).values()];
  }

  find(table: string, path: string, value: Json): readonly Row[] {
    return indexOf(this.#rows(table), path).get(value) ?? [];
  }

  put(table: string, row: Row): void {
    this.#draft(table).set(this.#keyOf(table, row), row);
  }

  remove(table: string, key: string): boolean {
    return this.#rows(table).has(key) && this.#draft(table).delete(key);
  }

  blob(key: string): ReceivedMedia | undefined {
    return (this.#blobs ?? this.#world.blobs).get(key);
  }

  putBlob(key: string, media: ReceivedMedia): void {
    this.#blobs ??= new Map(this.#world.blobs);
    this.#blobs.set(key, media);
  }

  removeBlob(key: string): void {
    if (this.blob(key) === undefined) return;
    this.#blobs ??= new Map(this.#world.blobs);
    this.#blobs.delete(key);
  }

  /** The next number of a sequence that starts at 1. */
  nextNumber(sequence: string): number {
    this.#sequences ??= new Map(this.#world.sequences);
    const next = (this.#sequences.get(sequence) ?? 0) + 1;
    this.#sequences.set(sequence, next);
    return next;
  }

  /** The world with the changes made. */
  commit(): World {
    const tables = this.#drafts.size === 0 ? this.#world.tables : new Map([...this.#world.tables, ...this.#drafts]);
    return { tables, blobs: this.#blobs ?? this.#world.blobs, sequences: this.#sequences ?? this.#world.sequences };
  }

  #rows(table: string): Rows {
    return this.#drafts.get(table) ?? this.#world.tables.get(table) ?? none;
  }

  #draft(table: string): Map<string, Row> {
    const draft = this.#drafts.get(table) ?? new Map(this.#rows(table));
    this.#drafts.set(table, draft);
    indexes.delete(draft);
    return draft;
  }
}

const none: Rows = new Map();

function indexOf(rows: Rows, path: string): ReadonlyMap<Json, readonly Row[]> {
  const byPath = indexes.get(rows) ?? new Map<string, Map<Json, Row[]>>();
  indexes.set(rows, byPath);
  const known = byPath.get(path);
  if (known !== undefined) return known;
  const index = new Map<Json, Row[]>();
  for (const row of rows.values()) addToIndex(index, row, valuesAt(row, path));
  byPath.set(path, index);
  return index;
}

function addToIndex(index: Map<Json, Row[]>, row: Row, values: readonly Json[]): void {
  for (const value of new Set(values)) {
    const rows = index.get(value);
    if (rows === undefined) index.set(value, [row]);
    else rows.push(row);
  }
}
