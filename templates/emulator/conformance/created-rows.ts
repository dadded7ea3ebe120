import type { JsonObject } from '@speccast/runtime';
import type { Sender } from './check.js';
import { readPath } from './values.js';

/** A row that a run created and has to delete, as plain data. */
export interface CreatedRow {
  /** `operationId` of the call that deletes it. */
  readonly undo: string;
  /** Absent where the service has one a user: then only this run may undo it. */
  readonly id?: string;
  readonly as: Sender;
  /** When the service says that it was created, by path. */
  readonly times: Readonly<Record<string, string>>;
}

/** Remembers rows beyond a run, so that the next one can delete what an interrupted one left. */
export interface RowStore {
  load(): readonly CreatedRow[];
  /** Called after each change, with all rows that are still to be deleted. */
  save(rows: readonly CreatedRow[]): void;
}

/** What a run created: what it still has to delete, and all ids that it may delete. */
export class CreatedRows {
  readonly #rows: CreatedRow[] = [];
  readonly #ids = new Set<string>();
  readonly #store: RowStore | undefined;

  constructor(store?: RowStore) {
    this.#store = store;
  }

  /** Adds rows to delete. */
  add(...rows: readonly CreatedRow[]): void {
    this.#rows.push(...rows);
    this.#save();
  }

  /** Remembers an id in a response to a write. */
  noteId(id: unknown): void {
    if (typeof id === 'string') this.#ids.add(id);
  }

  /** Whether the run created what has this id. */
  isOwn(id: unknown): boolean {
    return typeof id === 'string' && this.#ids.has(id);
  }

  /** Whether a row with this id is still to be deleted. */
  isPending(id: unknown): boolean {
    return this.#rows.some((row) => row.id !== undefined && row.id === id);
  }

  /** Whether this row is still to be deleted. */
  isWaiting(row: CreatedRow): boolean {
    return this.#rows.includes(row);
  }

  /** Forgets a row that is gone. */
  drop(row: CreatedRow): void {
    const at = this.#rows.indexOf(row);
    if (at < 0) return;
    this.#rows.splice(at, 1);
    this.#save();
  }

  /** Forgets the row that a call deleted. */
  dropDeleted(call: string, id: unknown): void {
    for (const row of this.#rows.filter((one) => one.undo === call && one.id === id)) this.drop(row);
  }

  /** What is to be deleted, the last first. */
  pending(): readonly CreatedRow[] {
    return this.#rows.toReversed();
  }

  /** Without an id nothing tells a row of this run from one of somebody else. */
  #save(): void {
    this.#store?.save(this.#rows.filter(({ id }) => id !== undefined));
  }
}

/** The row that a response to an insert describes. */
export function rowOf(undo: string, as: Sender, body: unknown): CreatedRow {
  const id = readPath(body, 'id');
  return { undo, as, times: timesIn(body), ...(typeof id === 'string' && { id }) };
}

/** The parameters of the call that deletes a row. */
export function undoParams({ id }: CreatedRow): JsonObject {
  return id === undefined ? {} : { id };
}

const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/** The date-times in a value by their paths, but for those of changes. */
export function timesIn(value: unknown, at = ''): Readonly<Record<string, string>> {
  if (typeof value === 'string') return isTime.test(value) && !/updat|modif|chang/i.test(at) ? { [at]: value } : {};
  if (typeof value !== 'object' || value === null) return {};
  const found = Object.entries(value).flatMap(([name, inner]) =>
    Object.entries(timesIn(inner, at === '' ? name : `${at}.${name}`)),
  );
  return Object.fromEntries(found);
}
