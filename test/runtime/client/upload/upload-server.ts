import { createHash } from 'node:crypto';

/** The kind of a request: opens a session, sends a chunk, or asks for the stored length. */
export type RequestKind = 'start' | 'chunk' | 'probe';

/** A request that the server received. */
export interface UploadRequest {
  readonly kind: RequestKind;
  readonly url: string;
  readonly range: string | null;
  readonly authorization: string | null;
  readonly type: string | null;
}

/** A failure of one request: the server stores `keep` bytes of it (default: none), then fails. */
export interface Fault {
  readonly keep?: number;
  /** The response. Default: the connection breaks. */
  readonly respond?: () => Response;
  /** The server forgets all sessions. */
  readonly lose?: boolean;
  /** The server never responds. */
  readonly hang?: boolean;
}

/** Options of `createUploadServer()`. */
export interface UploadServerOptions {
  /** Returns the fault of a request by its kind and its number, from 1. */
  readonly fault?: (kind: RequestKind, number: number) => Fault | undefined;
  /** Only whole blocks of this number of bytes are stored of a broken chunk. Default: 262,144. */
  readonly block?: number;
  /** Origin of the address of sessions. Default: that of the request. */
  readonly sessionBase?: string;
}

interface Session {
  readonly pieces: Uint8Array[];
  size: number;
  total: number | undefined;
  done: boolean;
}

/** A service in memory with resumable uploads like Google's. Bytes that it has not stored are lost. */
export interface UploadServer {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly requests: UploadRequest[];
  /** JSON and `X-Upload-*` headers of each opened session. */
  readonly starts: { readonly json: string; readonly type: string | null; readonly length: string | null }[];
  /** Bytes of all completed uploads. */
  readonly completed: Uint8Array[];
  /** Forgets all sessions. */
  readonly lose: () => void;
}

/** Creates a service with resumable uploads. */
export function createUploadServer(options: UploadServerOptions = {}): UploadServer {
  const { fault, block = 262_144, sessionBase } = options;
  const sessions = new Map<string, Session>();
  const server: UploadServer = { fetch, requests: [], starts: [], completed: [], lose: () => sessions.clear() };

  async function fetch(request: Request): Promise<Response> {
    const range = request.headers.get('content-range');
    const kind = range === null ? 'start' : range.startsWith('bytes *') ? 'probe' : 'chunk';
    const { url, headers } = request;
    const [authorization, type] = [headers.get('authorization'), headers.get('content-type')];
    server.requests.push({ kind, url, range, authorization, type });
    const failure = fault?.(kind, server.requests.length);
    if (failure?.lose === true) server.lose();
    if (failure?.hang === true) return new Promise(() => undefined);
    const bytes = new Uint8Array(await request.arrayBuffer());
    if (failure !== undefined && !failure.lose) return fail(request, bytes, failure);
    return kind === 'start' ? start(request, bytes) : put(request, bytes, range ?? '');
  }

  function fail({ url, headers }: Request, bytes: Uint8Array, { keep = 0, respond }: Fault): Response {
    const session = sessions.get(readSessionId(url));
    const [, from = '0'] = /^bytes (\d+)-/.exec(headers.get('content-range') ?? '') ?? [];
    if (session !== undefined && keep > 0 && Number(from) === session.size)
      store(session, bytes.subarray(0, Math.floor(Math.min(keep, bytes.length) / block) * block));
    if (respond !== undefined) return respond();
    throw Object.assign(new TypeError('fetch failed'), {
      cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }),
    });
  }

  function start({ url, headers }: Request, bytes: Uint8Array): Response {
    const id = `secret-${sessions.size}-${server.starts.length}`;
    const length = headers.get('x-upload-content-length');
    server.starts.push({ json: new TextDecoder().decode(bytes), type: headers.get('x-upload-content-type'), length });
    sessions.set(id, { pieces: [], size: 0, total: length === null ? undefined : Number(length), done: false });
    const { origin, pathname } = new URL(url);
    const location = `${sessionBase ?? origin}${pathname}?upload_id=${id}`;
    return new Response(null, { status: 200, headers: { location } });
  }

  function put({ url }: Request, bytes: Uint8Array, range: string): Response {
    const session = sessions.get(readSessionId(url));
    if (session === undefined) return createErrorResponse(404, 'notFound');
    const [, from, to, total] = /^bytes (?:(\d+)-(\d+)|\*)\/(\d+|\*)$/.exec(range) ?? [];
    if (total === undefined) return createErrorResponse(400, 'badRange');
    if (total !== '*') session.total ??= Number(total);
    if (session.total !== undefined && total !== '*' && Number(total) !== session.total)
      return createErrorResponse(400, 'badTotal');
    if (from !== undefined && Number(to) - Number(from) + 1 !== bytes.length)
      return createErrorResponse(400, 'badLength');
    if (from !== undefined && Number(from) === session.size) {
      const isLast = session.total === session.size + bytes.length;
      if (!isLast && bytes.length % 262_144 !== 0) return createErrorResponse(400, 'badChunk');
      store(session, bytes);
    }
    if (session.size !== session.total)
      return new Response(null, {
        status: 308,
        headers: session.size === 0 ? {} : { range: `bytes=0-${session.size - 1}` },
      });
    if (!session.done) server.completed.push(Buffer.concat(session.pieces));
    session.done = true;
    return Response.json({ id: 'film', size: session.size }, { status: 201 });
  }

  return server;
}

function store(session: Session, bytes: Uint8Array): void {
  session.pieces.push(bytes.slice());
  session.size += bytes.length;
}

function readSessionId(url: string): string {
  return new URL(url).searchParams.get('upload_id') ?? '';
}

/** Returns the response of a rejected request. */
export function createErrorResponse(status: number, reason: string, headers: Record<string, string> = {}): Response {
  return Response.json({ error: { code: status, message: reason, errors: [{ reason }] } }, { status, headers });
}

/** Returns pseudo-random bytes, the same ones for the same size. */
export function createBytes(size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  for (let at = 0, x = size + 1; at < size; at += 1) {
    x = (x * 1_103_515_245 + 12_345) % 2_147_483_648;
    bytes[at] = x >>> 16;
  }
  return bytes;
}

/** Returns the SHA-256 of bytes in hexadecimal digits. */
export function hashBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
