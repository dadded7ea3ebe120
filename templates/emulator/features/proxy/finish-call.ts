import { type Received } from '../../plan/plan.js';
import { receive } from '../../receive/receive.js';
import type { Violation } from '../../plan/violation.js';
import type { Entry } from '../../world/direct-fetch.js';
import type { Engine } from '../../world/engine.js';
import type { CallRedactor } from '../../world/journal/redactor.js';
import { isPreflight, validateRequest } from './traffic/validate-request.js';
import { validateResponse } from './traffic/validate-response.js';
import type { ContractReport, FoundViolation, Locate, OnCall } from './contract-report.js';
import type { PassedCall } from './har-entry.js';
import type { Recorder } from './recorder.js';
import type { UpstreamAddress } from './client-links.js';

/** The members that all calls of a proxy share. */
export interface UpstreamContext {
  readonly engine: Engine;
  readonly address: UpstreamAddress;
  readonly redactor: CallRedactor;
  readonly report: ContractReport;
  readonly recorder: Recorder | undefined;
  readonly locate: Locate;
  readonly timeoutMs: number;
  readonly maxBodyBytes: number;
  readonly onCall: OnCall;
  /** Responds where the service lacks something; absent where it has the last word. */
  readonly fallback?: Entry;
}

/** Validates a call, and adds it to the journal, the report and the recording. Resolves to its violations. */
export async function finishCall(context: UpstreamContext, call: PassedCall): Promise<readonly FoundViolation[]> {
  const { engine, redactor, report, recorder, locate, onCall } = context;
  const { request, route, here, there, requestBody, response, items } = call;
  const { method } = request;
  const caller = redactor.nameCaller(call.requestHeaders, there);
  const received: Received = { ...receive(request), source: 'upstream' };
  const found = [...(await validateRequest(engine, received, route, requestBody.seen))];
  if (response && !isPreflight(request)) {
    const { status, body } = response;
    const passed = { status, headers: new Headers([...response.headers]), body: body.seen, items };
    found.push(...validateResponse(engine, received, passed));
  }
  found.push(...findTransportViolations(call));
  const toClean = async (one: Violation) => {
    const position = one.pointer === undefined ? undefined : await locate(one.pointer);
    return { ...one, message: redactor.text(one.message), ...(position !== undefined && { position }) };
  };
  const violations = await Promise.all(found.map(toClean));
  // The emulator notes the calls that it responds to itself.
  if (call.fallback === undefined) noteInJournal(context, { ...received, violations }, call, caller);
  const operation = received.plan?.operation;
  const about = {
    method,
    path: operation?.path ?? redactor.address(here.pathname),
    status: response?.status ?? 0,
    ...(operation && { operation: operation.id }),
  };
  const all: readonly FoundViolation[] = violations.map((one) => ({ ...one, ...about }));
  onCall(all, report.note(all));
  if (response) engine.noteEnd(received, new Response(null, { status: response.status }));
  await recorder?.note(call, caller);
  return all;
}

/** Finds violations in the way in which request and response were sent. */
function findTransportViolations(call: PassedCall) {
  const { request, requestBody, response, error, forwarded, isTooLong, rejection } = call;
  const foreign = forwarded?.foreign && `The service redirects to another one: ${forwarded.foreign}`;
  const length = isTooLong ? 'The body is longer than Content-Length says' : undefined;
  const broken = request.signal.aborted ? undefined : error;
  const rows = [
    ['invalid-body', 'request', requestBody.mistake, 'header Content-Encoding'],
    ['broken-response', 'response', response?.body.mistake, 'header Content-Encoding'],
    ['broken-response', 'response', length, 'header Content-Length'],
    ['foreign-redirect', 'response', foreign, 'header Location'],
    [rejection ? 'upstream-error' : 'broken-response', 'response', broken, 'connection'],
  ] as const;
  return rows.flatMap(([code, of, message, location]) =>
    message === undefined ? [] : { severity: 'error' as const, code, of, message, location },
  );
}

/** Adds a call to the journal, without credentials. */
function noteInJournal({ engine, redactor }: UpstreamContext, received: Received, call: PassedCall, caller: string) {
  const { request, response, rejection, moments } = call;
  const { params, body, responseBody } = received;
  const url = redactor.address(request.url);
  const clean: Received = {
    ...received,
    request: new Request(url, { method: request.method, headers: redactor.headers(call.requestHeaders) }),
    url: new URL(url),
    started: performance.now() - (Date.now() - moments.begun),
    // All at once: a string that is a credential in one place may be in others, too.
    ...redactor.json({
      ...(params && { params }),
      ...(body !== undefined && { body }),
      ...(responseBody !== undefined && { responseBody }),
    }),
  };
  const headers = redactor.headers([...new Headers(call.forwarded?.headers)]);
  // A response without a body may have any status.
  const noted = response ? new Response(null, { status: response.status, headers }) : rejection;
  engine.journal.note(clean, noted, { time: engine.clock.now(), caller: caller || undefined });
}
