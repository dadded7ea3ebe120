import type { ConformanceKit, Sender, Step } from './check.js';
import { expectsSuccess, Skip } from './check-response.js';
import type { CreatedRow, CreatedRows } from './created-rows.js';
import { type ReceivedResponse, readResponse } from './read-response.js';
import type { StepResult } from './report.js';
import { endAtQuota, explainFailure, Unreachable } from './run-end.js';
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
  /** Some request got a response. */
  answered: boolean;
  /** Rows whose deletion was tried. */
  readonly tried: Set<CreatedRow>;
  /** Operations that were rejected for the quota while the run cleaned up. */
  readonly hasSpent: Set<string>;
}

/** The context of a request. */
export interface Sending {
  readonly run: Run;
  /** The signal of the run; absent during cleanup. */
  readonly signal: AbortSignal | undefined;
  readonly sent: StepResult[];
}

/** Sends the request of a step in which every name has been replaced. */
export async function send(step: Step, as: Sender, { run, sent, signal }: Sending): Promise<ReceivedResponse> {
  signal?.throwIfAborted();
  const { call = '', params, expect = {} } = step;
  const operation = run.target.operations.get(call);
  const id = params?.['id'];
  // A run deletes only rows whose ids were in responses to its own writes.
  if (operation?.method === 'DELETE' && expectsSuccess(expect) && typeof id === 'string' && !run.rows.isOwn(id))
    throw new Skip(`${call} would delete ${id}, which this run did not create`);
  const { request, media, content } = await writeRequest(run.target, step, as);
  const line = `${as} ${request.method} ${request.url} ${content.slice(0, 200)}`.trim();
  const entry = { sent: run.redact(line) };
  sent.push(entry);
  // A write in progress is not aborted: its response says what it created.
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const response = await fetchResponse(isRead && signal ? new Request(request, { signal }) : request, run);
  sent[sent.indexOf(entry)] = { ...entry, status: response.status };
  const received = await readResponse(response, run.maxBytes);
  if (!isRead && response.ok) run.rows.noteId(readPath(received.body, 'id'));
  await endAtQuota(received, { target: run.target, expect }, operation);
  return media === undefined ? received : { ...received, sent: media };
}

/** Sends a request. Throws `Unreachable`, which ends the run, if no request has got a response so far. */
async function fetchResponse(request: Request, run: Run): Promise<Response> {
  try {
    const response = await run.fetch(request);
    run.answered = true;
    return response;
  } catch (error) {
    const reason = explainFailure(error);
    if (error instanceof TypeError && !run.answered)
      throw new Unreachable(`No response from ${run.target.baseUrl}: ${run.redact(reason)}`, { cause: error });
    throw new Error(reason, { cause: error });
  }
}

/** Maximum number of pages, so that an endless list fails. */
const mostPages = 300;

/** Requests all pages of a list. Returns the last response with the items of all pages. */
export async function sendPages(step: Step, as: Sender, sending: Sending): Promise<ReceivedResponse> {
  const { paging: own, wire } = sending.run.target.operations.get(step.call ?? '') ?? {};
  // Responses have the names of the wire.
  const { items: path, token }: NonNullable<typeof own> = { ...own, ...Object(wire?.sent?.['paging']) };
  const items: unknown[] = [];
  let params = step.params ?? {};
  for (let page = 0; page < mostPages; page += 1) {
    const received = await send({ ...step, params }, as, sending);
    const found = readPath(received.body, path ?? '');
    if (!Array.isArray(found)) return received;
    items.push(...found);
    const next = readPath(received.body, token?.property ?? 'nextPageToken');
    if (typeof next !== 'string' || next === '') return { ...received, body: { [path ?? 'items']: items } };
    params = { ...params, [token?.parameter ?? 'pageToken']: next };
  }
  throw new Error(`the list has more than ${mostPages} pages`);
}
