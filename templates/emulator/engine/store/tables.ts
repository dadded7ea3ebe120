import type { Json, JsonObject } from '@speccast/runtime';
import type { Cursor } from './cursors.js';
import type { Slot } from './row-order.js';
import type { IndexRule, Row } from './row-index.js';
import type { StoredBytes } from './stored-bytes.js';
import type { OrderPaths, Table } from './table.js';

/** Bytes that came with a request. */
export interface ReceivedMedia {
  /** All bytes. They are read when this is read, if they are `stored`. */
  readonly bytes: Uint8Array;
  /** The bytes outside memory, if they are kept there. */
  readonly stored?: StoredBytes;
  readonly mediaType: string;
  readonly fileName?: string;
}

/** The state as a handler sees it. Access is synchronous, and all changes are undone if the handler throws. */
export interface Tables {
  get(table: string, key: string): Row | undefined;
  /** All rows in order of insertion, in linear time. */
  list(table: string): readonly Row[];
  /** Number of rows. */
  size(table: string): number;
  /** The rows inserted first and last. */
  first(table: string): Row | undefined;
  last(table: string): Row | undefined;
  /** Rows whose value at a path is the one given, in order of insertion. */
  find(table: string, path: string, value: Json): readonly Row[];
  /** The same as an iterator, in the order of the index or `backwards`. Rows are read on demand. */
  found(table: string, rule: IndexRule, value: Json, backwards?: boolean): Iterable<Row>;
  /** Number of rows with a value at a path, and with the values of `where` by path. */
  count(table: string, path: string, value: Json, where?: JsonObject): number;
  /** Stores a row, or replaces the row with the same key. */
  put(table: string, row: Row): void;
  remove(table: string, key: string): boolean;
  /** The current version of the table. Later changes do not affect it. */
  table(table: string): Table;
  /** Sets the position of a row in its group, before or after it is stored, and moves the others. */
  move(table: string, paths: OrderPaths, slot: Omit<Slot, 'label'>, position: number): void;
  /** Files of rows, such as images. */
  blob(key: string): ReceivedMedia | undefined;
  putBlob(key: string, media: ReceivedMedia): void;
  removeBlob(key: string): void;
  /** The list that a page token refers to by number. */
  cursor(number: number): Cursor | undefined;
  /** Number of the newest list of a query. */
  newestCursor(query: string): number | undefined;
  putCursor(number: number, cursor: Cursor): void;
}
