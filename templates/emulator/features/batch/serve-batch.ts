import { readQuery } from '@speccast/runtime/parameters';
import {
  HttpError,
  credentialParameters,
  createEnvelope,
  mediaTypeOf,
  type Part,
  unsupported,
} from '@speccast/runtime/requests';
import { throwIfAborted } from '../../world/direct-fetch.js';
import type { Engine } from '../../world/engine.js';
import type { Received } from '../../plan/plan.js';
import { readBytes } from '../../receive/read-body.js';
import { locate } from '../../receive/router.js';
import { checkMethod, jsonType, sharing } from '../../respond/respond.js';
import { idFrom } from '../../values/ids.js';
import { readDiscoveryName } from '../../plan/operations/discovery-name.js';
import {
  type BatchResponse,
  brokenPart,
  type InnerRequest,
  readBatch,
  readRequest,
  readResponseBody,
  writeBatch,
} from './batch-body.js';

const mixed = 'multipart/mixed';

/**
 * Serves several requests in one, as Google's clients send them: the parts run one after the other, each as a request of its own,
 * with the credentials and headers of the batch as defaults. Undefined for requests that are no batch.
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
  const bytes = await readBytes(request, engine.shared.maxBodyBytes);
  const parts = readBatch(bytes, contentType);
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

/** Tells whether a path is that of batches, or of batches for one service: `/batch` and `/batch/books/v1`. */
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

/** Merges the headers of the batch and those of the part, which count more. */
function mergeHeaders({ plan }: Engine, { request }: Received, inner: InnerRequest, address: URL): Headers {
  const headers = new Headers([...request.headers].filter(([name]) => !messageHeaders.test(name)));
  headers.delete('x-http-method-override');
  // A token in the query of a part counts more than that of the batch.
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
