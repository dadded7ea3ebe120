import type { Json, JsonObject } from '@speccast/runtime';
import type { Cursor } from './cursors.js';
import type { StoredBytes } from './stored-bytes.js';
import type { Row, Table } from './table.js';

/** Bytes that came with a request. */
export interface ReceivedMedia {
  /** All bytes. If they are `stored`, reading this member reads the file. */
  readonly bytes: Uint8Array;
  /** The bytes outside memory, if they are kept there. */
  readonly stored?: StoredBytes;
  readonly mediaType: string;
  readonly fileName?: string;
}

/** The state as a handler sees it. Access is synchronous, and all changes are undone if the handler throws. */
export interface Tables {
  get(table: string, key: string): Row | undefined;
  /** Returns all rows by key, in the order of insertion. */
  rows(table: string): Table;
  /** Lists all rows, in the order of insertion. */
  list(table: string): readonly Row[];
  /** Counts the rows. */
  size(table: string): number;
  /** Returns the row that was inserted first. */
  first(table: string): Row | undefined;
  /** Finds the rows with a value at a path, in the order of insertion. */
  find(table: string, path: string, value: Json): readonly Row[];
  /** Counts the rows with a value at a path, and with the values of `where` by path. */
  count(table: string, path: string, value: Json, where?: JsonObject): number;
  /** Stores a row, or replaces the row with the same key. */
  put(table: string, row: Row): void;
  remove(table: string, key: string): boolean;
  /** Returns a file of a row, such as an image. */
  blob(key: string): ReceivedMedia | undefined;
  putBlob(key: string, media: ReceivedMedia): void;
  removeBlob(key: string): void;
  /** Returns the list that a page token refers to by number. */
  cursor(number: number): Cursor | undefined;
  /** Returns the number of a list for its tokens. An unchanged list keeps its number, so that its ETag remains valid. */
  keepList(query: string, keys: readonly string[]): number;
}
