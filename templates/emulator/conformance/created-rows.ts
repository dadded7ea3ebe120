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

const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/** Reads the date-times in a value by their paths, but for those of changes: `{ 'snippet.publishedAt': '2026-01-01T00:00:00Z' }`. */
export function readTimes(value: unknown, at = ''): Readonly<Record<string, string>> {
  if (typeof value === 'string') return isTime.test(value) && !/updat|modif|chang/i.test(at) ? { [at]: value } : {};
  const found = Object.entries(Object(value)).map(([name, inner]) =>
    readTimes(inner, at === '' ? name : `${at}.${name}`),
  );
  return Object.assign({}, ...found);
}
