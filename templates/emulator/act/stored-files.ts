import type { Call, OperationPlan } from '../plan/plan.js';
import { writePath } from './rows/rows.js';
import type { ReceivedMedia } from '../store/tables.js';

/** Tells whether one of the successful responses of an operation is a file. */
function sendsFile({ operation: { method, responses = [] } }: OperationPlan): boolean {
  const contents = responses.flatMap(({ status, contents: own = [] }) => (status.startsWith('2') ? own : []));
  return /^(?:GET|HEAD)$/.test(method) && contents.some(({ kind }) => kind === 'binary' || kind === 'text');
}

/** Finds the file that was sent to the address of a call, else the one of a row; undefined if the operation sends none. */
export function storedFile(call: Call, row: string | undefined): ReceivedMedia | undefined {
  const { plan, emulator, tables } = call;
  if (!sendsFile(plan)) return undefined;
  const isOwn = emulator.operations.some(
    ({ operation }) => operation.path === plan.operation.path && /^(?:POST|PUT)$/.test(operation.method),
  );
  return tables.blob(`files${writePath(call)}`) ?? (row === undefined || isOwn ? undefined : tables.blob(row));
}

/** Stores the file of a call under its address, or removes it; returns `false` if no operation reads it from there. */
export function keepFile(call: Call): boolean {
  const { media, plan, emulator, tables } = call;
  const isRead = emulator.operations.some((one) => one.operation.path === plan.operation.path && sendsFile(one));
  const key = `files${writePath(call)}`;
  if (!isRead || (media === undefined && (plan.operation.method !== 'DELETE' || tables.blob(key) === undefined)))
    return false;
  if (media === undefined) tables.removeBlob(key);
  else tables.putBlob(key, media);
  return true;
}
