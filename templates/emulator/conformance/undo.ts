import { expandParameters, type Operation } from '@speccast/runtime';
import type { Sender, Step } from './check.js';
import { type CreatedRow, rowOf, timesIn, undoParams } from './created-rows.js';
import type { ReceivedResponse } from './read-response.js';
import { RunEnd } from './run-end.js';
import { send, type Run, type Sending } from './send.js';
import { readPath } from './values.js';

/** Records what a call created, if the kit says how to delete it, and forgets what it deleted. */
export function noteRow(
  step: Step,
  as: Sender,
  { body }: ReceivedResponse,
  { kit, rows }: Run,
): CreatedRow | undefined {
  const { call = '', params = {} } = step;
  rows.dropDeleted(call, params['id']);
  const undo = kit.cleanup?.[call];
  const owner = kit.goesWith?.[call];
  if (undo === undefined) return undefined;
  if (owner !== undefined && rows.isPending(readPath(step.body, owner))) return undefined;
  const row = rowOf(undo, as, body);
  rows.add(row);
  return row;
}

/** Deletes rows, the last first. Returns what could not be deleted. */
export async function undoRows(
  rows: readonly CreatedRow[],
  run: Run,
  sent: Sending['sent'] = [],
): Promise<readonly string[]> {
  const left: string[] = [];
  for (const row of rows) {
    if (!run.rows.isWaiting(row)) continue;
    const problem = await undoRow(row, { run, signal: undefined, sent });
    if (problem !== undefined) left.push(run.redact(problem));
  }
  return left;
}

async function undoRow(row: CreatedRow, sending: Sending): Promise<string | undefined> {
  const { run } = sending;
  const what = `${row.undo} of ${row.id ?? 'it'}`;
  run.rows.noteId(row.id);
  run.tried.add(row);
  // What a service rejects for its quota costs nothing less.
  if (run.hasSpent.has(row.undo)) return `${what} was not sent: the quota is spent`;
  try {
    const { status } = await send({ call: row.undo, params: undoParams(row) }, row.as, sending);
    // It may be deleted already.
    if (status >= 300 && status !== 404 && status !== 410) return `${what} returned ${status}`;
    run.rows.drop(row);
    return undefined;
  } catch (error) {
    if (error instanceof RunEnd) run.hasSpent.add(row.undo);
    return `${what}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Deletes what an earlier run left, and nothing else: rows that are gone or were created at another time are forgotten. */
export async function undoEarlier(earlier: readonly CreatedRow[], run: Run): Promise<readonly string[]> {
  const left: string[] = [];
  const known = new Set(Object.values(run.kit.cleanup ?? {}));
  const rows = earlier.filter(({ undo }) => known.has(undo));
  if (rows.length > 0) run.rows.add(...rows);
  for (const row of rows) {
    run.tried.add(row);
    const sending: Sending = { run, signal: run.signal, sent: [] };
    const isSame = await isSameRow(row, sending);
    if (isSame === true) left.push(...(await undoRows([row], run)));
    else if (isSame === false) run.rows.drop(row);
    else left.push(`${row.undo} of ${row.id ?? 'it'}: nothing tells whether it is still the row that a run created`);
  }
  return left;
}

/** Whether the row with this id is the one that was created; undefined if it cannot be read. Without a list its id decides. */
async function isSameRow(row: CreatedRow, sending: Sending): Promise<boolean | undefined> {
  const list = listOf(row, sending.run);
  const times = Object.entries(row.times);
  if (list === undefined || times.length === 0) return true;
  const { status, body } = await send({ call: list.id, params: undoParams(row) }, row.as, sending);
  if (status !== 200) return undefined;
  const found = readPath(body, `${list.paging?.items ?? 'items'}.0`);
  const now = timesIn(found);
  return found !== undefined && times.every(([path, time]) => now[path] === undefined || now[path] === time);
}

/** The list, beside the operation that deletes, that takes ids. */
function listOf({ undo }: CreatedRow, { kit }: Run): Operation<never> | undefined {
  const group = undo.slice(0, undo.lastIndexOf('.') + 1);
  return kit.operations.find(
    (operation) =>
      operation.method === 'GET' &&
      operation.id.startsWith(group) &&
      expandParameters(operation).some((one) => one.in === 'query' && one.name === 'id'),
  );
}
