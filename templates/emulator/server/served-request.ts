import type { HttpExchange, Incoming } from './exchange.js';
import { envelope } from '../respond/envelope.js';
import { methods } from './reject-malformed.js';
import { RequestBody } from './request-body.js';

/** A web-standard request whose members are created on demand. */
export class ServedRequest {
  readonly method: string;
  readonly url: string;
  readonly bytes: RequestBody;
  readonly #incoming: Incoming;
  #headers: Headers | undefined;
  #abort: AbortController | undefined;
  #whole: Request | undefined;
  /** True if the client went away. */
  isGone = false;

  constructor(exchange: HttpExchange, method: string, url: string) {
    this.#incoming = exchange.incoming;
    this.method = method;
    this.url = url;
    this.bytes = new RequestBody(exchange);
  }

  get headers(): Headers {
    if (this.#whole !== undefined) return this.#whole.headers;
    if (this.#headers !== undefined) return this.#headers;
    const { rawHeaders } = this.#incoming;
    this.#headers = new Headers();
    for (let index = 0; index < rawHeaders.length; index += 2) {
      const [name = '', value = ''] = [rawHeaders[index], rawHeaders[index + 1]];
      if (!name.startsWith(':')) this.#headers.append(name, value);
    }
    return this.#headers;
  }

  /** Aborted when the client goes away. */
  get signal(): AbortSignal {
    this.#abort ??= new AbortController();
    if (this.isGone) this.#abort.abort();
    return this.#abort.signal;
  }

  get body(): ReadableStream<Uint8Array> | null {
    if (this.#whole !== undefined) return this.#whole.body;
    const { method, headers, httpVersionMajor, complete } = this.#incoming;
    const isFramed = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    const hasBody = method !== 'GET' && method !== 'HEAD' && (httpVersionMajor > 1 ? !complete : isFramed);
    return hasBody ? this.bytes.stream : null;
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
    this.isGone = true;
    this.#abort?.abort();
  }
}

/** Returns a request as a `Request`, whose other members are those of the platform's request. */
export function asRequest(request: ServedRequest): Request {
  // The prototype has all members of a `Request`, see below.
  return request as unknown as Request;
}

Object.setPrototypeOf(ServedRequest.prototype, Request.prototype);

for (const [name, { get, value }] of Object.entries(Object.getOwnPropertyDescriptors(Request.prototype))) {
  if (Object.hasOwn(ServedRequest.prototype, name) || ['constructor', 'method', 'url'].includes(name)) continue;
  Object.defineProperty(ServedRequest.prototype, name, {
    configurable: true,
    get(this: ServedRequest): unknown {
      if (get !== undefined) return get.call(this.whole);
      return typeof value === 'function' ? value.bind(this.whole) : value;
    },
  });
}

// Methods that `Request` does not allow.
const unsupported: readonly string[] = ['CONNECT', 'TRACE', 'TRACK'];

/** Creates a web-standard request. Returns a response instead, if the request is wrong or is for the server (`OPTIONS *`). */
export function readRequest(exchange: HttpExchange): ServedRequest | Response {
  const { incoming } = exchange;
  const { method = 'GET', url } = incoming;
  const isForServer = method === 'OPTIONS' && url === '*';
  const address = readAddress(exchange, isForServer ? '/' : url);
  const problem = findHeadProblem(incoming);
  if (problem !== undefined) return envelope(400, 'badRequest', problem);
  if (address === undefined) return envelope(400, 'badRequest', 'The request line or the Host header is not valid.');
  if (isForServer) return new Response(null, { status: 204, headers: { allow: methods } });
  if (!unsupported.includes(method)) return new ServedRequest(exchange, method, address);
  return envelope(405, 'httpMethodNotAllowed', `The server does not take ${method}.`, { allow: methods });
}

/** Finds what HTTP forbids in a head and Node takes. */
function findHeadProblem({ headers, httpVersionMajor, httpVersionMinor, rawHeaders }: Incoming): string | undefined {
  const { expect = '100-continue' } = headers;
  const isExpected = typeof expect === 'string' && expect.toLowerCase() === '100-continue';
  if (!isExpected) return `The server does not know the expectation ${JSON.stringify(String(expect).slice(0, 100))}.`;
  if (httpVersionMajor > 1) return undefined;
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  if (hosts > 1) return 'The request has more than one Host header.';
  return hosts === 0 && httpVersionMinor > 0 ? 'The request has no Host header.' : undefined;
}

function readAddress({ incoming: { headers }, scheme }: HttpExchange, url: string = '/'): string | undefined {
  const host = headers[':authority'] ?? headers.host ?? 'localhost';
  if (typeof host !== 'string' || !/^[\w.:[\]-]+$/.test(host)) return undefined;
  const address = url.startsWith('/') ? `${scheme}://${host}${url}` : url;
  return /^https?:\/\/[^/@]+(?:[/?]|$)/.test(address) && URL.canParse(address) ? new URL(address).href : undefined;
}
