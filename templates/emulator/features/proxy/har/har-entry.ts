import { mediaTypeOf, decodeUtf8 } from '@speccast/runtime/requests';
import { cookiesOf, type Redactor } from '../../../world/journal/redactor.js';
import type { CapturedBody, DecodedBody } from '../captured-body.js';
import type { HeaderPairs } from '../forwarded-headers.js';
import type { Moments } from '../send-upstream.js';
import type { HarContent, HarEntry, HarPair, HarPostData, HarTimings } from './har.js';

/** All that is known of a call of a real service. */
export interface PassedCall {
  readonly method: string;
  /** Address at the real service. */
  readonly there: URL;
  /** Path and query as the client asked for them. */
  readonly target: string;
  readonly requestHeaders: HeaderPairs;
  readonly requestBody: CapturedBody;
  readonly requestDecoded: DecodedBody;
  readonly operation?: string | undefined;
  readonly caller: string;
  readonly moments: Moments;
  /** Absent if there was no response. */
  readonly response?: PassedResponse | undefined;
  /** Why there was none, or why it ended early. */
  readonly error?: string | undefined;
  /** What the service lacks, so that the emulator responded: `upstream 501`. */
  readonly fallback?: string | undefined;
}

/** The response of a real service. */
export interface PassedResponse {
  readonly status: number;
  readonly statusText: string;
  readonly httpVersion: string;
  readonly headers: HeaderPairs;
  readonly body: CapturedBody;
  readonly decoded: DecodedBody;
}

/** A call as an entry of HAR, without credentials. */
export function harEntry(call: PassedCall, redactor: Redactor): HarEntry {
  const { method, there, target, operation, caller, moments, fallback, error = fallback } = call;
  const url = redactor.address(there.href);
  const headers = redactor.headers(call.requestHeaders);
  const postData = postDataOf(call, redactor);
  const time = (moments.ended ?? Date.now()) - moments.begun;
  const isTruncated = call.requestDecoded.seen === 'too long' || call.response?.decoded.seen === 'too long';
  return {
    startedDateTime: new Date(moments.begun).toISOString(),
    time,
    request: {
      method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: pairsOf(cookiesOf(headers)),
      headers: pairsOf(headers),
      queryString: pairsOf([...new URL(url).searchParams]),
      ...(postData && { postData }),
      headersSize: -1,
      bodySize: call.requestBody.length,
    },
    response: responseOf(call, redactor),
    cache: {},
    timings: timingsOf(moments, time),
    ...(isTruncated && { comment: 'A body is longer than what is recorded; this call is not replayed.' }),
    _speccast: {
      target: redactor.address(target),
      caller,
      ...(operation !== undefined && { operation }),
      ...(isTruncated && { truncated: true }),
      ...(fallback !== undefined && { fallback: true as const }),
      ...(error !== undefined && { error: redactor.known(error) }),
    },
  };
}

function pairsOf(pairs: HeaderPairs): HarPair[] {
  return pairs.map(([name, value]) => ({ name, value }));
}

function headerOf(headers: HeaderPairs, wanted: string): string {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';
}

/** A body as text where it is some, else in Base64. */
interface WrittenBody {
  readonly text: string;
  readonly encoding?: 'base64';
}

function written(bytes: Uint8Array, type: string, redactor: Redactor): WrittenBody {
  const text = decodeUtf8(bytes, { ignoreBOM: true });
  if (text !== undefined) return { text: redactor.body(text, type) };
  // One character for each byte, so that names and values in it can be found.
  const characters = Buffer.from(bytes).toString('latin1');
  const clean = type.startsWith('multipart/') ? redactor.body(characters, type) : redactor.known(characters);
  return { text: Buffer.from(clean, 'latin1').toString('base64'), encoding: 'base64' };
}

function postDataOf(
  { requestHeaders, requestBody, requestDecoded }: PassedCall,
  redactor: Redactor,
): HarPostData | undefined {
  if (requestBody.length === 0) return undefined;
  const mimeType = headerOf(requestHeaders, 'content-type');
  const bytes = requestDecoded.seen instanceof Uint8Array ? requestDecoded.seen : requestBody.bytes;
  if (bytes === undefined)
    return { mimeType, text: '', comment: `${requestBody.length} bytes, which is too long to be recorded` };
  const { text, encoding } = written(bytes, mediaTypeOf(mimeType), redactor);
  return { mimeType, text, ...(encoding && { _encoding: encoding }) };
}

function responseOf({ response }: PassedCall, redactor: Redactor): HarEntry['response'] {
  const headers = redactor.headers(response?.headers ?? []);
  return {
    status: response?.status ?? 0,
    statusText: redactor.known(response?.statusText ?? ''),
    httpVersion: response?.httpVersion ?? '',
    cookies: pairsOf(cookiesOf(headers)),
    headers: pairsOf(headers),
    content: contentOf(response, redactor),
    redirectURL: headerOf(headers, 'location'),
    headersSize: -1,
    bodySize: response?.body.length ?? -1,
  };
}

function contentOf(response: PassedResponse | undefined, redactor: Redactor): HarContent {
  if (response === undefined) return { size: 0, mimeType: 'x-unknown' };
  const { headers, body, decoded } = response;
  const mimeType = headerOf(headers, 'content-type') || 'x-unknown';
  if (body.length === 0) return { size: 0, mimeType };
  const bytes = decoded.seen instanceof Uint8Array ? decoded.seen : body.bytes;
  if (bytes === undefined)
    return { size: body.length, mimeType, comment: `${body.length} bytes, which is too long to be recorded` };
  const compression = bytes.length - body.length;
  return {
    size: bytes.length,
    ...(compression !== 0 && { compression }),
    mimeType,
    ...written(bytes, mediaTypeOf(mimeType), redactor),
  };
}

function timingsOf(
  { begun, assigned, looked, connected, secured, sent, received, ended }: Moments,
  time: number,
): HarTimings {
  const between = (from: number | undefined, to: number | undefined): number =>
    from === undefined || to === undefined ? -1 : Math.max(0, to - from);
  const dns = between(assigned, looked);
  const connect = between(looked ?? assigned, secured ?? connected);
  const ready = secured ?? connected ?? assigned ?? begun;
  const blocked = between(begun, assigned);
  // A service may respond before it has all of the request.
  const send = Math.max(0, Math.min(sent ?? ready, received ?? Infinity) - ready);
  const wait =
    received === undefined ? Math.max(0, time - (ready - begun) - send) : Math.max(0, received - ready - send);
  const receive = Math.max(0, between(received, ended));
  return { blocked, dns, connect, send, wait, receive, ssl: between(connected, secured) };
}
