import { Agent as HttpAgent, type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isSafe } from '../recording/replay.js';
import { failureOf, UpstreamFailure } from './upstream-failure.js';

/** A request to a real service. */
export interface UpstreamRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ReadableStream<Uint8Array> | null;
  readonly signal: AbortSignal;
  /** Longest time without a sign of the service, in milliseconds. */
  readonly timeoutMs: number;
  /** Is given the bytes of the body that were sent. */
  readonly onSent: (chunk: Uint8Array) => void;
}

/** When what happened, in milliseconds since the epoch; absent for what did not. */
export interface Moments {
  readonly begun: number;
  looked?: number;
  connected?: number;
  secured?: number;
  assigned?: number;
  sent?: number;
  received?: number;
  ended?: number;
}

/** The head of the response of a real service, and its bytes. */
export interface UpstreamResponse {
  readonly status: number;
  readonly statusText: string;
  readonly httpVersion: string;
  readonly headers: readonly (readonly [string, string])[];
  /** The next bytes; undefined at the end. Throws an `UpstreamFailure`. */
  readonly read: () => Promise<Uint8Array | undefined>;
  readonly cancel: () => void;
  /** Resolves when the whole request was sent, or will not be: to whether it was. */
  readonly sent: Promise<boolean>;
  /** Whether more came than the response said. */
  readonly isTooLong: () => boolean;
}

const maxHeaderSize = 64 * 1024;

const agents = { 'http:': new HttpAgent({ keepAlive: true }), 'https:': new HttpsAgent({ keepAlive: true }) };

/** Sends a request to a real service as it is. Redirects are not followed. Rejects with an `UpstreamFailure`. */
export async function sendUpstream(request: UpstreamRequest, moments: Moments): Promise<UpstreamResponse> {
  const { method, signal } = request;
  const isRepeatable = isSafe(method) && request.body === null;
  for (;;) {
    const sending = new Sending(request, moments, isRepeatable);
    try {
      return await sending.response();
    } catch (error) {
      // The service closed the connection just when it was used again.
      if (isRepeatable && sending.isStale && !signal.aborted) continue;
      throw failureOf(error, request.url.origin);
    }
  }
}

class Sending {
  readonly #request: UpstreamRequest;
  readonly #moments: Moments;
  readonly #client: ClientRequest;
  #timer: NodeJS.Timeout | undefined;
  #failure: UpstreamFailure | undefined;
  #isTooLong = false;
  #isReset = false;

  constructor(request: UpstreamRequest, moments: Moments, reuse: boolean) {
    const { method, url, headers } = request;
    this.#request = request;
    this.#moments = moments;
    const isSecure = url.protocol === 'https:';
    // Over a connection of its own, a request with a body is not lost to one that is being closed.
    const agent = reuse ? agents[isSecure ? 'https:' : 'http:'] : false;
    this.#client = (isSecure ? httpsRequest : httpRequest)(url, { method, headers, agent, maxHeaderSize });
    this.#client.on('error', (error) => this.#noteError(error));
    this.#client.on('socket', (socket) => {
      moments.assigned = Date.now();
      if (!socket.connecting) return;
      socket.once('lookup', () => (moments.looked = Date.now()));
      socket.once('connect', () => (moments.connected = Date.now()));
      socket.once('secureConnect', () => (moments.secured = Date.now()));
    });
  }

  /** Whether a connection broke that was used before. */
  get isStale(): boolean {
    return this.#isReset && this.#client.reusedSocket;
  }

  async response(): Promise<UpstreamResponse> {
    const { signal, url } = this.#request;
    const leave = (): void => void this.#client.destroy();
    signal.addEventListener('abort', leave);
    this.#client.once('close', () => signal.removeEventListener('abort', leave));
    if (signal.aborted) leave();
    const responded = new Promise<IncomingMessage>((resolve, reject) => {
      this.#client.once('response', (incoming) => {
        this.#moments.received = Date.now();
        resolve(incoming);
      });
      this.#client.once('upgrade', (_incoming, socket) => {
        socket.destroy();
        reject(new UpstreamFailure(`${url.origin} changed to another protocol (101), which is not passed on`));
      });
      this.#client.once('error', reject);
      this.#client.once('close', () =>
        reject(this.#failure ?? new UpstreamFailure(`${url.origin} closed the connection`, 502, true)),
      );
    });
    responded.catch(() => {});
    this.#watch();
    const sent = this.#send();
    try {
      return this.#read(await responded, sent);
    } catch (error) {
      throw this.#failure ?? error;
    } finally {
      this.#rest();
    }
  }

  async #send(): Promise<boolean> {
    const { body, onSent } = this.#request;
    const client = this.#client;
    const reader = body?.getReader();
    try {
      for (let step = await reader?.read(); step?.done === false; step = await reader?.read()) {
        if (client.destroyed) return false;
        onSent(step.value);
        if (this.#moments.received === undefined) this.#watch();
        if (!client.write(step.value)) await drained(client);
      }
    } catch {
      // The client went away, so the service must not take what it has for the whole.
      client.destroy();
      return false;
    }
    client.end();
    this.#moments.sent = Date.now();
    return !client.destroyed;
  }

  #read(incoming: IncomingMessage, sent: Promise<boolean>): UpstreamResponse {
    const chunks = incoming[Symbol.asyncIterator]();
    const { rawHeaders } = incoming;
    const headers = rawHeaders.flatMap((name, index): [string, string][] =>
      index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : [],
    );
    return {
      status: incoming.statusCode ?? 0,
      statusText: incoming.statusMessage ?? '',
      httpVersion: `HTTP/${incoming.httpVersion}`,
      headers,
      read: () => this.#next(chunks),
      cancel: () => void this.#client.destroy(),
      sent,
      isTooLong: () => this.#isTooLong,
    };
  }

  async #next(chunks: AsyncIterator<Buffer>): Promise<Uint8Array | undefined> {
    this.#watch();
    try {
      const step = await chunks.next();
      if (step.done !== true) return step.value;
      this.#moments.ended = Date.now();
      return undefined;
    } catch (error) {
      throw this.#failure ?? failureOf(error, this.#request.url.origin);
    } finally {
      this.#rest();
    }
  }

  #noteError(error: Error): void {
    const code = 'code' in error ? error.code : '';
    if (code === 'ECONNRESET' || code === 'EPIPE') this.#isReset = true;
    if (this.#moments.received !== undefined && String(code).startsWith('HPE_')) this.#isTooLong = true;
  }

  /** Waits for a sign of the service. */
  #watch(): void {
    this.#rest();
    const { timeoutMs, url } = this.#request;
    this.#timer = setTimeout(() => {
      this.#failure = new UpstreamFailure(`${url.origin} did not respond within ${timeoutMs} ms`, 504);
      this.#client.destroy(this.#failure);
    }, timeoutMs);
  }

  #rest(): void {
    clearTimeout(this.#timer);
  }
}

/** Resolves when a request takes more, or never will. */
function drained(client: ClientRequest): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      client.off('drain', done);
      client.off('close', done);
      resolve();
    };
    client.on('drain', done);
    client.on('close', done);
  });
}
