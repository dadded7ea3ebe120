import type { Json, JsonObject } from '@speccast/runtime';
import { insertRow, removeRow } from '../act/rows/change-rows.js';
import { withValue } from '../values/json-path.js';
import { present, withComputed } from '../act/rows/present.js';
import { forbidden, notFound, readKey, requireOwner, requireRow } from '../act/rows/rows.js';
import { mediaUrl, findVisibleRow } from '../act/rows/visible-fields.js';
import type { Call } from '../plan/plan.js';
import type { ReceivedMedia } from '../store/tables.js';
import type { Row } from '../store/table.js';

/** A size of a thumbnail, in pixels, by its name. */
export interface ThumbnailSize {
  readonly name: string;
  readonly width: number;
  readonly height: number;
}

/** The rows of one table. Changes are undone where the call ends with an error. */
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

  /** The key of a row. */
  keyOf(row: Row): string {
    return readKey(this.#call.rules(this.#name), row);
  }

  /** The row with a key, whoever may see it. */
  get(key: string): Row | undefined {
    return this.#call.tables.get(this.#name, key);
  }

  /** The same. Throws a 404 where there is none. */
  require(key: string, reason?: string): Row {
    return requireRow(this.#call, this.#name, key, reason);
  }

  /** The row with a key, if the caller may see it (`x-visibility`). */
  getVisible(key: string): Row | undefined {
    return findVisibleRow(this.#call, this.#name, key);
  }

  /** The same. Throws a 404 where there is none. */
  requireVisible(key: string, reason?: string): Row {
    const row = this.getVisible(key);
    if (row === undefined) throw this.notFound(key, reason);
    return row;
  }

  /** Throws a 403 where the row has an owner (`x-owner`) and the caller is another. */
  requireOwner(row: Row): void {
    requireOwner(this.#call, this.#name, row);
  }

  /** All rows in the order in which they were inserted. */
  list(): readonly Row[] {
    return this.#call.tables.list(this.#name);
  }

  /** The row that was inserted first. */
  first(): Row | undefined {
    return this.#call.tables.first(this.#name);
  }

  /** The rows with a value at a path, in the order in which they were inserted. An index finds them. */
  find(path: string, value: Json): Iterable<Row> {
    return this.#call.tables.find(this.#name, path, value);
  }

  /** How many rows have a value at a path. */
  count(path: string, value: Json): number {
    return this.#call.tables.count(this.#name, path, value);
  }

  /** Stores a row as it is, in place of the one with its key. */
  put(row: Row): void {
    this.#call.tables.put(this.#name, row);
  }

  /** Removes the row with a key, and nothing else. */
  delete(key: string): void {
    this.#call.tables.remove(this.#name, key);
  }

  /** Stores a new row as an `insert` does: with an id, defaults and times, its references and limits checked. */
  insert(draft: JsonObject): Row {
    return insertRow(this.#call, this.#name, draft);
  }

  /** Removes a row as a `delete` does: with the rows that cannot be without it. */
  remove(row: Row): void {
    removeRow(this.#call, this.#name, row);
  }

  /** A row as it is sent: with what `x-counts`, `x-copies` and `x-embeds` add, and only the parts that the call asks for. */
  present(row: Row): JsonObject {
    return present(this.#call, this.#name, row);
  }

  /** A row with all its parts, and what `x-counts`, `x-copies` and `x-embeds` add. */
  complete(row: Row): JsonObject {
    return withComputed(this.#call, this.#name, row);
  }

  /** Stores an image as the picture of a row, in sizes that the emulator draws; `x-thumbnails` says where they are in the row. */
  putThumbnails(row: Row, image: ReceivedMedia, sizes: readonly ThumbnailSize[]): JsonObject {
    const { at } = this.#call.rules(this.#name).thumbnails ?? {};
    if (at === undefined) throw new Error(`The table ${this.#name} has no x-thumbnails.`);
    const key = `thumbnails/${this.#name}/${this.keyOf(row)}`;
    const entries = sizes.map(({ name, width, height }): [string, Json] => [
      name,
      { url: mediaUrl(this.#call, `${key}/${name}`), width, height },
    ]);
    const thumbnails = Object.fromEntries(entries);
    this.#call.tables.putBlob(key, image);
    this.put(withValue(row, at, thumbnails));
    return thumbnails;
  }

  /** The error (404) for a key that no row has, to be thrown. */
  notFound(key: string, reason?: string): Error {
    return notFound(this.#call, this.#name, key, reason);
  }

  /** The error (403) for a row of somebody else, to be thrown. */
  forbidden(): Error {
    return forbidden(this.#call, this.#name);
  }
}
