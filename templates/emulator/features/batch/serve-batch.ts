import { readQuery } from '@speccast/runtime/parameters';
import {
  HttpError,
  credentialParameters,
  createEnvelope,
  mediaTypeOf,
  type Part,
  unsupported,
  bodyError,
  readDelimiter,
  nextDelimiter,
  readPart,
} from '@speccast/runtime/requests';
import { throwIfAborted } from '../../world/direct-fetch.js';
import type { Engine } from '../../world/engine.js';
import type { Received } from '../../plan/plan.js';
import { readBytes } from '../../receive/read-body.js';
import { locate } from '../../receive/router.js';
import { checkMethod, jsonType, sharing } from '../../respond/respond.js';
import { idFrom } from '../../values/ids.js';
import { readDiscoveryName } from '../../plan/operations/discovery-name.js';
import { joinBytes } from '../../values/bytes.js';

const mixed = 'multipart/mixed';

/**
 * Serves several requests in one, as Google's clients send them: runs the parts one after the other, each as a request of its own,
 * with the credentials and headers of the batch as defaults. Returns undefined for other requests.
 */
export async function serveBatch(engine: Engine, received: Received): Promise<Response | undefined> {
  const { request, url } = received;
  if (!isBatchPath(engine, url.pathname)) return undefined;
  const isDeclared = readDiscoveryName(engine.plan).isGoogles;
  const contentType = request.headers.get('content-type') ?? '';
  const type = mediaTypeOf(contentType);
  if (!isDeclared && (request.method !== 'POST' || type !== mixed)) return undefined;
  const early = checkMethod(request, url.pathname, ['POST']);
  if (early) return early;
  if (type !== mixed) throw unsupported(type || 'a body without a type', [mixed]);
  const parts = readBatch(await readBytes(request, engine.shared.maxBodyBytes), contentType);
  const responses: BatchResponse[] = [];
  let left = engine.shared.maxBodyBytes;
  for (const part of parts) {
    throwIfAborted(request);
    const response = await run(engine, received, part, left);
    left -= response.body.size;
    responses.push(response);
  }
  const boundary = `batch_${idFrom(`${engine.clock.now()} ${parts.length}`, { length: 32 })}`;
  const headers = { ...sharing, 'content-type': `${mixed}; boundary=${boundary}` };
  return new Response(writeBatch(responses, boundary), { headers });
}

/** Returns whether a path is that of batches, or of batches for one service: `/batch` and `/batch/books/v1`. */
function isBatchPath({ plan }: Engine, pathname: string): boolean {
  const { batchPath, name, version } = readDiscoveryName(plan);
  const path = pathname.replace(/^\/|\/$/g, '');
  return path === batchPath || path === `${batchPath}/${name}/${version}`;
}

/** Runs the request in a part of a batch. An error in it is its own response. */
async function run(engine: Engine, outer: Received, part: Part | undefined, left: number): Promise<BatchResponse> {
  const id = part?.headers.get('content-id');
  try {
    const response = await engine.forward(innerRequest(engine, outer, readRequest(part)));
    return { id, status: response.status, headers: response.headers, body: await readResponseBody(response, left) };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const body = new Blob([JSON.stringify(createEnvelope(error))]);
    return { id, status: error.status, headers: [['Content-Type', jsonType]], body };
  }
}

function innerRequest(engine: Engine, outer: Received, inner: InnerRequest): Request {
  const address = readAddress(engine, outer, inner);
  const headers = mergeHeaders(engine, outer, inner, address);
  // Credentials in the query of the batch are defaults, too.
  const query = readQuery(outer.url.search);
  for (const name of credentialParameters(engine.plan.service)) {
    const value = query.get(name);
    if (value !== undefined && !address.searchParams.has(name)) address.searchParams.append(name, value);
  }
  const { method, body } = inner;
  const hasBody = body.length > 0 && method !== 'GET' && method !== 'HEAD';
  try {
    return new Request(address, { method, headers, ...(hasBody && { body: body.slice() }) });
  } catch {
    throw rejected(`sent with ${method}`);
  }
}

/** Reads the address of a request. Rejects (400) other servers, batches in batches, other worlds, and uploads of bytes. */
function readAddress(engine: Engine, { request }: Received, { method, target }: InnerRequest): URL {
  const { origin } = new URL(request.url);
  if (!URL.canParse(target, origin) || /^\/[/\\]/.test(target)) throw rejected('an address that cannot be read');
  const address = new URL(target, origin);
  if (address.origin !== origin) throw rejected('the address of another server');
  const world = engine.shared.worldInPath?.(address.pathname);
  if (world && world.name !== engine.name) throw rejected('the address of another world');
  const pathname = world?.pathname ?? address.pathname;
  if (isBatchPath(engine, pathname)) throw rejected('a batch, too');
  const { route } = locate(engine.shared, method, pathname, address.search);
  const takesBytes = route.kind === 'operation' && route.plan.operation.media !== undefined;
  if (takesBytes || address.searchParams.has('upload_id')) throw rejected('an upload of bytes');
  return address;
}

function rejected(what: string): HttpError {
  return new HttpError(400, 'badRequest', `A part of a batch cannot be ${what}.`);
}

/** Headers that belong to one message or its connection. */
const messageHeaders =
  /^(?:content-.*|host|connection|keep-alive|transfer-encoding|te|expect|upgrade|accept-encoding|trailer)$/i;

/** Merges the headers of the batch and those of the part, which override them. */
function mergeHeaders({ plan }: Engine, { request }: Received, inner: InnerRequest, address: URL): Headers {
  const headers = new Headers([...request.headers].filter(([name]) => !messageHeaders.test(name)));
  headers.delete('x-http-method-override');
  // A token in the query of a part overrides the token of the batch.
  for (const scheme of Object.values(plan.service.security)) {
    const name = scheme.kind === 'bearer' ? scheme.queryParameter : undefined;
    if (name !== undefined && address.searchParams.has(name)) headers.delete('authorization');
  }
  for (const [name, value] of inner.headers) {
    if (name === 'content-length' || (messageHeaders.test(name) && !name.startsWith('content-'))) continue;
    try {
      headers.set(name, value);
    } catch {
      throw brokenPart('has headers that cannot be read');
    }
  }
  return headers;
}

/** Maximum number of requests in a batch: the limit of most services of Google. */
const maxCalls = 100;

/** Reads the parts of a `multipart/mixed` body; undefined for one without an empty line. Rejects (400) a malformed body, and one with no part or too many. */
function readBatch(bytes: Uint8Array, contentType: string): readonly (Part | undefined)[] {
  const delimiter = readDelimiter(contentType);
  if (!delimiter) throw malformed('its Content-Type has no usable boundary');
  const parts: (Part | undefined)[] = [];
  let open = nextDelimiter(bytes, delimiter, 0);
  while (open?.closing === false) {
    const close = nextDelimiter(bytes, delimiter, open.end);
    if (close && parts.length === maxCalls) throw bodyError('batchTooLarge', `A batch has at most ${maxCalls} parts.`);
    if (close) parts.push(readPart(bytes.subarray(open.end, Math.max(open.end, close.start))));
    open = close;
  }
  if (!open) throw malformed('a part or the end of the body is missing');
  if (parts.length === 0) throw malformed('it has no parts');
  return parts;
}

/** Creates the error (400) for a whole batch. */
function malformed(why: string): HttpError {
  return bodyError('parseError', `The batch cannot be read: ${why}.`);
}

/** Creates the error (400) for one part. */
function brokenPart(why: string): HttpError {
  return bodyError('parseError', `The part of the batch ${why}.`);
}

/** A request in a part. */
interface InnerRequest {
  readonly method: string;
  /** A path with its query, or an address. */
  readonly target: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Uint8Array;
}

const lineEnd = Uint8Array.of(13, 10);

/** Reads a request line, headers and the body. Rejects (400) a part that is no request. */
function readRequest(part: Part | undefined): InnerRequest {
  if (!part) throw brokenPart('has no empty line after its headers');
  if (part.mediaType !== 'application/http') throw brokenPart('is not application/http');
  const start = part.bytes.findIndex((byte) => !lineEnd.includes(byte));
  const text = part.bytes.subarray(Math.max(0, start));
  const end = text.indexOf(10);
  const line = new TextDecoder().decode(end < 0 ? text : text.subarray(0, end)).trimEnd();
  const [, method, target] = /^([A-Za-z]{1,20}) +(\S+)(?: +HTTP\/\d(?:\.\d)?)?$/.exec(line) ?? [];
  if (start < 0 || method === undefined || target === undefined)
    throw brokenPart('does not begin with a request line such as GET /path HTTP/1.1');
  const rest = text.subarray(end < 0 ? text.length : end + 1);
  // The empty line after the headers may be missing at the end of a part.
  const inner = readPart(rest) ?? readPart(joinBytes([rest, lineEnd, lineEnd]));
  if (!inner) throw brokenPart('has headers that cannot be read');
  const { headers, bytes } = inner;
  // Some clients add a line break after the body. Content-Length leaves it out.
  const length = headers.get('content-length') ?? '';
  const body = /^\d{1,15}$/.test(length) ? bytes.subarray(0, Number(length)) : bytes;
  return { method: method.toUpperCase(), target, headers, body };
}

/** A response in a batch. */
interface BatchResponse {
  /** `Content-ID` of the request. */
  readonly id?: string | undefined;
  readonly status: number;
  readonly headers: Iterable<readonly [string, string]>;
  readonly body: Blob;
}

/** Writes responses as the parts of a `multipart/mixed` body, in their order. */
function writeBatch(responses: readonly BatchResponse[], boundary: string): Blob {
  const pieces = responses.flatMap(({ id, status, headers, body }) => {
    const head = [
      `--${boundary}`,
      'Content-Type: application/http',
      // `<item-1>` → `<response-item-1>`
      ...(id === undefined ? [] : [`Content-ID: ${id.replace(/^<?/, '$&response-')}`]),
      '',
      `HTTP/1.1 ${status} ${phrases[status] ?? ''}`,
      ...[...headers]
        .filter(([name]) => !/^(?:content-length|access-control-.*)$/i.test(name))
        .map(([name, value]) => `${name}: ${value}`),
      `Content-Length: ${body.size}`,
      '',
      '',
    ];
    return [head.join('\r\n'), body, '\r\n'];
  });
  return new Blob([...pieces, `--${boundary}--\r\n`]);
}

/** Reason phrases of HTTP by status. */
const phrases: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  304: 'Not Modified',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** Reads the bytes of a response. Rejects (413) more than a number of them. */
async function readResponseBody({ body }: Response, most: number): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let left = most;
  const reader = body?.getReader();
  for (let step = await reader?.read(); step?.done === false; step = await reader?.read()) {
    chunks.push(step.value);
    left -= step.value.length;
    if (left >= 0) continue;
    await reader?.cancel();
    throw new HttpError(413, 'responseTooLarge', `The responses of the batch are longer than ${most} bytes.`);
  }
  return new Blob(chunks);
}
