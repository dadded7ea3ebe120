import { isBodyless, mediaTypeOf, pullStream } from '@speccast/runtime/requests';
import { writeHeaderList } from '../../plan/notes.js';
import { operationPart } from '../../plan/operations/document-parts.js';
import type { Received } from '../../plan/plan.js';
import type { Violation } from '../../plan/violation.js';
import { noteBackground, receive } from '../../receive/receive.js';
import { locate } from '../../receive/router.js';
import { envelope } from '../../respond/envelope.js';
import { withKnownBody } from '../../respond/respond.js';
import { defined } from '../../values/defined.js';
import { readUpTo } from '../../values/bytes.js';
import type { Entry } from '../../world/direct-fetch.js';
import type { Engine } from '../../world/engine.js';
import type { CallRedactor } from '../../world/journal/redactor.js';
import { CapturedBody } from './captured-body.js';
import {
  type ForwardedHeaders,
  type UpstreamAddress,
  createLinks,
  hasLinks,
  requestHeaders,
  responseHeaders,
} from './client-links.js';
import type { ContractReport, FoundViolation, Locate, OnCall } from './contract-report.js';
import type { PassedCall } from './har-entry.js';
import type { Recorder } from './recorder.js';
import { type Moments, sendUpstream, toFailure, UpstreamFailure, type UpstreamResponse } from './send-upstream.js';
import { isPreflight, validateRequest } from './traffic/validate-request.js';
import { createItemValidator, validateResponse } from './traffic/validate-response.js';

/** The members that all calls of a proxy share. */
interface UpstreamContext {
  readonly engine: Engine;
  readonly address: UpstreamAddress;
  readonly redactor: CallRedactor;
  readonly report: ContractReport;
  readonly recorder: Recorder | undefined;
  readonly locate: Locate;
  readonly timeoutMs: number;
  readonly maxBodyBytes: number;
  readonly onCall: OnCall;
  /** Responds if the service cannot; absent if its responses and failures are always passed on. */
  readonly fallback?: Entry;
}

/** Longest body that is held until it is complete, in bytes. JSON and XML are held up to `maxBodyBytes`, to replace URLs in them. */
const heldBytes = 1024 * 1024;

/** Headers that depend on the bytes of a body. */
const bodyHeaders = ['content-encoding', 'content-length', 'content-md5', 'digest', 'content-digest', 'repr-digest'];

/** The members of a call that are known at its end. `isSent`: the service received the whole request. */
type CallEnd = Partial<PassedCall> & { readonly isSent: boolean };

/** One request on its way to a real service and back. */
interface Passage extends Pick<PassedCall, 'request' | 'route' | 'here' | 'there'> {
  readonly context: UpstreamContext;
  /** Validates and records the call, once. */
  readonly note: (end: CallEnd) => Promise<readonly FoundViolation[]>;
}

/** Passes a request on to a real service. Calls `onEnd` when the call was validated and recorded. */
export async function passOn(context: UpstreamContext, request: Request, onEnd: () => void): Promise<Response> {
  const { address, engine, fallback, maxBodyBytes, redactor, timeoutMs } = context;
  const { method, signal } = request;
  const here = new URL(request.url);
  const there = address.target(here);
  const { route } = locate(engine.shared, method, here.pathname, here.search);
  const headers = requestHeaders(request);
  const moments: Moments = { begun: Date.now() };
  const captured = new CapturedBody(maxBodyBytes);
  let isFinished = false;
  const note: Passage['note'] = async ({ isSent, ...end }) => {
    if (isFinished) return [];
    isFinished = true;
    const isWhole = request.body === null || isSent;
    const sent = {
      requestHeaders: Object.entries(headers),
      requestBody: captured.end(isWhole ? (request.headers.get('content-encoding') ?? '') : undefined),
    };
    try {
      return await finishCall(context, { ...end, ...sent, request, route, here, there, moments });
    } finally {
      onEnd();
    }
  };
  const passage = { context, request, route, here, there, note };
  // The emulator may need the body, too.
  let body: Uint8Array | undefined;
  try {
    const kept = fallback && (await readUpTo(request, maxBodyBytes));
    body = kept?.body;
    if (body) captured.add(body);
    const onSent = (chunk: Uint8Array) => {
      if (!body) captured.add(chunk);
    };
    const sending = { method, url: there, headers, body: kept?.rest ?? request.body, signal, timeoutMs, onSent };
    const response = await sendUpstream(sending, moments);
    return (await fallBack(passage, body, response)) ?? (await forward(passage, response));
  } catch (error) {
    const failure = toFailure(error, there.origin);
    const { status, message } = failure;
    const instead = await fallBack(passage, body, failure);
    if (instead) return instead;
    const reason = status === 504 ? 'upstreamTimeout' : 'badGateway';
    const rejection = envelope(status, reason, `${redactor.known(message)}.`);
    const why = signal.aborted ? 'The client left before there was a response' : message;
    return withViolations(rejection, await note({ isSent: false, rejection, error: why }));
  }
}

/** Lets the emulator respond to a request that the service cannot respond to; undefined if the result of the service is passed on. */
async function fallBack(passage: Passage, body: Uint8Array | undefined, result: UpstreamResponse | UpstreamFailure) {
  const { fallback } = passage.context;
  const { url, method, headers, signal } = passage.request;
  const isFailure = result instanceof UpstreamFailure;
  if (!fallback || !body || signal.aborted) return undefined;
  if (isFailure ? !result.isAbsent || !isLacking(passage) : !isLacking(passage, result.status)) return undefined;
  if (!isFailure) result.cancel();
  const why = `upstream ${isFailure ? (result.status === 504 ? 'timeout' : 'unreachable') : result.status}`;
  const violations = await passage.note({ isSent: true, fallback: why });
  const content = body.length && { body: Uint8Array.from(body) };
  const request = new Request(url, { method, headers, signal, ...content });
  noteBackground(request, { source: 'fallback', violations });
  const response = withViolations(await fallback(request), violations);
  response.headers.set('x-mock-fallback', why);
  return response;
}

/** Returns whether the emulator may respond: the document has the operation, and does not declare the status of the response. */
function isLacking({ context, request, route }: Passage, status?: number) {
  if (status !== undefined && ![404, 405, 501].includes(status)) return false;
  if (route.kind !== 'operation') return route.kind === 'method' && request.method === 'OPTIONS';
  const operation = operationPart(context.engine.plan.document ?? {}, route.plan);
  const statuses = Object.keys(Object(operation?.value['responses']));
  const code = String(status);
  return !statuses.some((name) => [code, code.replace(/..$/, 'XX')].includes(name.toUpperCase()));
}

/** Passes a response on to the client: short ones and documents whole, others as they arrive. */
async function forward(passage: Passage, response: UpstreamResponse) {
  const { context, request, here, there } = passage;
  const { status } = response;
  if (status < 200 || status > 599) {
    response.cancel();
    throw new UpstreamFailure(`${there.origin} responded with the status ${status}`);
  }
  const links = createLinks(context.address, here, there);
  const forwarded = responseHeaders(response.headers, links);
  const { headers } = forwarded;
  const init = { status, headers };
  const type = mediaTypeOf(headers.get('content-type') ?? '');
  const isEmpty = request.method === 'HEAD' || status === 205 || isBodyless(status);
  const isDocument = !isEmpty && hasLinks(type);
  const received = receiveBody(passage, response, forwarded);
  // The length in a response to HEAD is not that of its body.
  const held = { body: received.stream, headers: isEmpty ? new Headers() : headers };
  const isShort = isEmpty || isDocument || headers.has('content-length');
  const { body, rest } = isShort
    ? await readUpTo(held, isDocument ? context.maxBodyBytes : heldBytes)
    : { body: undefined, rest: received.stream };
  if (!body) {
    received.letGo();
    return new Response(rest ?? null, init);
  }
  const { violations, seen } = await received.end();
  if (isEmpty) return withViolations(new Response(null, init), violations);
  const rewritten = status !== 206 && seen instanceof Uint8Array ? links.body(seen, type) : seen;
  const isRewritten = rewritten !== seen && rewritten instanceof Uint8Array;
  for (const name of isRewritten ? bodyHeaders : []) headers.delete(name);
  const whole = isRewritten ? rewritten : body;
  return withKnownBody(withViolations(new Response(Uint8Array.from(whole), init), violations), whole);
}

/** Receives the body of a response. `end` validates and records the call. */
function receiveBody(passage: Passage, response: UpstreamResponse, forwarded: ForwardedHeaders) {
  const { context, request, route, there, note } = passage;
  const { status, statusText, httpVersion, headers } = response;
  const encoding = forwarded.headers.get('content-encoding');
  const type = mediaTypeOf(forwarded.headers.get('content-type') ?? '');
  const isPlain = route.kind === 'operation' && encoding === null;
  const items = isPlain ? createItemValidator(route.plan, status, type) : undefined;
  const captured = new CapturedBody(context.maxBodyBytes);
  let isHeld = true;
  const end = async (error?: string) => {
    // A response that came early leaves the rest of the request on its way.
    const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 50).unref());
    const isSent = request.body === null || (await Promise.race([response.sent, late]));
    const body = captured.end(error === undefined ? (encoding ?? '') : undefined);
    const passed = { status, statusText, httpVersion, headers, body };
    const ended = { forwarded, isSent, items, isTooLong: response.isTooLong(), response: passed, error };
    return { violations: await note(ended), seen: body.seen };
  };
  const stream = pullStream(
    async () => {
      try {
        const chunk = await response.read();
        if (chunk) {
          captured.add(chunk);
          items?.push(chunk);
        } else if (!isHeld) await end();
        return chunk;
      } catch (error) {
        const failure = toFailure(error, there.origin);
        if (!isHeld) await end(failure.message);
        throw failure;
      }
    },
    async () => {
      response.cancel();
      await end('The client left before the response was complete');
    },
  );
  // From then on, the client reads the body as it arrives, and the end of the body ends the call.
  const letGo = () => void (isHeld = false);
  return { stream, letGo, end };
}

/** Validates a call, and adds it to the journal, the report and the recording. Resolves to its violations. */
async function finishCall(context: UpstreamContext, call: PassedCall): Promise<readonly FoundViolation[]> {
  const { engine, redactor, report, recorder, locate, onCall } = context;
  const { request, route, here, there, requestBody, response, items } = call;
  const { method } = request;
  const caller = redactor.nameCaller(call.requestHeaders, there);
  const received: Received = { ...receive(request), source: 'upstream' };
  const found = [...(await validateRequest(engine, received, route, requestBody.seen))];
  if (response && !isPreflight(request)) found.push(...validateResponse(engine, received, response, items));
  found.push(...findTransportViolations(call));
  const toClean = async (one: Violation) => {
    const position = one.pointer === undefined ? undefined : await locate(one.pointer);
    return defined({ ...one, message: redactor.text(one.message), position });
  };
  const violations = await Promise.all(found.map(toClean));
  // The emulator notes the calls that it responds to itself.
  if (call.fallback === undefined) noteInJournal(context, { ...received, violations }, call, caller);
  const operation = received.plan?.operation;
  const path = operation?.path ?? redactor.address(here.pathname);
  const about = defined({ method, path, status: response?.status ?? 0, operation: operation?.id });
  const all = violations.map((one) => ({ ...one, ...about }));
  onCall(all, report.note(all));
  if (response) engine.noteEnd(received, new Response(null, { status: response.status }));
  await recorder?.note(call, caller);
  return all;
}

/** Finds violations in the way in which request and response were sent. */
function findTransportViolations(call: PassedCall) {
  const { request, requestBody, response, error, forwarded, isTooLong, rejection } = call;
  const foreign = forwarded?.foreign && `The service redirects to another one: ${forwarded.foreign}`;
  const length = isTooLong ? 'The body is longer than Content-Length states' : undefined;
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
    ...redactor.json(defined({ params, body, responseBody })),
  };
  const headers = redactor.headers([...new Headers(call.forwarded?.headers)]);
  // A response without a body may have any status.
  const noted = response ? new Response(null, { status: response.status, headers }) : rejection;
  engine.journal.note(clean, noted, { time: engine.clock.now(), caller: caller || undefined });
}

/** Adds violations as a header: `response query limit: Must be a number`. */
function withViolations(response: Response, violations: readonly FoundViolation[]) {
  const texts = violations.map(({ severity, of, location = 'path', message }) =>
    `${severity === 'warning' ? 'warning: ' : ''}${of} ${location}: ${message}`.replaceAll(',', ';'),
  );
  if (texts.length) response.headers.set('x-mock-violation', writeHeaderList(texts));
  return response;
}
