import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeDisk } from '../features/state-log/disk.js';
import { MediaFiles } from '../features/state-log/media-files.js';
import { offerStore } from '../receive/read-body.js';
import { isConnectionFault } from '../respond/connection-fault.js';
import { envelope } from '../respond/envelope.js';
import type { MediaStore } from '../store/media.js';
import { type Entry, findEntry } from '../world/direct-fetch.js';
import { methods, whenMalformed } from './reject-malformed.js';
import { type WriteOptions, writeResponse } from './write-response.js';

/** A request and the response to it. Over HTTP/2, they are of other classes of Node, which have the members that are used here. */
interface HttpExchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly scheme: 'http' | 'https';
  /** True if the client waits for a 100 Continue before it sends the body. */
  readonly waits: boolean;
}

/** The connections of a server. */
export interface ServedConnections {
  readonly sockets: Set<Socket>;
  readonly sessions: Set<ServerHttp2Session>;
  /** True if no further requests are taken. */
  isClosing: boolean;
  /** Ends responses that would not end by themselves. */
  readonly endless: Set<() => void>;
}

/** Responds to a request. Never rejects. */
export async function handleRequest(
  fetch: Entry,
  exchange: HttpExchange,
  connections: ServedConnections,
): Promise<void> {
  const { incoming, outgoing } = exchange;
  // `close` reports disconnects. An error without a listener would end the process.
  for (const one of [incoming, outgoing]) one.on('error', () => {});
  const read = readRequest(exchange);
  const request = read instanceof Response ? undefined : read;
  if (request) offerStore(request, temporaryMedia);
  let isGone = false;
  const leave = () => {
    isGone = true;
    request?.leave();
  };
  outgoing.once('close', leave);
  const unwatch = incoming.httpVersionMajor === 1 ? whenMalformed(incoming.socket, leave) : () => {};
  const response = await respond(read, fetch);
  if (!response) return breakOff(exchange);
  // A stream of events ends when the client leaves or the server closes.
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) connections.endless.add(leave);
  try {
    const options = await prepareBody(exchange, request, response, connections.isClosing);
    if (isGone) await response.body?.cancel();
    else await writeResponse(outgoing, response, options);
  } catch {
    // The headers are sent already, so the connection breaks after what is written.
    breakOff(exchange);
  }
  connections.endless.delete(leave);
  outgoing.off('close', leave);
  unwatch();
  if (!incoming.complete) request?.skip();
  if (connections.isClosing && incoming.httpVersionMajor === 1) incoming.socket.destroySoon();
}

function breakOff({ incoming, outgoing }: HttpExchange) {
  if (incoming.httpVersionMajor === 1) incoming.socket.destroySoon();
  else outgoing.destroy();
}

/** Responds to a request. Resolves to undefined if the connection must be closed without a response. */
async function respond(request: ServedRequest | Response, fetch: Entry) {
  if (request instanceof Response) return request;
  const entry = findEntry(fetch);
  try {
    // The prototype of a `ServedRequest` has all members of a `Request`, see below.
    return await (entry ? entry(request as unknown as Request) : fetch(request.whole));
  } catch (error) {
    if (isConnectionFault(error) || request.isGone) return undefined;
    if (request.isBroken) return envelope(400, 'incompleteBody', 'The body ended before its announced length.');
    return envelope(500, 'internalError', error instanceof Error ? error.message : 'The emulator failed.');
  }
}

/** Discards an unread body before the response, or closes the connection after it. Otherwise it would be read as the next request. */
async function prepareBody(
  { incoming, waits }: HttpExchange,
  request: ServedRequest | undefined,
  response: Response,
  isClosing: boolean,
): Promise<WriteOptions> {
  if (incoming.httpVersionMajor > 1) return { isLast: false };
  if (request?.isAwaited ?? waits) return { isLast: true };
  const isLeft = request?.isLeft(response) ?? !incoming.complete;
  if (!isLeft || (await discard(incoming))) return { isLast: isClosing };
  return { isLast: true, until: () => discard(incoming, Infinity, 1000) };
}

/** Reads and discards the rest of a body. Resolves to false if it exceeds the limits: 64 MiB and ten seconds by default. */
async function discard(incoming: IncomingMessage, maxBytes = 64 * 1024 * 1024, timeoutMs = 10_000) {
  if (incoming.complete || incoming.destroyed) return incoming.complete;
  if (Number(incoming.headers['content-length'] ?? 0) > maxBytes) return false;
  return new Promise((resolve) => {
    let bytes = 0;
    const count = (chunk: Uint8Array) => {
      bytes += chunk.length;
      if (bytes > maxBytes) finish();
    };
    const finish = () => {
      clearTimeout(timer);
      incoming.off('data', count).off('end', finish).off('close', finish);
      resolve(incoming.complete);
    };
    const timer = setTimeout(finish, timeoutMs);
    incoming.on('data', count).on('end', finish).on('close', finish).resume();
  });
}

let files: MediaFiles | undefined;

/** Keeps bytes of more than 1 MiB in temporary files as long as something needs them, at most as long as the process runs. */
const temporaryMedia: MediaStore = {
  inMemory: 1024 * 1024,
  begin: async () => {
    if (!files) {
      const folder = mkdtempSync(join(tmpdir(), 'speccast-media-'));
      process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
      files = new MediaFiles(folder, { disk: nodeDisk, sync: false });
    }
    // Files of earlier uploads are removed while this one arrives.
    files.collect(async () => {}).catch(() => {});
    return files.begin();
  },
};

/** A web-standard request whose members are created on demand. Its body is received only as fast as it is read. */
class ServedRequest {
  readonly method: string;
  readonly url: string;
  /** True if the client went away. */
  isGone = false;
  /** True if the body ended early while it was read. */
  isBroken = false;
  readonly #exchange: HttpExchange;
  #headers: Headers | undefined;
  #abort: AbortController | undefined;
  #whole: Request | undefined;
  #stream: ReadableStream<Uint8Array> | undefined;
  #state: 'unread' | 'read' | 'skipped' = 'unread';

  constructor(exchange: HttpExchange, method: string, url: string) {
    this.#exchange = exchange;
    this.method = method;
    this.url = url;
  }

  get headers(): Headers {
    if (this.#whole) return this.#whole.headers;
    if (this.#headers) return this.#headers;
    const { rawHeaders } = this.#exchange.incoming;
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
    if (this.#whole) return this.#whole.body;
    const { method, headers, httpVersionMajor, complete } = this.#exchange.incoming;
    const isFramed = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    const hasBody = method !== 'GET' && method !== 'HEAD' && (httpVersionMajor > 1 ? !complete : isFramed);
    if (!hasBody) return null;
    this.#stream ??= new ReadableStream(
      {
        pull: (controller) => {
          if (this.#state === 'unread') this.#begin(controller);
          this.#exchange.incoming.resume();
        },
        cancel: () => this.skip(),
      },
      { highWaterMark: 0 },
    );
    return this.#stream;
  }

  get bodyUsed(): boolean {
    return this.#whole?.bodyUsed ?? this.#state !== 'unread';
  }

  /** The same as the platform's `Request`. It shares the body. */
  get whole(): Request {
    const { method, url, headers, signal, body } = this;
    const init: RequestInit & { duplex: 'half' } = { method, headers, signal, body, duplex: 'half' };
    return (this.#whole ??= new Request(url, init));
  }

  /** True if the client is still waiting for a 100 Continue. */
  get isAwaited(): boolean {
    return this.#exchange.waits && this.#state === 'unread';
  }

  /** Returns whether there are bytes left that neither the emulator nor its response will read. */
  isLeft({ body }: Response): boolean {
    if (this.#state === 'read' || this.#exchange.incoming.complete) return false;
    return this.#state === 'skipped' || this.#stream === undefined || !(this.#stream.locked || body === this.#stream);
  }

  /** Aborts the signal after the client disconnected. */
  leave(): void {
    this.isGone = true;
    this.#abort?.abort();
  }

  /** Discards the rest of the body. */
  skip(): void {
    this.#state = 'skipped';
    this.#exchange.incoming.resume();
  }

  #begin(controller: ReadableStreamDefaultController<Uint8Array>): void {
    const { incoming, outgoing, waits } = this.#exchange;
    this.#state = 'read';
    if (waits) outgoing.writeContinue();
    incoming.on('data', (chunk: Buffer) => {
      if (this.#state === 'skipped') return;
      controller.enqueue(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.length));
      incoming.pause();
    });
    const end = () => {
      if (this.#state === 'skipped') return;
      this.#state = 'skipped';
      this.isBroken = incoming.aborted || !incoming.readableEnded;
      if (this.isBroken) controller.error(new TypeError('The request broke off.'));
      else controller.close();
    };
    incoming.once('end', end).once('close', end);
  }
}

Object.setPrototypeOf(ServedRequest.prototype, Request.prototype);

for (const [name, { get, value }] of Object.entries(Object.getOwnPropertyDescriptors(Request.prototype))) {
  if (Object.hasOwn(ServedRequest.prototype, name) || ['constructor', 'method', 'url'].includes(name)) continue;
  Object.defineProperty(ServedRequest.prototype, name, {
    configurable: true,
    get(this: ServedRequest): unknown {
      if (get) return get.call(this.whole);
      return typeof value === 'function' ? value.bind(this.whole) : value;
    },
  });
}

// Methods that `Request` does not allow.
const unsupported: readonly string[] = ['CONNECT', 'TRACE', 'TRACK'];

/** Creates a web-standard request. Returns a response instead, if the request is wrong or is for the server (`OPTIONS *`). */
function readRequest(exchange: HttpExchange): ServedRequest | Response {
  const { method = 'GET', url = '/', headers } = exchange.incoming;
  const isForServer = method === 'OPTIONS' && url === '*';
  const problem = findHeadProblem(exchange.incoming);
  if (problem !== undefined) return envelope(400, 'badRequest', problem);
  const host = String(headers[':authority'] ?? headers.host ?? 'localhost');
  const target = isForServer ? '/' : url;
  const address = target.startsWith('/') ? `${exchange.scheme}://${host}${target}` : target;
  const isAddress = /^https?:\/\/[^/@]+(?:[/?]|$)/.test(address) && URL.canParse(address);
  if (!isAddress || !/^[\w.:[\]-]+$/.test(host))
    return envelope(400, 'badRequest', 'The request line or the Host header is not valid.');
  if (isForServer) return new Response(null, { status: 204, headers: { allow: methods } });
  if (!unsupported.includes(method)) return new ServedRequest(exchange, method, new URL(address).href);
  return envelope(405, 'httpMethodNotAllowed', `The server does not take ${method}.`, { allow: methods });
}

/** Describes a problem in the head of a request that HTTP forbids, but Node accepts; undefined if there is none. */
function findHeadProblem({ headers, httpVersionMajor, httpVersionMinor, rawHeaders }: IncomingMessage) {
  const { expect = '100-continue' } = headers;
  const isExpected = typeof expect === 'string' && expect.toLowerCase() === '100-continue';
  if (!isExpected) return `The server does not know the expectation ${JSON.stringify(String(expect).slice(0, 100))}.`;
  if (httpVersionMajor > 1) return undefined;
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  if (hosts > 1) return 'The request has more than one Host header.';
  return hosts === 0 && httpVersionMinor > 0 ? 'The request has no Host header.' : undefined;
}
