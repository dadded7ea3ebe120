import type { Sender } from './check.js';

/** A row that a run created and has to delete, as plain data. */
export interface CreatedRow {
  /** `operationId` of the call that deletes it. */
  readonly undo: string;
  /** Absent if each user has one such row: then only this run may delete it. */
  readonly id?: string;
  readonly as: Sender;
  /** The times of its creation as the service states them, by path. */
  readonly times: Readonly<Record<string, string>>;
}

/** Remembers rows beyond a run, so that the next one can delete what an interrupted one left. */
export interface RowStore {
  load(): readonly CreatedRow[];
  /** Called after each change, with all rows that are still to be deleted. */
  save(rows: readonly CreatedRow[]): void;
}

/** The rows that a run created and still has to delete, and all ids that it may delete. */
export class CreatedRows {
  readonly #ids = new Set<string>();
  readonly #store: RowStore | undefined;
  #rows: readonly CreatedRow[] = [];

  constructor(store?: RowStore) {
    this.#store = store;
  }

  /** Adds rows to delete. */
  add(...rows: readonly CreatedRow[]): void {
    this.#replace([...this.#rows, ...rows]);
  }

  /** Remembers an id in a response to a write. */
  noteId(id: unknown): void {
    if (typeof id === 'string') this.#ids.add(id);
  }

  /** Returns whether the run created the row with this id. */
  isOwn(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Returns whether a row with this id is still to be deleted. */
  hasId(id: unknown): boolean {
    return this.#rows.some((row) => row.id !== undefined && row.id === id);
  }

  /** Returns whether this row is still to be deleted. */
  has(row: CreatedRow): boolean {
    return this.#rows.includes(row);
  }

  /** Forgets rows that are gone. */
  drop(isGone: (row: CreatedRow) => boolean): void {
    const left = this.#rows.filter((row) => !isGone(row));
    if (left.length < this.#rows.length) this.#replace(left);
  }

  /** Lists the rows to delete, the last first. */
  list(): readonly CreatedRow[] {
    return this.#rows.toReversed();
  }

  #replace(rows: readonly CreatedRow[]): void {
    this.#rows = rows;
    // The next run could not tell a row without an id from one of somebody else.
    this.#store?.save(rows.filter(({ id }) => id !== undefined));
  }
}

const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/** Reads the date-times in a value by their paths, but for those of changes: `{ 'snippet.publishedAt': '2026-01-01T00:00:00Z' }`. */
export function readTimes(value: unknown, at = ''): Readonly<Record<string, string>> {
  if (typeof value === 'string') return isTime.test(value) && !/updat|modif|chang/i.test(at) ? { [at]: value } : {};
  const found = Object.entries(Object(value)).map(([name, inner]) =>
    readTimes(inner, at === '' ? name : `${at}.${name}`),
  );
  return Object.assign({}, ...found);
}
