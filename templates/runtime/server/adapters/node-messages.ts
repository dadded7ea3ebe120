import { knownBody } from '../response/known-body.js';

/** A request of Node's `http`, as far as it is used. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** That of TLS is `encrypted`. */
  readonly socket?: object | null | undefined;
  readonly readableEnded?: boolean;
  /** What a parser of the framework made of the body, if one ran before. */
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
  removeListener(event: string, listener: () => void): unknown;
}

/** The request of Node as the web has it; it aborts when the connection of the response closes. */
export function toWebRequest(request: NodeRequest, response: Pick<NodeResponse, 'writableEnded' | 'on'>): Request {
  const { method = 'GET', url = '/', socket } = request;
  const aborter = new AbortController();
  response.on('close', () => {
    if (!response.writableEnded) aborter.abort();
  });
  const headers = headersOf(request);
  const host = headers.get('host') ?? 'localhost';
  const hasBody = method !== 'GET' && method !== 'HEAD' && isSent(headers);
  const init = { method, headers, signal: aborter.signal };
  const address = addressOf(`${Object(socket).encrypted === true ? 'https' : 'http'}://${host}`, url);
  if (!hasBody) return new Request(address, init);
  const parsed = request.readableEnded === true ? parsedBody(request, headers) : undefined;
  // `duplex` is required for streams, and not known to all versions of the types.
  const streamed = { ...init, body: parsed ?? streamOf(request), duplex: 'half' } as RequestInit;
  return new Request(address, streamed);
}

function addressOf(origin: string, url: string): string {
  // A proxy may be sent a whole address, and a host may be anything.
  const path = url.startsWith('/') ? url : new URL(url, 'http://localhost').pathname;
  return URL.canParse(origin) ? origin + path : `http://localhost${path}`;
}

function headersOf(request: NodeRequest): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    // Pseudo headers of HTTP/2 are no headers.
    if (!name.startsWith(':')) for (const one of [value ?? []].flat()) headers.append(name, one);
  return headers;
}

function isSent(headers: Headers): boolean {
  return headers.has('transfer-encoding') || Number(headers.get('content-length') ?? 0) > 0;
}

/** A body that the framework has read already: what its parser made of it is written again. */
function parsedBody({ body }: NodeRequest, headers: Headers): string | Uint8Array<ArrayBuffer> | undefined {
  if (body === undefined) return undefined;
  headers.delete('content-length');
  headers.delete('content-encoding');
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return new Uint8Array(body);
  if (headers.get('content-type')?.includes('x-www-form-urlencoded') === true)
    return new URLSearchParams(Object.entries(Object(body)).map(([name, value]) => [name, String(value)])).toString();
  return JSON.stringify(body);
}

function streamOf(request: NodeRequest): ReadableStream<Uint8Array> {
  const iterator = request[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await iterator.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Sends a response; a stream as fast as the caller reads it, and no longer than the caller is there. */
export async function sendNodeResponse(response: Response, to: NodeResponse): Promise<void> {
  to.statusCode = response.status;
  for (const [name, value] of response.headers) if (name !== 'set-cookie') to.setHeader(name, value);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) to.setHeader('set-cookie', cookies);
  const text = knownBody(response);
  if (text !== undefined || response.body === null) {
    if (text !== undefined) to.setHeader('content-length', String(new TextEncoder().encode(text).length));
    to.end(text);
    return;
  }
  const reader = response.body.getReader();
  const stop = (): void => void reader.cancel().catch(() => {});
  to.on('close', stop);
  to.flushHeaders();
  try {
    for (let next = await reader.read(); next.done !== true; next = await reader.read()) {
      if (to.destroyed) return;
      if (!to.write(next.value)) await drained(to);
    }
    to.end();
  } catch {
    // The response has begun: that it breaks off is all that can be told.
    to.destroy();
  }
}

function drained(to: NodeResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      to.removeListener('drain', done);
      to.removeListener('close', done);
      resolve();
    };
    to.on('drain', done);
    to.on('close', done);
  });
}
