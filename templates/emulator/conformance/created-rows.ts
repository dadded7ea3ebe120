import { expandParameters } from '@speccast/runtime';
import type { Sender, Step } from './check.js';
import type { ReceivedResponse } from './read-response.js';
import { send, type Sending } from './send.js';
import type { CreatedRow, Run } from './run.js';
import { RunEnd } from './run-end.js';
import { readPath } from './values.js';

/** Records the row that a call created, if the kit says how to delete it, and forgets the row that it deleted. */
export function noteRow(
  { call = '', params, body: sent }: Step,
  as: Sender,
  { body }: ReceivedResponse,
  run: Run,
): CreatedRow | undefined {
  dropRows(run, (row) => row.undo === call && row.id === params?.['id']);
  const { cleanup = {}, goesWith = {} } = run.kit;
  const undo = cleanup[call];
  const owner = goesWith[call] === undefined ? undefined : readPath(sent, goesWith[call]);
  if (undo === undefined || (owner !== undefined && run.rows.some((row) => row.id === owner))) return undefined;
  const id = readPath(body, 'id');
  const row = { undo, as, times: readTimes(body), ...(typeof id === 'string' && { id }) };
  setRows(run, [...run.rows, row]);
  return row;
}

function setRows(run: Run, rows: readonly CreatedRow[]): void {
  run.rows = rows;
  // The next run could not tell a row without an id from one of somebody else.
  run.options.rows?.save(rows.filter(({ id }) => id !== undefined));
}

/** Forgets rows that are gone. */
function dropRows(run: Run, isGone: (row: CreatedRow) => boolean): void {
  const left = run.rows.filter((row) => !isGone(row));
  if (left.length < run.rows.length) setRows(run, left);
}

/** Deletes rows, the first of the list first. Returns messages about those that could not be deleted. */
export async function undoRows(
  rows: readonly CreatedRow[],
  run: Run,
  sent: Sending['sent'] = [],
): Promise<readonly string[]> {
  const left: string[] = [];
  for (const row of rows) {
    const problem = run.rows.includes(row) ? await undoRow(row, { run, signal: undefined, sent }) : undefined;
    if (problem !== undefined) left.push(run.redact(problem));
  }
  return left;
}

async function undoRow(row: CreatedRow, sending: Sending): Promise<string | undefined> {
  const { run } = sending;
  const { id, undo, as } = row;
  const what = `${undo} of ${id ?? 'it'}`;
  run.ownIds.add(id);
  run.tried.add(row);
  // A service counts calls that it rejects for its quota, too.
  if (run.hasSpent.has(undo)) return `${what} was not sent: the quota is spent`;
  try {
    const { status } = await send({ call: undo, params: id === undefined ? {} : { id } }, as, sending);
    // It may be deleted already.
    if (status >= 300 && status !== 404 && status !== 410) return `${what} returned ${status}`;
    dropRows(run, (one) => one === row);
    return undefined;
  } catch (error) {
    if (error instanceof RunEnd) run.hasSpent.add(undo);
    return `${what}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Deletes the rows that an earlier run left, and no others: rows that are gone or were created at another time are forgotten. */
export async function undoEarlier(earlier: readonly CreatedRow[], run: Run): Promise<readonly string[]> {
  const left: string[] = [];
  const known = Object.values(run.kit.cleanup ?? {});
  const rows = earlier.filter(({ undo }) => known.includes(undo));
  if (rows.length > 0) setRows(run, [...run.rows, ...rows]);
  for (const row of rows) {
    run.tried.add(row);
    const isSame = await isSameRow(row, { run, signal: run.options.signal, sent: [] });
    if (isSame === true) left.push(...(await undoRows([row], run)));
    else if (isSame === false) dropRows(run, (one) => one === row);
    else left.push(`${row.undo} of ${row.id ?? 'it'}: nothing tells whether it is still the row that a run created`);
  }
  return left;
}

/**
 * Returns whether the row with this id is the one that was created; undefined if it cannot be read. It is read by the list beside
 * the operation that deletes it (`pets.list` for `pets.delete`); without one its id decides.
 */
async function isSameRow({ id, undo, as, times }: CreatedRow, sending: Sending): Promise<boolean | undefined> {
  const group = undo.slice(0, undo.lastIndexOf('.') + 1);
  const list = sending.run.kit.operations.find(
    (operation) =>
      operation.method === 'GET' &&
      operation.id.startsWith(group) &&
      expandParameters(operation).some((one) => one.in === 'query' && one.name === 'id'),
  );
  if (!list || Object.keys(times).length === 0) return true;
  const { status, body } = await send({ call: list.id, params: id === undefined ? {} : { id } }, as, sending);
  if (status !== 200) return undefined;
  const found = readPath(body, `${list.paging?.items ?? 'items'}.0`);
  const now = { ...times, ...readTimes(found) };
  return found !== undefined && Object.entries(times).every(([path, time]) => now[path] === time);
}

const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/** Reads the date-times in a value by their paths, but for those of changes: `{ 'snippet.publishedAt': '2026-01-01T00:00:00Z' }`. */
function readTimes(value: unknown, at = ''): Readonly<Record<string, string>> {
  if (typeof value === 'string') return isTime.test(value) && !/updat|modif|chang/i.test(at) ? { [at]: value } : {};
  const found = Object.entries(Object(value)).map(([name, inner]) =>
    readTimes(inner, at === '' ? name : `${at}.${name}`),
  );
  return Object.assign({}, ...found);
}
