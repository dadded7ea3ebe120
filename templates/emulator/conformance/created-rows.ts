import { expandParameters } from '@speccast/runtime';
import type { ReceivedResponse, Sender, Step } from './check.js';
import { send, type Sending } from './send.js';
import { type CreatedRow, type Run, RunEnd } from './run.js';
import { readPath } from './values.js';

/** Records the row that a call created, if `cleanup` of the kit has an operation to delete it. Removes the row that a call deleted. */
export function noteRow(
  { call = '', params, body: sent }: Step,
  as: Sender,
  { body }: ReceivedResponse,
  run: Run,
): CreatedRow | undefined {
  const rows = run.rows.filter((row) => row.undo !== call || row.id !== params?.['id']);
  setRows(run, rows);
  const { cleanup: { [call]: undo } = {}, goesWith: { [call]: ownerPath } = {} } = run.kit;
  const owner = ownerPath === undefined ? undefined : readPath(sent, ownerPath);
  if (undo === undefined || (owner !== undefined && rows.some((row) => row.id === owner))) return undefined;
  const id = readPath(body, 'id');
  const row = { undo, as, times: readTimes(body), ...(typeof id === 'string' && { id }) };
  setRows(run, [...rows, row]);
  return row;
}

/** Replaces the rows that are still to be deleted, and saves them, if their number has changed. */
function setRows(run: Run, rows: readonly CreatedRow[]) {
  if (rows.length === run.rows.length) return;
  run.rows = rows;
  // The next run could not distinguish a row without an id from a row that another client created.
  run.options.rows?.save(rows.filter(({ id }) => id !== undefined));
}

function dropRow(run: Run, row: CreatedRow) {
  setRows(
    run,
    run.rows.filter((one) => one !== row),
  );
}

/** Deletes rows, the first of the list first. Returns messages about those that could not be deleted. */
export async function undoRows(
  rows: readonly CreatedRow[],
  run: Run,
  sent: Sending['sent'] = [],
): Promise<readonly string[]> {
  const left: string[] = [];
  for (const row of rows) {
    if (!run.rows.includes(row)) continue;
    const { id, undo, as } = row;
    const fail = (problem: string) => left.push(run.redact(`${undo} of ${id ?? 'it'}${problem}`));
    run.ownIds.add(id);
    run.triedRows.add(row);
    try {
      // A service counts calls that it rejects for its quota, too.
      if (run.spentOperations.has(undo)) fail(' was not sent: the quota is spent');
      else {
        const params = id === undefined ? {} : { id };
        const { status } = await send({ call: undo, params }, as, { run, signal: undefined, sent });
        // It may be deleted already.
        if (status < 300 || status === 404 || status === 410) dropRow(run, row);
        else fail(` returned ${status}`);
      }
    } catch (error) {
      if (error instanceof RunEnd) run.spentOperations.add(undo);
      fail(`: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return left;
}

/** Deletes the rows that an earlier run left, and no others: rows that are gone or were created at another time are forgotten. */
export async function undoEarlier(earlier: readonly CreatedRow[], run: Run): Promise<readonly string[]> {
  const left: string[] = [];
  const known = Object.values(run.kit.cleanup ?? {});
  const rows = earlier.filter(({ undo }) => known.includes(undo));
  setRows(run, [...run.rows, ...rows]);
  for (const row of rows) {
    run.triedRows.add(row);
    const isSame = await isSameRow(row, { run, signal: run.options.signal, sent: [] });
    if (isSame) left.push(...(await undoRows([row], run)));
    else if (isSame === false) dropRow(run, row);
    else left.push(`${row.undo} of ${row.id ?? 'it'}: it could not be read, so it may be another row`);
  }
  return left;
}

/**
 * Returns whether the row with this id is the one that was created; undefined if it cannot be read. Reads it with the list beside
 * the operation that deletes it (`pets.list` for `pets.delete`). Without a list, returns true: the id alone decides.
 */
async function isSameRow({ id, undo, as, times }: CreatedRow, sending: Sending) {
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

/** Reads the date-times in a value by path: `{ 'snippet.publishedAt': '2026-01-01T00:00:00Z' }`. Leaves out times of changes (`updatedAt`). */
function readTimes(value: unknown, at = ''): Readonly<Record<string, string>> {
  if (typeof value === 'string') return isTime.test(value) && !/updat|modif|chang/i.test(at) ? { [at]: value } : {};
  const found = Object.entries(Object(value)).map(([name, inner]) =>
    readTimes(inner, at === '' ? name : `${at}.${name}`),
  );
  return Object.assign({}, ...found);
}
