import {
  HttpError,
  chooseByAccept,
  isBodyless,
  pullStream,
  responseIn,
  writeExactly,
  writeItem,
} from '@speccast/runtime/requests';
import type { CallResponse, EmulatorPlan, OperationPlan } from '../plan/plan.js';
import { defined } from '../values/defined.js';
import { hashTag } from '../values/ids.js';
import { countBytes, createMedia, getContent, toResponseBody } from '../store/media.js';
import { isSendable } from '../act/rows/examples.js';
import { chooseSuccess } from '../plan/operations/declared-response.js';
import { findTag, ownTag } from '../act/rows/entity-tags.js';
import { findMember, operationPart } from '../plan/operations/document-parts.js';
import { isToken } from '../plan/operations/header-issue.js';

/** The media type of JSON, unless an operation declares another one. */
export const jsonType = 'application/json; charset=UTF-8';

/** Writes the HTTP response. A matching `If-None-Match` gives a 304, and `HEAD` has no body. */
export function respond(request: Request, plan: OperationPlan, response: CallResponse): Response {
  const isEmpty = response.kind === 'empty';
  const status = (response.kind === 'rows' ? undefined : response.status) ?? chooseSuccess(plan, isEmpty ? 204 : 200);
  if (isEmpty || isBodyless(status))
    return new Response(null, { status, headers: { ...sharing, ...response.headers } });
  if (response.kind === 'rows')
    return new Response(isHead(request) ? null : streamRows(response), {
      status,
      headers: { ...sharing, 'content-type': response.content?.mediaType ?? jsonType, ...response.headers },
    });
  if (response.kind === 'bytes') return sendBytes(request, status, response);
  return sendJson(request, plan, response);
}

type RowsResponse = Extract<CallResponse, { kind: 'rows' }>;

/** Decodes each byte as one character. */
const latin = /* @__PURE__ */ new TextDecoder('latin1');

/** Sends all bytes, or the one range that the request asks for (206; 416 if no byte is in the range). */
function sendBytes(request: Request, status: number, response: Extract<CallResponse, { kind: 'bytes' }>) {
  const { media, headers } = response;
  const isRead = status === 200 && (request.method === 'GET' || request.method === 'HEAD');
  const size = countBytes(media);
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec((isRead && request.headers.get('range')) || '') ?? [];
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size : Math.min(size, Number(last) + 1);
  const isPart = first + last !== '' && (first === '' || last === '' || Number(first) <= Number(last));
  const content = getContent(media);
  // No entity tag for bytes outside memory: it would have to read all of them.
  const etag = isRead && content instanceof Uint8Array ? `"${hashTag(latin.decode(content))}"` : undefined;
  const accepted: Readonly<Record<string, string>> = {
    ...sharing,
    ...defined({ 'accept-ranges': isRead ? 'bytes' : undefined, etag }),
    'content-type': media.mediaType,
    ...headers,
  };
  const unchanged = etag && respondUnchanged(request, etag);
  if (unchanged) return unchanged;
  if (isPart && from >= to) {
    const { 'content-type': _type, ...rest } = accepted;
    return new Response(null, { status: 416, headers: { ...rest, 'content-range': `bytes */${size}` } });
  }
  const sent = isPart ? createMedia(content.subarray(from, to), media) : media;
  return new Response(isHead(request) ? null : toResponseBody(sent), {
    status: isPart ? 206 : status,
    headers: {
      ...accepted,
      'content-length': String(countBytes(sent)),
      ...(isPart && { 'content-range': `bytes ${from}-${to - 1}/${size}` }),
    },
  });
}

/** Sends a JSON response whose status allows a body; as XML, if `Accept` prefers that or the operation declares only XML. */
function sendJson(request: Request, plan: OperationPlan, response: Extract<CallResponse, { kind: 'json' }>) {
  const { status = chooseSuccess(plan), body, content, indent, headers } = response;
  const accept = request.headers.get('accept') ?? undefined;
  const xml = content ? [content].find(({ kind }) => kind === 'xml') : findXml(plan, status, accept);
  const fail = (reason: string) => new Error(`the response of ${plan.operation.id} ${reason}`);
  const text = (xml && (plan.operation.xml?.write(body, xml, fail) ?? '')) ?? writeExactly(body, indent);
  // Another JSON type that is declared, such as `application/hal+json`.
  const declared = plan.operation.responses?.find((one) => one.status === String(status))?.contents ?? [];
  const listed = (content ? [content] : declared).filter(({ kind = 'json' }) => kind === 'json');
  const types = listed.map(({ mediaType }) => mediaType);
  const own = types.find((type) => !type.includes('*') && isSendable(type)) ?? 'text/plain';
  const json = own === 'text/plain' || types.includes('application/json') ? jsonType : own;
  return sendTagged(request, text, {
    status,
    headers: {
      ...sharing,
      'content-type': xml?.mediaType ?? json,
      etag: `"${ownTag(body) ?? hashTag(text)}"`,
      ...headers,
    },
  });
}

/** Creates the response (304) to a request whose `If-None-Match` has an entity tag; undefined for others. */
function respondUnchanged({ method, headers }: Request, etag: string) {
  const known = method === 'GET' || method === 'HEAD' ? findTag(headers.get('if-none-match'), [etag]) : undefined;
  // A cache may have the tag of the compressed body.
  const same = known?.startsWith('"') === true ? known : etag;
  return known === undefined ? undefined : new Response(null, { status: 304, headers: { ...sharing, etag: same } });
}

/** Sends a text that has an entity tag. A matching `If-None-Match` gives a 304, and `HEAD` has no body. */
export function sendTagged(
  request: Request,
  text: string,
  init: { readonly status?: number; readonly headers: Readonly<Record<string, string>> & { readonly etag: string } },
): Response {
  return respondUnchanged(request, init.headers.etag) ?? respondText(request, text, init);
}

/** Chooses the content that a response is sent in: XML if `accept` prefers it to JSON. Undefined for an operation without XML. */
function findXml({ operation, responses }: OperationPlan, status: number, accept: string | undefined) {
  if (!operation.xml) return undefined;
  const error = status < 400 ? undefined : responseIn(operation.xmlErrors ?? [], status);
  if (error) {
    const isXml = responses.find((one) => one.status === error.status)?.mediaType?.endsWith('xml');
    return isXml === true ? error.contents?.[0] : undefined;
  }
  const { contents = [] } = responseIn(operation.responses ?? [], status) ?? {};
  const json = contents.filter(({ kind = 'json' }) => kind === 'json');
  const xml = contents.filter(({ kind }) => kind === 'xml');
  const chosen = chooseByAccept([...json, ...xml], accept);
  return chosen?.kind === 'xml' ? chosen : undefined;
}

/** Creates a response with a string as its body, which the server can send without reading it from a stream. */
export function respondText(request: Request, text: string, init: ResponseInit): Response {
  return withKnownBody(new Response(isHead(request) ? null : text, init), text);
}

function isHead({ method }: Request) {
  return method === 'HEAD';
}

/** Streams rows, each of which is written when it is read. */
function streamRows(response: RowsResponse) {
  const texts = writeRows(response);
  const encoder = new TextEncoder();
  const next = async () => {
    const { value } = texts.next();
    return value === undefined ? undefined : encoder.encode(value);
  };
  return pullStream(next, () => texts.return?.());
}

/** Writes rows as the pieces of a body: a JSON array, server-sent events, or JSON lines. */
function* writeRows({ rows, content, indent }: RowsResponse): Iterator<string, undefined> {
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

/** Headers that let pages of other origins read every response. */
export const sharing: Readonly<Record<'access-control-allow-origin' | 'access-control-expose-headers', string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Allow, Content-Language, Content-Length, ETag, Location, Range, Retry-After, WWW-Authenticate',
};

/** Headers that the emulator adds to those that documents declare. */
const own = ['Content-Disposition', 'Link', 'Preference-Applied', 'X-Mock-Ignored', 'X-Mock-Sample', 'X-Mock-Warning'];

/** Lets a page of another origin read a response with its cookies, and all headers that the document declares. */
export function shareWith({ headers: sent }: Request, { headers }: Response, plan: EmulatorPlan): void {
  const origin = sent.get('origin');
  if (origin === null || headers.get('access-control-allow-origin') !== '*') return;
  headers.set('access-control-allow-origin', origin);
  headers.set('access-control-allow-credentials', 'true');
  headers.append('vary', 'Origin');
  const exposed = (headers.get('access-control-expose-headers') ?? '').split(', ');
  const all = new Map([...exposed, ...own, ...listHeaders(plan)].map((name) => [name.toLowerCase(), name]));
  headers.set('access-control-expose-headers', [...all.values()].join(', '));
}

function listHeaders({ document = {}, operations }: EmulatorPlan) {
  const names = operations.flatMap((plan) => {
    const operation = operationPart(document, plan);
    const responses = findMember(document, operation, 'responses');
    return Object.keys(responses?.value ?? {}).flatMap((status) =>
      Object.keys(findMember(document, responses, status, 'headers')?.value ?? {}),
    );
  });
  return names.filter((name) => isToken.test(name));
}

const bodies = new WeakMap<Response, string | Uint8Array>();

/** Remembers the body of a response, so that a server does not have to read it from a stream. Returns the response. */
export function withKnownBody(response: Response, body: string | Uint8Array): Response {
  bodies.set(response, body);
  return response;
}

/** Returns the remembered body of a response; undefined if there is none or it was read already. */
export function findKnownBody(response: Response): string | Uint8Array | undefined {
  return response.bodyUsed || response.body === null ? undefined : bodies.get(response);
}

/** Responds to `OPTIONS`, for browsers (CORS) and others; rejects (405) other methods than those allowed; undefined for a request that goes on. */
export function checkMethod(request: Request, subject: string, allowed: readonly string[]): Response | undefined {
  const { method, headers: sent } = request;
  if (method !== 'OPTIONS' && allowed.includes(method)) return undefined;
  const allow = allowed.join(', ');
  if (method !== 'OPTIONS')
    throw new HttpError(405, 'httpMethodNotAllowed', `${subject} takes ${allow}, not ${method}.`, {
      headers: { allow },
    });
  const methods = [...allowed, 'OPTIONS'].join(', ');
  const headers = {
    ...sharing,
    allow: methods,
    'access-control-allow-methods': methods,
    'access-control-allow-headers': sent.get('access-control-request-headers') ?? '*',
    'access-control-max-age': '600',
  };
  return new Response(null, { status: 204, headers });
}
