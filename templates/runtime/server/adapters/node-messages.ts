import { knownBody } from '../response/known-body.js';
import { pullStream } from '../../client/body/pull-stream.js';

/** The part of a request of `node:http` that is used. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The socket, which has `encrypted: true` with TLS. */
  readonly socket?: object | null | undefined;
  readonly readableEnded?: boolean;
  /** The value of the body, if a parser of the framework has read it. */
  readonly body?: unknown;
  [Symbol.asyncIterator](): AsyncIterator<Uint8Array>;
}

/** The part of a response of `node:http` that is used. */
export interface NodeResponse {
  readonly writableEnded: boolean;
  readonly destroyed: boolean;
  statusCode: number;
  setHeader(name: string, value: string | readonly string[]): unknown;
  flushHeaders(): void;
  write(chunk: Uint8Array): boolean;
  end(chunk?: string): unknown;
  destroy(error?: Error): unknown;
  on(event: string, listener: () => void): unknown;
}

/** Converts a request of Node to a web `Request`. Its signal is aborted when the connection closes before the response has ended. */
export function toWebRequest(request: NodeRequest, response: Pick<NodeResponse, 'writableEnded' | 'on'>): Request {
  const { method = 'GET', url = '/', socket } = request;
  const aborter = new AbortController();
  response.on('close', () => {
    if (!response.writableEnded) aborter.abort();
  });
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    // Pseudo headers of HTTP/2 start with a colon.
    if (!name.startsWith(':')) for (const one of [value ?? []].flat()) headers.append(name, one);
  const origin = `${Object(socket).encrypted === true ? 'https' : 'http'}://${headers.get('host') ?? 'localhost'}`;
  // Proxies may send a whole URL, and clients any text as the host.
  const path = url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '').replace(/^(?!\/)/, '/');
  const address = `${URL.canParse(origin) ? origin : 'http://localhost'}${path}`;
  const init = { method, headers, signal: aborter.signal };
  const isSent = headers.has('transfer-encoding') || Number(headers.get('content-length') ?? 0) > 0;
  if (!isSent || method === 'GET' || method === 'HEAD') return new Request(address, init);
  const parsed = request.readableEnded ? writeParsedBody(request, headers) : undefined;
  const iterator = request[Symbol.asyncIterator]();
  const next = async () => (await iterator.next()).value;
  const body = parsed ?? pullStream(next, () => iterator.return?.());
  // `as`: `duplex` is required for streams, but missing in some versions of the types.
  return new Request(address, { ...init, body, duplex: 'half' } as RequestInit);
}

/** Writes again the body that a parser of the framework has read; `undefined` if it is unknown. */
function writeParsedBody({ body }: NodeRequest, headers: Headers) {
  if (body === undefined) return undefined;
  headers.delete('content-length');
  headers.delete('content-encoding');
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return new Uint8Array(body);
  if (headers.get('content-type')?.includes('x-www-form-urlencoded'))
    return new URLSearchParams(Object(body)).toString();
  return JSON.stringify(body);
}

/** Copies the headers of a response. Headers `set-cookie` are not joined. */
export function copyHeaders(
  { headers }: Response,
  set: (name: string, value: string | readonly string[]) => unknown,
): void {
  for (const [name, value] of headers) if (name !== 'set-cookie') set(name, value);
  const cookies = headers.getSetCookie();
  if (cookies.length) set('set-cookie', cookies);
}

/** Sends a response. A stream is read as fast as the client receives it, and cancelled when the connection closes. */
export async function sendNodeResponse(response: Response, to: NodeResponse): Promise<void> {
  to.statusCode = response.status;
  copyHeaders(response, (name, value) => to.setHeader(name, value));
  const text = knownBody(response);
  if (text !== undefined || response.body === null) {
    to.end(text);
    return;
  }
  const reader = response.body.getReader();
  let proceed = () => {};
  for (const event of ['drain', 'close']) to.on(event, () => proceed());
  to.on('close', () => void reader.cancel().catch(() => {}));
  to.flushHeaders();
  try {
    for (let next = await reader.read(); next.done !== true; next = await reader.read()) {
      if (to.destroyed) return;
      if (!to.write(next.value)) await new Promise<void>((resolve) => (proceed = resolve));
    }
    to.end();
  } catch {
    // The headers are already sent: closing the connection is the only way to report the error.
    to.destroy();
  }
}
