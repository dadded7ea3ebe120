import type { Json, JsonObject } from '@speccast/runtime';
import type { Cursor } from './cursors.js';
import type { Derived } from './derived.js';
import type { Slot } from './row-order.js';
import type { IndexRule, Row } from './row-index.js';
import type { OrderPaths, Table } from './table.js';

/** Bytes that came with a request. */
export interface ReceivedMedia {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  readonly fileName?: string;
}

/** State as a handler sees it: synchronous, and undone as a whole when the handler rejects. */
export interface Tables {
  get(table: string, key: string): Row | undefined;
  /** All rows in order of insertion; as much work as there are rows. */
  list(table: string): readonly Row[];
  /** How many rows there are. */
  size(table: string): number;
  /** The rows inserted first and last. */
  first(table: string): Row | undefined;
  last(table: string): Row | undefined;
  /** Rows whose value at a path is the one given, in order of insertion. */
  find(table: string, path: string, value: Json): readonly Row[];
  /** The same one by one, in the order of the index or `backwards`; each is looked up when it is asked for. */
  found(table: string, rule: IndexRule, value: Json, backwards?: boolean): Iterable<Row>;
  /** How many rows have a value at a path, of those that have the values `where` names by path. */
  count(table: string, path: string, value: Json, where?: JsonObject): number;
  /** Stores a row under its key, replacing what was there. */
  put(table: string, row: Row): void;
  remove(table: string, key: string): boolean;
  /** The table as it is now; later changes do not show in it. */
  table(table: string): Table;
  /** Stands for what a table holds: the same object until that changes. */
  version(table: string): object;
  /** Gives a row, stored or about to be, a position among those of its group; the others make room. */
  move(table: string, paths: OrderPaths, slot: Omit<Slot, 'label'>, position: number): void;
  /** Bytes kept beside rows (captions, images). */
  blob(key: string): ReceivedMedia | undefined;
  putBlob(key: string, media: ReceivedMedia): void;
  removeBlob(key: string): void;
  /** The list that a page token names by number. */
  cursor(number: number): Cursor | undefined;
  /** Number of the newest list of a query. */
  newestCursor(query: string): number | undefined;
  putCursor(number: number, cursor: Cursor): void;
  /** What follows from the tables alone, kept for the calls to come: made from what it was before. */
  derived<Result extends Derived>(name: string, make: (known: Result | undefined) => Result): Result;
}
