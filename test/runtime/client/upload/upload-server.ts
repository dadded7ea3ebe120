import { createHash } from 'node:crypto';

/** What a request of the protocol does. */
export type Kind = 'start' | 'chunk' | 'probe';

/** One request as the server got it. */
export interface SeenRequest {
  readonly kind: Kind;
  readonly url: string;
  readonly range: string | null;
  readonly authorization: string | null;
  readonly type: string | null;
}

/** What goes wrong with one request: the server keeps `keep` bytes of it (default: none), then fails as said. */
export interface Fault {
  readonly keep?: number;
  /** Default: the connection breaks. */
  readonly answer?: () => Response;
  /** All sessions are lost. */
  readonly lose?: boolean;
  /** The response never comes. */
  readonly hang?: boolean;
}

/** Options of a server. */
export interface UploadServerOptions {
  /** Asked at each request, which counts from 1. */
  readonly fault?: (kind: Kind, number: number) => Fault | undefined;
  /** Full blocks of this many bytes are kept of a broken chunk. Default: 262,144. */
  readonly block?: number;
  /** Where the session is said to be. Default: the server's own address. */
  readonly sessionBase?: string;
}

interface Session {
  readonly pieces: Uint8Array[];
  size: number;
  total: number | undefined;
  done: boolean;
}

/** A service that takes resumable uploads as Google's do, and really forgets what it had not stored. */
export interface UploadServer {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly requests: SeenRequest[];
  /** JSON and `X-Upload-*` headers of each start. */
  readonly starts: { readonly json: string; readonly type: string | null; readonly length: string | null }[];
  /** Bytes of all uploads that were completed. */
  readonly completed: Uint8Array[];
  /** Forgets all sessions. */
  readonly lose: () => void;
}

/** Makes such a service. */
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

  function fail({ url, headers }: Request, bytes: Uint8Array, { keep = 0, answer }: Fault): Response {
    const session = sessions.get(idOf(url));
    const [, from = '0'] = /^bytes (\d+)-/.exec(headers.get('content-range') ?? '') ?? [];
    if (session !== undefined && keep > 0 && Number(from) === session.size)
      store(session, bytes.subarray(0, Math.floor(Math.min(keep, bytes.length) / block) * block));
    if (answer !== undefined) return answer();
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
    const session = sessions.get(idOf(url));
    if (session === undefined) return createErrorResponse(404, 'notFound');
    const [, from, to, total] = /^bytes (?:(\d+)-(\d+)|\*)\/(\d+|\*)$/.exec(range) ?? [];
    if (total === undefined) return createErrorResponse(400, 'badRange');
    if (total !== '*') session.total ??= Number(total);
    if (session.total !== undefined && total !== '*' && Number(total) !== session.total)
      return createErrorResponse(400, 'badTotal');
    if (from !== undefined && Number(to) - Number(from) + 1 !== bytes.length) return createErrorResponse(400, 'badLength');
    if (from !== undefined && Number(from) === session.size) {
      const isLast = session.total === session.size + bytes.length;
      if (!isLast && bytes.length % 262_144 !== 0) return createErrorResponse(400, 'badChunk');
      store(session, bytes);
    }
    if (session.size !== session.total) return goOn(session);
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

function goOn({ size }: Session): Response {
  return new Response(null, { status: 308, headers: size === 0 ? {} : { range: `bytes=0-${size - 1}` } });
}

function idOf(url: string): string {
  return new URL(url).searchParams.get('upload_id') ?? '';
}

/** A response that rejects. */
export function createErrorResponse(status: number, reason: string, headers: Record<string, string> = {}): Response {
  return Response.json({ error: { code: status, message: reason, errors: [{ reason }] } }, { status, headers });
}

/** Bytes that differ from place to place. */
export function createBytes(size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  for (let at = 0, x = size + 1; at < size; at += 1) {
    x = (x * 1_103_515_245 + 12_345) % 2_147_483_648;
    bytes[at] = x >>> 16;
  }
  return bytes;
}

/** SHA-256 of bytes, in hex. */
export function hashBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
