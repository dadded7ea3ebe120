import type { HttpExchange, Incoming } from './exchange.js';
import { envelope, methods } from './reject-malformed.js';
import { RequestBody } from './request-body.js';

/** A web-standard request whose members are created on demand. */
export class ServedRequest {
  readonly method: string;
  readonly url: string;
  readonly bytes: RequestBody;
  readonly #exchange: HttpExchange;
  #headers: Headers | undefined;
  #abort: AbortController | undefined;
  #gone = false;
  #whole: Request | undefined;

  constructor(exchange: HttpExchange, method: string, url: string) {
    this.#exchange = exchange;
    this.method = method;
    this.url = url;
    this.bytes = new RequestBody(exchange);
  }

  get headers(): Headers {
    this.#headers ??= this.#whole?.headers ?? readHeaders(this.#exchange.incoming);
    return this.#headers;
  }

  /** Aborted when the client goes away. */
  get signal(): AbortSignal {
    this.#abort ??= new AbortController();
    if (this.#gone) this.#abort.abort();
    return this.#abort.signal;
  }

  /** Whether the client went away. */
  get isGone(): boolean {
    return this.#gone;
  }

  get body(): ReadableStream<Uint8Array> | null {
    if (this.#whole !== undefined) return this.#whole.body;
    return hasBody(this.#exchange.incoming) ? this.bytes.stream : null;
  }

  get bodyUsed(): boolean {
    return this.#whole?.bodyUsed ?? this.bytes.used;
  }

  /** The same as the platform's `Request`. It shares the body. */
  get whole(): Request {
    if (this.#whole !== undefined) return this.#whole;
    const { method, url, headers, signal, body } = this;
    const init: RequestInit & { duplex: 'half' } = { method, headers, signal, body, duplex: 'half' };
    return (this.#whole = new Request(url, init));
  }

  /** Aborts the signal after the client disconnected. */
  leave(): void {
    this.#gone = true;
    this.#abort?.abort();
  }
}

/** Makes a `Request` that creates its members on demand. */
export function asRequest(request: ServedRequest): Request {
  // The proxy has all members of a `Request`: its own, or those of the platform's request.
  return request as unknown as Request;
}

Object.setPrototypeOf(ServedRequest.prototype, Request.prototype);

for (const [name, { get, value }] of Object.entries(Object.getOwnPropertyDescriptors(Request.prototype))) {
  if (Object.hasOwn(ServedRequest.prototype, name) || ['constructor', 'method', 'url'].includes(name)) continue;
  Object.defineProperty(ServedRequest.prototype, name, {
    configurable: true,
    ...(get === undefined
      ? { value: describe(value) }
      : {
          get(this: ServedRequest) {
            return get.call(this.whole);
          },
        }),
  });
}

function describe(member: unknown): unknown {
  if (typeof member !== 'function') return member;
  return function call(this: ServedRequest, ...args: readonly unknown[]): unknown {
    return Reflect.apply(member, this.whole, args);
  };
}

function hasBody({ method, headers, httpVersionMajor, complete }: Incoming): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  if (httpVersionMajor > 1) return !complete;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function readHeaders({ rawHeaders }: Incoming): Headers {
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = [rawHeaders[index], rawHeaders[index + 1]];
    if (!name.startsWith(':')) headers.append(name, value);
  }
  return headers;
}

// Methods that `Request` does not allow.
const unsupported: readonly string[] = ['CONNECT', 'TRACE', 'TRACK'];

/** Creates a web-standard request. A response to it instead, if something is wrong with it or it is for the server (`OPTIONS *`). */
export function readRequest(exchange: HttpExchange): ServedRequest | Response {
  const { incoming } = exchange;
  const { method = 'GET', url } = incoming;
  const isForServer = method === 'OPTIONS' && url === '*';
  const address = addressOf(exchange, isForServer ? '/' : url);
  const problem = headProblem(incoming);
  if (problem !== undefined) return envelope(400, 'badRequest', problem);
  if (address === undefined) return envelope(400, 'badRequest', 'The request line or the Host header is not valid.');
  if (isForServer) return new Response(null, { status: 204, headers: { allow: methods } });
  if (!unsupported.includes(method)) return new ServedRequest(exchange, method, address);
  return envelope(405, 'httpMethodNotAllowed', `The server does not take ${method}.`, { allow: methods });
}

/** What HTTP forbids in a head and Node takes. */
function headProblem({ headers, httpVersionMajor, httpVersionMinor, rawHeaders }: Incoming): string | undefined {
  const { expect = '100-continue' } = headers;
  const isExpected = typeof expect === 'string' && expect.toLowerCase() === '100-continue';
  if (!isExpected) return `The server does not know the expectation ${JSON.stringify(String(expect).slice(0, 100))}.`;
  if (httpVersionMajor > 1) return undefined;
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  if (hosts > 1) return 'The request has more than one Host header.';
  return hosts === 0 && httpVersionMinor > 0 ? 'The request has no Host header.' : undefined;
}

function addressOf({ incoming: { headers }, scheme }: HttpExchange, url: string = '/'): string | undefined {
  const host = headers[':authority'] ?? headers.host ?? 'localhost';
  if (typeof host !== 'string' || !/^[\w.:[\]-]+$/.test(host)) return undefined;
  const address = url.startsWith('/') ? `${scheme}://${host}${url}` : url;
  return /^https?:\/\/[^/@]+(?:[/?]|$)/.test(address) && URL.canParse(address) ? new URL(address).href : undefined;
}
