import { knownBody } from '../response/known-body.js';
import { pullStream } from '../../client/body/pull-stream.js';

/** A request of Node's `http`, as far as it is used. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** That of TLS is `encrypted`. */
  readonly socket?: object | null | undefined;
  readonly readableEnded?: boolean;
  /** The value that a parser of the framework made of the body, if one ran before. */
  readonly body?: unknown;
  [Symbol.asyncIterator](): AsyncIterator<Uint8Array>;
}

/** A response of Node's `http`, as far as it is used. */
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

/** Creates the web request of a request of Node. It aborts when the connection of the response closes. */
export function toWebRequest(request: NodeRequest, response: Pick<NodeResponse, 'writableEnded' | 'on'>): Request {
  const { method = 'GET', url = '/', socket } = request;
  const aborter = new AbortController();
  response.on('close', () => {
    if (!response.writableEnded) aborter.abort();
  });
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    // Pseudo headers of HTTP/2 begin with a colon.
    if (!name.startsWith(':')) for (const one of [value ?? []].flat()) headers.append(name, one);
  const origin = `${Object(socket).encrypted === true ? 'https' : 'http'}://${headers.get('host') ?? 'localhost'}`;
  // A proxy may send a whole address, and a host may be any text.
  const path = url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '').replace(/^(?!\/)/, '/');
  const address = `${URL.canParse(origin) ? origin : 'http://localhost'}${path}`;
  const init = { method, headers, signal: aborter.signal };
  const isSent = headers.has('transfer-encoding') || Number(headers.get('content-length') ?? 0) > 0;
  if (!isSent || method === 'GET' || method === 'HEAD') return new Request(address, init);
  const parsed = request.readableEnded ? writeParsedBody(request, headers) : undefined;
  const iterator = request[Symbol.asyncIterator]();
  const next = async () => (await iterator.next()).value;
  const body = parsed ?? pullStream(next, () => iterator.return?.());
  // `duplex` is required for streams, and missing in some versions of the types.
  return new Request(address, { ...init, body, duplex: 'half' } as RequestInit);
}

/** Writes a body again that a parser of the framework has read. */
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

/** Copies the headers of a response; those that set cookies stay apart. */
export function copyHeaders(
  { headers }: Response,
  set: (name: string, value: string | readonly string[]) => unknown,
): void {
  for (const [name, value] of headers) if (name !== 'set-cookie') set(name, value);
  const cookies = headers.getSetCookie();
  if (cookies.length) set('set-cookie', cookies);
}

/** Sends a response; a stream as fast as the caller reads it, and only as long as the caller is there. */
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
    // The response has begun: breaking it off is the only way to report the error.
    to.destroy();
  }
}
