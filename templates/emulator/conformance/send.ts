import { createRedactor, QuotaError, readApiError, withErrorDetails } from '@speccast/runtime';
import type { ReceivedResponse, Sender, Step } from './check.js';
import { expectsSuccess, isStatus, Skip } from './check-response.js';
import type { StepResult } from './report.js';
import { type Run, RunEnd, Unreachable } from './run.js';
import { readUpTo } from '../values/bytes.js';
import { readPath } from './values.js';
import { writeRequest } from './write-request.js';

/** The context of a request. */
export interface Sending {
  readonly run: Run;
  /** The signal of the run; absent during cleanup. */
  readonly signal: AbortSignal | undefined;
  readonly sent: StepResult[];
}

/** Sends the request of a step in which every `${name}` has been replaced. */
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
  await endAtQuota(received, step, run);
  return media ? { ...received, sent: media } : received;
}

/** Sends a request. Throws `Unreachable`, which ends the run, if no request has got a response so far. */
async function fetchResponse(request: Request, run: Run) {
  try {
    const response = await (run.options.fetch ?? fetch)(request);
    run.hasResponse = true;
    return response;
  } catch (error) {
    const { message = String(error), cause }: { readonly message?: string; readonly cause?: unknown } = Object(error);
    const why = cause instanceof Error && (cause.message || String(Reflect.get(cause, 'code') ?? ''));
    const reason = why ? `${message}: ${why}` : message;
    if (error instanceof TypeError && !run.hasResponse)
      throw new Unreachable(`No response from ${run.options.baseUrl}: ${run.redact(reason)}`, { cause: error });
    throw new Error(reason, { cause: error });
  }
}

/** Reads a response. Throws if it is longer than `limit` bytes, or invalid JSON. */
async function readResponse(response: Response, limit: number = 16 * 2 ** 20): Promise<ReceivedResponse> {
  const { status, headers } = response;
  const { body: bytes, rest } = await readUpTo(response, limit);
  if (!bytes) {
    // A server that sends without end may not react to the cancellation either.
    rest?.cancel().catch(() => {});
    throw new Error(`the response is longer than ${limit} bytes`);
  }
  const text = new TextDecoder().decode(bytes);
  const received = { status, headers: Object.fromEntries(headers), bytes, text };
  const isJson = /^application\/(?:[\w.-]+\+)?json\b/i.test(headers.get('content-type') ?? '') && text !== '';
  try {
    return { ...received, body: isJson ? JSON.parse(text) : undefined };
  } catch {
    throw new Error(`the response is declared as JSON, but cannot be parsed: ${text.slice(0, 100)}`);
  }
}

/** Throws a `RunEnd` if a response reports that the quota is spent, or that a limit is reached and the step does not expect this. */
async function endAtQuota(
  { status, headers, text }: ReceivedResponse,
  { call = '', expect = {} }: Step,
  { kit: { dailyQuota = {} }, operations }: Run,
) {
  if (status !== 403 && status !== 429) return;
  const operation = operations.get(call) ?? { id: 'a request', method: 'GET', path: '', auth: [] };
  const settings = { hooks: { ...withErrorDetails, ...dailyQuota }, now: Date.now };
  const response = new Response(text, { status, headers: { 'content-type': headers['content-type'] ?? '' } });
  const meta = { status, headers: response.headers, requestId: undefined, attempts: 1, quotaCost: undefined };
  const error = await readApiError({ operation, redactor: createRedactor([]), settings }, response, meta);
  if (error instanceof QuotaError)
    throw new RunEnd(`the quota is spent until ${error.resetsAt.toISOString()}: ${error.message}`);
  if (status === 429 && !isStatus(429, expect.status ?? '2xx'))
    throw new RunEnd(`the service takes no more requests: ${error.message}`);
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
