import type { Json, JsonObject } from '@speccast/runtime';
import { insertRow, removeRow } from '../act/rows/change-rows.js';
import { withValue } from '../values/json-path.js';
import { present, withComputed, mediaUrl, findVisibleRow } from '../act/rows/present.js';
import { forbidden, notFound, readKey, requireOwner, requireRow } from '../act/rows/rows.js';
import type { Call } from '../plan/plan.js';
import type { ReceivedMedia } from '../store/media.js';
import type { Row } from '../store/table.js';

/** A size of a thumbnail, in pixels, by its name. */
export interface ThumbnailSize {
  readonly name: string;
  readonly width: number;
  readonly height: number;
}

/** The rows of one table. Changes are undone if the call ends with an error. */
export class TableRows {
  readonly #call: Call;
  readonly #name: string;

  constructor(call: Call, name: string) {
    this.#call = call;
    this.#name = name;
  }

  /** `kind` of the table's `x-resource`. */
  get kind(): string | undefined {
    return this.#call.rules(this.#name).kind;
  }

  /** Returns the key of a row. */
  keyOf(row: Row): string {
    return readKey(this.#call.rules(this.#name), row);
  }

  /** Finds a row by its key, also one that the caller may not see. */
  get(key: string): Row | undefined {
    return this.#call.tables.get(this.#name, key);
  }

  /** Finds a row by its key, also one that the caller may not see. Throws a 404 if there is none. */
  require(key: string, reason?: string): Row {
    return requireRow(this.#call, this.#name, key, reason);
  }

  /** Finds a row by its key, if the caller may see it (`x-visibility`). */
  getVisible(key: string): Row | undefined {
    return findVisibleRow(this.#call, this.#name, key);
  }

  /** Finds a row by its key, if the caller may see it. Throws a 404 otherwise. */
  requireVisible(key: string, reason?: string): Row {
    const row = this.getVisible(key);
    if (!row) throw this.notFound(key, reason);
    return row;
  }

  /** Throws a 403 if the row has an owner (`x-owner`) who is not the caller. */
  requireOwner(row: Row): void {
    requireOwner(this.#call, this.#name, row);
  }

  /** Lists all rows in the order in which they were inserted. */
  list(): readonly Row[] {
    return this.#call.tables.list(this.#name);
  }

  /** Returns the row that was inserted first. */
  first(): Row | undefined {
    const [first] = this.#call.tables.rows(this.#name).values();
    return first;
  }

  /** Finds the rows with a value at a path, such as `snippet.channelId`, in the order of insertion. Fast: uses an index. */
  find(path: string, value: Json): Iterable<Row> {
    return this.#call.tables.find(this.#name, path, value);
  }

  /** Counts the rows with a value at a path. */
  count(path: string, value: Json): number {
    return this.#call.tables.find(this.#name, path, value).length;
  }

  /** Stores a row as it is. It replaces the row with the same key. */
  put(row: Row): void {
    this.#call.tables.put(this.#name, row);
  }

  /** Removes only the row with this key. Rows that refer to it stay; `remove` deletes them, too. */
  delete(key: string): void {
    this.#call.tables.remove(this.#name, key);
  }

  /** Stores a new row as the action `insert` does: adds an id, defaults and times, and checks references and limits. */
  insert(draft: JsonObject): Row {
    return insertRow(this.#call, this.#name, draft);
  }

  /** Removes a row as the action `delete` does: with the rows that depend on it. */
  remove(row: Row): void {
    removeRow(this.#call, this.#name, row);
  }

  /** Returns a row as responses have it: with the values of `x-counts`, `x-copies` and `x-embeds`, and only the parts that the call asks for. */
  present(row: Row): JsonObject {
    return present(this.#call, this.#name, row);
  }

  /** Returns a row with all its parts, and the values of `x-counts`, `x-copies` and `x-embeds`. */
  complete(row: Row): JsonObject {
    return withComputed(this.#call, this.#name, row);
  }

  /**
   * Stores an image as the picture of a row. Writes the URL of each size into the row, at the path in `x-thumbnails`, and returns the
   * value that it wrote. The emulator serves the image in these sizes.
   */
  putThumbnails(row: Row, image: ReceivedMedia, sizes: readonly ThumbnailSize[]): JsonObject {
    const { at } = this.#call.rules(this.#name).thumbnails ?? {};
    if (at === undefined) throw new Error(`The table ${this.#name} has no x-thumbnails.`);
    const key = `thumbnails/${this.#name}/${this.keyOf(row)}`;
    const thumbnails: JsonObject = Object.fromEntries(
      sizes.map(({ name, width, height }) => [name, { url: mediaUrl(this.#call, `${key}/${name}`), width, height }]),
    );
    this.#call.tables.putBlob(key, image);
    this.put(withValue(row, at, thumbnails));
    return thumbnails;
  }

  /** Returns the error (404) for a key that no row has, to be thrown. */
  notFound(key: string, reason?: string): Error {
    return notFound(this.#call, this.#name, key, reason);
  }

  /** Returns the error (403) for a row of another caller, to be thrown. */
  forbidden(): Error {
    return forbidden(this.#call, this.#name);
  }
}
