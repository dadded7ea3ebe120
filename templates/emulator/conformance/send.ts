import type { Sender, Step } from './check.js';
import { expectsSuccess, Skip } from './check-response.js';
import { type ReceivedResponse, readResponse } from './read-response.js';
import type { StepResult } from './report.js';
import type { Run } from './run.js';
import { endAtQuota, Unreachable } from './run-end.js';
import { readPath } from './values.js';
import { writeRequest } from './write-request.js';

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
  const operation = run.operations.get(call);
  const id = params?.['id'];
  // A run deletes only rows whose ids were in responses to its own writes.
  if (operation?.method === 'DELETE' && expectsSuccess(expect) && typeof id === 'string' && !run.ownIds.has(id))
    throw new Skip(`${call} would delete ${id}, which this run did not create`);
  const { request, media, content } = await writeRequest(run, step, as);
  const line = `${as} ${request.method} ${request.url} ${content.slice(0, 200)}`.trim();
  const entry: { sent: string; status?: number } = { sent: run.redact(line) };
  sent.push(entry);
  // A write in progress is not aborted: its response says what it created.
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const response = await fetchResponse(isRead && signal ? new Request(request, { signal }) : request, run);
  entry.status = response.status;
  const received = await readResponse(response, run.options.maxBytes);
  if (!isRead && response.ok) run.ownIds.add(readPath(received.body, 'id'));
  await endAtQuota(received, expect, run.kit, operation);
  return media ? { ...received, sent: media } : received;
}

/** Sends a request. Throws `Unreachable`, which ends the run, if no request has got a response so far. */
async function fetchResponse(request: Request, run: Run): Promise<Response> {
  try {
    const response = await (run.options.fetch ?? fetch)(request);
    run.answered = true;
    return response;
  } catch (error) {
    const { message = String(error), cause }: { readonly message?: string; readonly cause?: unknown } = Object(error);
    const why = cause instanceof Error && (cause.message || String(Reflect.get(cause, 'code') ?? ''));
    const reason = why ? `${message}: ${why}` : message;
    if (error instanceof TypeError && !run.answered)
      throw new Unreachable(`No response from ${run.options.baseUrl}: ${run.redact(reason)}`, { cause: error });
    throw new Error(reason, { cause: error });
  }
}

/** Maximum number of pages, so that an endless list fails. */
const mostPages = 300;

/** Requests all pages of a list. Returns the last response with the items of all pages. */
export async function sendPages(step: Step, as: Sender, sending: Sending): Promise<ReceivedResponse> {
  const { paging: own, wire } = sending.run.operations.get(step.call ?? '') ?? {};
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
