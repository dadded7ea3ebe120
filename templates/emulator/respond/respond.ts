import type { OperationContent } from '@speccast/runtime';
import { chooseByAccept, isBodyless, responseIn, writeExactly, writeItem } from '@speccast/runtime/requests';
import type { CallResponse, OperationPlan } from '../plan/plan.js';
import { hashTag } from '../values/ids.js';
import { toResponseBody, getContent, countBytes, createMedia, type ReceivedMedia } from '../store/media.js';
import { sliceContent } from '../store/stored-bytes.js';
import { isSendable } from '../act/examples.js';
import { chooseSuccess } from '../plan/operations/declared-response.js';
import { findTag, ownTag } from '../act/rows/entity-tags.js';
import { sharing } from './sharing.js';
import { withKnownBody } from './known-body.js';

/** The media type of JSON, unless an operation declares another one. */
export const jsonType = 'application/json; charset=UTF-8';

/** Writes the HTTP response. A matching `If-None-Match` gives a 304, and `HEAD` has no body. */
export function respond(request: Request, plan: OperationPlan, response: CallResponse): Response {
  const isEmpty = response.kind === 'empty';
  const status = (response.kind === 'rows' ? undefined : response.status) ?? chooseSuccess(plan, isEmpty ? 204 : 200);
  if (isEmpty || isBodyless(status))
    return new Response(null, { status, headers: { ...sharing, ...response.headers } });
  if (response.kind === 'rows')
    return new Response(isHead(request) ? null : streamTexts(writeRows(response)), {
      status,
      headers: { ...sharing, 'content-type': response.content?.mediaType ?? jsonType, ...response.headers },
    });
  if (response.kind === 'bytes') {
    const headers = { ...sharing, 'content-type': response.media.mediaType, ...response.headers };
    return sendBytes(request, response.media, { status, headers });
  }
  return sendJson(request, writeJson(plan, response, request.headers.get('accept')));
}

/** Decodes each byte as one character. */
const latin = /* @__PURE__ */ new TextDecoder('latin1');

/** Sends all bytes, or the one range that the request asks for (206; 416 if no byte is in the range). */
function sendBytes(request: Request, media: ReceivedMedia, { status, headers }: Sent): Response {
  const isRead = status === 200 && (request.method === 'GET' || request.method === 'HEAD');
  const size = countBytes(media);
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec((isRead && request.headers.get('range')) || '') ?? [];
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size : Math.min(size, Number(last) + 1);
  const isPart = first + last !== '' && (first === '' || last === '' || Number(first) <= Number(last));
  const content = getContent(media);
  // A tag would need to read bytes that are kept outside memory.
  const etag = isRead && content instanceof Uint8Array ? `"${hashTag(latin.decode(content))}"` : undefined;
  const accepted: Readonly<Record<string, string>> = {
    ...(isRead && { 'accept-ranges': 'bytes' }),
    ...(etag && { etag }),
    ...headers,
  };
  if (etag !== undefined && findTag(request.headers.get('if-none-match'), [etag]) !== undefined)
    return new Response(null, { status: 304, headers: { ...sharing, etag } });
  if (isPart && from >= to) {
    const { 'content-type': _type, ...rest } = accepted;
    return new Response(null, { status: 416, headers: { ...rest, 'content-range': `bytes */${size}` } });
  }
  const sent = isPart ? createMedia(sliceContent(content, from, to), media) : media;
  return new Response(isHead(request) ? null : toResponseBody(sent), {
    status: isPart ? 206 : status,
    headers: {
      ...accepted,
      'content-length': String(countBytes(sent)),
      ...(isPart && { 'content-range': `bytes ${from}-${to - 1}/${size}` }),
    },
  });
}

interface Sent {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** A JSON response as text. */
export interface WrittenJson extends Sent {
  readonly etag: string;
  readonly text: string;
}

/** Writes a JSON response whose status allows a body; as XML, if `Accept` prefers that or the operation declares only XML. */
export function writeJson(plan: OperationPlan, response: JsonResponse, accept?: string | null): WrittenJson {
  const status = response.status ?? chooseSuccess(plan);
  const { content, indent } = response;
  const xml = content ? [content].find(({ kind }) => kind === 'xml') : findXml(plan, status, accept ?? undefined);
  const fail = (reason: string): Error => new Error(`the response of ${plan.operation.id} ${reason}`);
  const inXml = xml && (plan.operation.xml?.write(response.body, xml, fail) ?? '');
  const text = inXml ?? writeExactly(response.body, indent);
  const etag = `"${ownTag(response.body) ?? hashTag(text)}"`;
  const type = xml?.mediaType ?? findJsonType(plan, status, content);
  return { status, headers: { ...sharing, 'content-type': type, etag, ...response.headers }, etag, text };
}

type JsonResponse = Extract<CallResponse, { kind: 'json' }>;

type RowsResponse = Extract<CallResponse, { kind: 'rows' }>;

/** Sends a JSON response. A matching `If-None-Match` gives a 304, and `HEAD` has no body. */
export function sendJson(request: Request, { status, headers, etag, text }: WrittenJson): Response {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const known = isRead ? findTag(request.headers.get('if-none-match'), [etag]) : undefined;
  // A cache may have the tag of the compressed body.
  if (known !== undefined)
    return new Response(null, { status: 304, headers: { ...sharing, etag: known.startsWith('"') ? known : etag } });
  return respondText(request, text, { status, headers });
}

/** Writes the response to `OPTIONS`, for browsers (CORS) and others. */
export function respondOptions(request: Request, allowed: readonly string[]): Response {
  const methods = [...allowed, 'OPTIONS'].join(', ');
  const asked = request.headers.get('access-control-request-headers') ?? '*';
  const headers = {
    ...sharing,
    allow: methods,
    'access-control-allow-methods': methods,
    'access-control-allow-headers': asked,
    'access-control-max-age': '600',
  };
  return new Response(null, { status: 204, headers });
}

/** Chooses the content that a response is sent in: XML if `accept` prefers it to JSON. Undefined for an operation without XML. */
function findXml(
  { operation, responses }: OperationPlan,
  status: number,
  accept: string | undefined,
): OperationContent | undefined {
  if (operation.xml === undefined) return undefined;
  const error = status < 400 ? undefined : responseIn(operation.xmlErrors ?? [], status);
  if (error !== undefined) {
    const isXml = responses.find((one) => one.status === error.status)?.mediaType?.endsWith('xml');
    return isXml === true ? error.contents?.[0] : undefined;
  }
  const { contents = [] } = responseIn(operation.responses ?? [], status) ?? {};
  const json = contents.filter(({ kind = 'json' }) => kind === 'json');
  const xml = contents.filter(({ kind }) => kind === 'xml');
  const chosen = xml.length === 0 ? undefined : chooseByAccept([...json, ...xml], accept);
  return chosen?.kind === 'xml' ? chosen : undefined;
}

/** Finds the JSON media type that is declared, such as `application/hal+json`. */
function findJsonType({ operation }: OperationPlan, status: number, content: OperationContent | undefined): string {
  const declared = operation.responses?.find((one) => one.status === String(status))?.contents ?? [];
  const contents = content === undefined ? declared : [content];
  const types = contents.flatMap(({ kind = 'json', mediaType }) => (kind === 'json' ? mediaType : []));
  const own = types.find((type) => !type.includes('*') && isSendable(type)) ?? 'text/plain';
  return own === 'text/plain' || types.includes('application/json') ? jsonType : own;
}

/** Creates a response with a string as its body, which the server can send without reading it from a stream. */
export function respondText(request: Request, text: string, init: ResponseInit): Response {
  return withKnownBody(new Response(isHead(request) ? null : text, init), text);
}

function isHead({ method }: Request): boolean {
  return method === 'HEAD';
}

/** Creates a body that is sent piece by piece. */
function streamTexts(texts: Iterator<string, unknown>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    pull(controller) {
      const next = texts.next();
      if (next.done === true) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
    cancel() {
      texts.return?.();
    },
  });
}

/** Writes rows as the pieces of a body: a JSON array, server-sent events, or JSON lines. */
function* writeRows({ rows, content, indent }: RowsResponse): Generator<string, void, undefined> {
  if (content?.kind === 'events' || content?.kind === 'lines') {
    for (const row of rows) yield writeItem(row, content);
    return;
  }
  let lead = '[';
  for (const row of rows) {
    yield `${lead}${writeExactly(row, indent)}`;
    lead = ',';
  }
  yield lead === '[' ? '[]' : ']';
}
