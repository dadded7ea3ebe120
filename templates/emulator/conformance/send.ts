import type { Operation } from '@speccast/runtime';
import type { ConformanceKit, Sender, Step } from './check.js';
import { expectsSuccess, Skip } from './check-response.js';
import type { CreatedRow, CreatedRows } from './created-rows.js';
import { type ReceivedResponse, readResponse } from './read-response.js';
import type { StepResult } from './report.js';
import { endAtQuota, sayFailure, Unreachable } from './run-end.js';
import { readPath } from './values.js';
import { type Target, writeRequest } from './write-request.js';

/** The state that all checks of a run share. */
export interface Run {
  readonly kit: ConformanceKit;
  readonly target: Target;
  readonly fetch: (request: Request) => Promise<Response>;
  /** Removes credentials from a string. */
  readonly redact: (text: string) => string;
  readonly maxBytes: number;
  readonly signal: AbortSignal | undefined;
  readonly rows: CreatedRows;
  /** Responses of shared steps, by what was sent. */
  readonly shared: Map<string, Promise<ReceivedResponse>>;
  /** Whether any response came. */
  answered: boolean;
  /** Rows whose deletion was tried. */
  readonly tried: Set<CreatedRow>;
  /** Operations that were rejected for the quota while the run cleaned up. */
  readonly hasSpent: Set<string>;
}

/** What one request is sent for. */
export interface Sending {
  readonly run: Run;
  /** The signal of the run; absent during cleanup. */
  readonly signal: AbortSignal | undefined;
  readonly sent: StepResult[];
}

/** Sends the request of a step in which every name has been replaced. */
export async function send(step: Step, as: Sender, { run, sent, signal }: Sending): Promise<ReceivedResponse> {
  signal?.throwIfAborted();
  guard(step, run);
  const { request, media, content } = await writeRequest(run.target, step, as);
  const line = `${as} ${request.method} ${request.url} ${content.slice(0, 200)}`.trim();
  const entry = { sent: run.redact(line) };
  sent.push(entry);
  // A write that is under way ends: else nobody would know what it created.
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const response = await reach(isRead && signal !== undefined ? new Request(request, { signal }) : request, run);
  sent[sent.indexOf(entry)] = { ...entry, status: response.status };
  const received = await readResponse(response, run.maxBytes);
  if (!isRead && response.ok) run.rows.noteId(readPath(received.body, 'id'));
  await endAtQuota(received, { target: run.target, expect: step.expect }, operationOf(step, run));
  return media === undefined ? received : { ...received, sent: media };
}

function operationOf({ call = '' }: Step, { target }: Run): Operation<never> | undefined {
  return target.operations.get(call);
}

/** Deletes nothing that the run did not create: what is expected to be deleted must have come from a write. */
function guard({ call = '', params, expect = {} }: Step, run: Run): void {
  const { id } = params ?? {};
  const isDeleted = operationOf({ call }, run)?.method === 'DELETE' && expectsSuccess(expect);
  if (isDeleted && typeof id === 'string' && !run.rows.isOwn(id))
    throw new Skip(`${call} would delete ${id}, which this run did not create`);
}

/** Fails at once where nothing ever responds. */
async function reach(request: Request, run: Run): Promise<Response> {
  try {
    const response = await run.fetch(request);
    run.answered = true;
    return response;
  } catch (error) {
    if (error instanceof TypeError && !run.answered)
      throw new Unreachable(`No response from ${run.target.baseUrl}: ${run.redact(sayFailure(error))}`, {
        cause: error,
      });
    throw new Error(sayFailure(error), { cause: error });
  }
}

/** Maximum number of pages, so that an endless list fails. */
const mostPages = 300;

/** Requests all pages of a list; their items come as one response. */
export async function sendPages(step: Step, as: Sender, sending: Sending): Promise<ReceivedResponse> {
  const { paging: known, wire } = operationOf(step, sending.run) ?? {};
  // What is received is as it is on the wire.
  const paging: typeof known = { ...known, ...Object(wire?.sent?.['paging']) };
  const items: unknown[] = [];
  let params = step.params ?? {};
  for (let page = 0; page < mostPages; page += 1) {
    const received = await send({ ...step, params }, as, sending);
    const found = readPath(received.body, paging?.items ?? '');
    if (!Array.isArray(found)) return received;
    items.push(...found);
    const next = readPath(received.body, paging?.token?.property ?? 'nextPageToken');
    if (typeof next !== 'string' || next === '') return { ...received, body: { [paging?.items ?? 'items']: items } };
    params = { ...params, [paging?.token?.parameter ?? 'pageToken']: next };
  }
  throw new Error(`the list has more than ${mostPages} pages`);
}
