import { type Exchange, openExchange } from '../../plan/exchange.js';
import type { ItemValidator } from './traffic/item-validator.js';
import { isPreflight, validateRequest } from './traffic/validate-request.js';
import { validateResponse } from './traffic/validate-response.js';
import type { Violation } from '../../plan/violation.js';
import type { FoundViolation } from './contract-report.js';
import type { ForwardedHeaders, HeaderPairs } from './forwarded-headers.js';
import type { PassedCall } from './har/har-entry.js';
import type { UpstreamContext } from './upstream-context.js';

/** A call that is over. */
export interface FinishedCall extends Omit<PassedCall, 'method' | 'target' | 'operation' | 'caller'> {
  readonly request: Request;
  /** Address that the client asked for. */
  readonly here: URL;
  readonly forwarded?: ForwardedHeaders;
  /** Whether the service had all of the request. */
  readonly isSent: boolean;
  /** What validated the items of a response that came item by item. */
  readonly items?: ItemValidator | undefined;
  /** Whether the service sent more than it had said. */
  readonly isTooLong?: boolean;
  /** The response that the client gets instead of one of the service. */
  readonly rejection?: Response;
}

/** Validates a call, and tells journal, report and recording of it. Resolves to what is wrong. */
export async function finishCall(context: UpstreamContext, call: FinishedCall): Promise<readonly FoundViolation[]> {
  const { engine, redactor, report, recorder, onCall } = context;
  const { request, here, there } = call;
  const caller = redactor.callerOf(call.requestHeaders, there);
  const exchange = openExchange(request);
  const found = [...(await violationsOf(context, exchange, call)), ...transportViolations(call)];
  const isPassed = call.fallback === undefined;
  const violations = await Promise.all(found.map((one) => located(context, one)));
  // The emulator notes the calls that it responds to itself.
  if (isPassed) noteInJournal(context, exchange, { call, violations, caller });
  const about = {
    method: request.method,
    path: exchange.plan?.operation.path ?? redactor.address(here.pathname),
    status: call.response?.status ?? 0,
    ...(exchange.plan !== undefined && { operation: exchange.plan.operation.id }),
  };
  const all: readonly FoundViolation[] = violations.map((one) => ({ ...one, ...about }));
  onCall(all, report.note(all));
  const status = call.response?.status;
  if (status !== undefined && isPassed) engine.shared.tally.note(exchange, status);
  const target = here.pathname + here.search;
  await recorder?.note({ ...call, method: request.method, target, operation: about.operation, caller });
  return all;
}

async function violationsOf(
  { engine }: UpstreamContext,
  exchange: Exchange,
  call: FinishedCall,
): Promise<readonly Violation[]> {
  const { request, here, requestDecoded, response } = call;
  const { method, headers } = request;
  const ofRequest = await validateRequest(engine, exchange, { method, url: here, headers, body: requestDecoded.seen });
  if (response === undefined || call.fallback !== undefined || isPreflight(request)) return ofRequest;
  const { status, decoded } = response;
  const seen = { status, headers: headersOf(response.headers), body: decoded.seen, items: call.items };
  return [...ofRequest, ...validateResponse(engine, exchange, seen)];
}

/** What is wrong with the way in which the service responded. */
function transportViolations(call: FinishedCall): readonly Violation[] {
  const { requestDecoded, response, error, forwarded, isTooLong, rejection } = call;
  const found: Violation[] = [];
  const add = (more: Pick<Violation, 'code' | 'of' | 'message' | 'location'>): void => {
    found.push({ severity: 'error', ...more });
  };
  if (requestDecoded.mistake !== undefined)
    add({ code: 'invalid-body', of: 'request', message: requestDecoded.mistake, location: 'header Content-Encoding' });
  if (response?.decoded.mistake !== undefined)
    add({
      code: 'broken-response',
      of: 'response',
      message: response.decoded.mistake,
      location: 'header Content-Encoding',
    });
  if (isTooLong === true)
    add({
      code: 'broken-response',
      of: 'response',
      message: 'The body is longer than Content-Length says',
      location: 'header Content-Length',
    });
  if (forwarded?.foreign !== undefined) {
    const message = `The service redirects to another one: ${forwarded.foreign}`;
    add({ code: 'foreign-redirect', of: 'response', message, location: 'header Location' });
  }
  if (error === undefined || call.fallback !== undefined || call.request.signal.aborted) return found;
  add({
    code: rejection === undefined ? 'broken-response' : 'upstream-error',
    of: 'response',
    message: error,
    location: 'connection',
  });
  return found;
}

async function located({ redactor, locate }: UpstreamContext, one: Violation): Promise<Violation> {
  const position = one.pointer === undefined ? undefined : await locate(one.pointer);
  return { ...one, message: redactor.text(one.message), ...(position !== undefined && { position }) };
}

/** The journal gets nothing that has a credential in it. */
function noteInJournal(
  { engine, redactor }: UpstreamContext,
  exchange: Exchange,
  { call, violations, caller }: Noted,
): void {
  const { request, response, rejection } = call;
  const { params, body, responseBody, plan, media, notes } = exchange;
  // What is a credential at one position may be at others, too.
  for (const value of [body, responseBody]) if (value !== undefined) redactor.json(value);
  const headers = headersOf(redactor.headers(call.requestHeaders));
  const url = redactor.address(request.url);
  const clean: Exchange = {
    request: new Request(url, { method: request.method, headers }),
    url: new URL(url),
    notes,
    started: performance.now() - (Date.now() - call.moments.begun),
    source: 'upstream',
    violations,
    ...(plan && { plan }),
    ...(media && { media }),
    ...(params && { params: Object(redactor.json(params)) }),
    ...(body !== undefined && { body: redactor.json(body) }),
    ...(responseBody !== undefined && { responseBody: redactor.json(responseBody) }),
  };
  const received = response && headersOf(redactor.headers([...new Headers(call.forwarded?.headers)]));
  // A response with a body may have any status.
  const noted =
    response === undefined ? rejection : new Response(null, { status: response.status, headers: received ?? {} });
  engine.journal.note(clean, noted, { time: engine.clock.now(), caller: caller === '' ? undefined : caller });
}

interface Noted {
  readonly call: FinishedCall;
  readonly violations: readonly Violation[];
  readonly caller: string;
}

function headersOf(pairs: HeaderPairs): Headers {
  const headers = new Headers();
  for (const [name, value] of pairs) headers.append(name, value);
  return headers;
}
