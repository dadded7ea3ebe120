import { listCookies, type MessageRedactor } from '@speccast/runtime';
import { decodeUtf8, mediaTypeOf, type Route } from '@speccast/runtime/requests';
import type { PassedBody, PassedResponse } from './captured-body.js';
import type { OperationPlan } from '../../plan/plan.js';
import type { ForwardedHeaders, HeaderPairs } from './client-links.js';
import type { Moments } from './send-upstream.js';
import type { ItemValidator } from './traffic/validate-response.js';

/** A call that has ended. With `fallback`, the emulator responded instead, and there is no `response`. */
export interface PassedCall {
  readonly request: Request;
  readonly route: Route<OperationPlan>;
  /** URL of the request of the client. */
  readonly here: URL;
  /** URL of the request at the real service. */
  readonly there: URL;
  readonly requestHeaders: HeaderPairs;
  readonly requestBody: PassedBody;
  readonly moments: Moments;
  readonly forwarded?: ForwardedHeaders;
  /** Validator of a response that arrived item by item. */
  readonly items?: ItemValidator | undefined;
  /** True if the service sent more bytes than Content-Length states. */
  readonly isTooLong?: boolean;
  /** Absent if there was no response. */
  readonly response?: PassedResponse;
  /** The response that the client gets instead of one of the service. */
  readonly rejection?: Response;
  /** Reason why there was no response, or why it ended early. */
  readonly error?: string | undefined;
  /** Reason why the emulator responded instead: `upstream 501`. */
  readonly fallback?: string;
}

/** Converts a call to an entry of HAR 1.2, without credentials. `JSON.stringify` leaves out members that are undefined. */
export function harEntry(call: PassedCall, caller: string, redactor: MessageRedactor): object {
  const { request, route, here, there, requestBody, response, moments, fallback } = call;
  const { error = fallback } = call;
  const url = redactor.address(there.href);
  const headers = redactor.headers(call.requestHeaders);
  const time = (moments.ended ?? Date.now()) - moments.begun;
  const isTruncated = [requestBody, response?.body].some((body) => body?.seen === 'too long');
  const mimeType = readHeader(call.requestHeaders, 'content-type');
  const { text = '', encoding, comment } = writeContent(requestBody, mimeType, redactor);
  return {
    startedDateTime: new Date(moments.begun).toISOString(),
    time,
    request: {
      method: request.method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: toPairs(listCookies(headers)),
      headers: toPairs(headers),
      queryString: toPairs([...new URL(url).searchParams]),
      postData: requestBody.length ? { mimeType, text, _encoding: encoding, comment } : undefined,
      headersSize: -1,
      bodySize: requestBody.length,
    },
    response: toResponse(response, redactor),
    cache: {},
    timings: toTimings(moments, time),
    comment: isTruncated ? 'A body is longer than what is recorded; this call is not replayed.' : undefined,
    _speccast: {
      target: redactor.address(here.pathname + here.search),
      caller,
      operation: route.kind === 'operation' ? route.plan.operation.id : undefined,
      truncated: isTruncated || undefined,
      fallback: fallback === undefined ? undefined : true,
      error: error && redactor.known(error),
    },
  };
}

function toResponse(response: PassedResponse | undefined, redactor: MessageRedactor) {
  const { headers: sent = [], status = 0, statusText = '', httpVersion = '', body } = response ?? {};
  const headers = redactor.headers(sent);
  const mimeType = readHeader(sent, 'content-type') || 'x-unknown';
  return {
    status,
    statusText: redactor.known(statusText),
    httpVersion,
    cookies: toPairs(listCookies(headers)),
    headers: toPairs(headers),
    content: body ? writeContent(body, mimeType, redactor) : { size: 0, mimeType },
    redirectURL: readHeader(headers, 'location'),
    headersSize: -1,
    bodySize: body?.length ?? -1,
  };
}

function toPairs(pairs: HeaderPairs | ReturnType<typeof listCookies>) {
  return pairs.map(([name, value]) => ({ name, value }));
}

function readHeader(headers: HeaderPairs, lowerName: string) {
  return headers.find(([name]) => name.toLowerCase() === lowerName)?.[1] ?? '';
}

/** Writes a body as text if it is UTF-8, else in Base64. */
function writeContent(
  { length, bytes: sent, seen }: PassedBody,
  mimeType: string,
  redactor: MessageRedactor,
): { size: number; mimeType: string; text?: string; encoding?: 'base64'; comment?: string } {
  if (length === 0) return { size: 0, mimeType };
  const bytes = seen instanceof Uint8Array ? seen : sent;
  if (!bytes) return { size: length, mimeType, comment: `${length} bytes, which is too long to be recorded` };
  const about = { size: bytes.length, compression: bytes.length - length || undefined, mimeType };
  const type = mediaTypeOf(mimeType);
  const text = decodeUtf8(bytes, { ignoreBOM: true });
  if (text !== undefined) return { ...about, text: redactor.body(text, type) };
  // One character for each byte, so that names and values in it can be found.
  const characters = Buffer.from(bytes).toString('latin1');
  const clean = type.startsWith('multipart/') ? redactor.body(characters, type) : redactor.known(characters);
  return { ...about, text: Buffer.from(clean, 'latin1').toString('base64'), encoding: 'base64' };
}

/** Returns the durations of the steps in milliseconds; -1 if there was no such step. */
function toTimings(moments: Moments, time: number) {
  const { begun, assigned = begun, looked, connected, secured, sent, received, ended } = moments;
  const between = (from: number | undefined, to: number | undefined) =>
    from === undefined || to === undefined ? -1 : Math.max(0, to - from);
  const ready = secured ?? connected ?? assigned;
  // A service may respond before it has all of the request.
  const send = Math.max(0, Math.min(sent ?? ready, received ?? Infinity) - ready);
  return {
    blocked: between(begun, moments.assigned),
    dns: between(assigned, looked),
    connect: between(looked ?? assigned, secured ?? connected),
    send,
    wait: Math.max(0, (received ?? time + begun) - ready - send),
    receive: Math.max(0, between(received, ended)),
    ssl: between(connected, secured),
  };
}
