import { Agent as HttpAgent, type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Writable } from 'node:stream';
import { isSafe } from '../../values/safe-method.js';
import type { HeaderPairs } from './client-links.js';

/** A real service that did not respond, or not with HTTP. */
export class UpstreamFailure extends Error {
  override readonly name = 'UpstreamFailure';
  /** Status that the client gets: 502, or 504 after the timeout. */
  readonly status: 502 | 504;
  /** True if the service cannot be reached, or did not respond in time. */
  readonly isAbsent: boolean;

  constructor(message: string, status: 502 | 504 = 502, isAbsent: boolean = status === 504) {
    super(message);
    this.status = status;
    this.isAbsent = isAbsent;
  }
}

/** Messages by the code of an error, in which `@` is the origin of the service. */
const messages: readonly (readonly [codes: RegExp, message: string])[] = [
  [/^ECONNREFUSED$/, 'Nothing listens at @'],
  [/^ENOTFOUND$/, 'The host name in @ is not known'],
  [/^EAI_AGAIN$/, 'The host name in @ cannot be looked up now'],
  [/^E(?:HOST|NET)UNREACH$/, 'There is no network route to @'],
  [/^ECONNRESET$/, '@ closed the connection before its response was complete'],
  [/^EPIPE$/, '@ closed the connection before it had the whole request'],
  [/^HPE_HEADER_OVERFLOW$/, 'The headers of the response of @ are longer than 64 KiB'],
  [/^HPE_/, 'The response of @ is not HTTP'],
  [/^EPROTO$/, '@ does not speak TLS as expected'],
  [/^ERR_SSL_WRONG_VERSION_NUMBER$/, '@ does not speak TLS'],
  [/^CERT_HAS_EXPIRED$/, 'The certificate of @ has expired'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'The certificate of @ is for another name'],
  [
    /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(?:GET_ISSUER|VERIFY_LEAF).*)$/,
    'The certificate of @ is not one of a known authority; NODE_EXTRA_CA_CERTS can name a file with the certificate of its authority',
  ],
  [/^$/, 'The connection to @ failed'],
];

/** Converts an error of the connection to a real service. */
export function toFailure(error: unknown, origin: string): UpstreamFailure {
  if (error instanceof UpstreamFailure) return error;
  const code = readCode(error);
  const [, known] = messages.find(([codes]) => codes.test(code)) ?? [];
  const isAbsent = /^E(?:CONN|NOTFOUND|AI_AGAIN|HOST|NET|PIPE|TIMEDOUT)/.test(code);
  const message = known ?? `The connection to @ failed (${code})`;
  return new UpstreamFailure(
    message.replace('@', () => origin),
    502,
    isAbsent,
  );
}

/** Reads the code of an error, or of the first inside it: with several addresses, there is one for each. */
function readCode(error: unknown): string {
  const { code }: { readonly code?: unknown } = Object(error);
  if (typeof code === 'string') return code;
  return error instanceof AggregateError ? readCode(error.errors[0]) : '';
}

/** A request to a real service. */
interface UpstreamRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ReadableStream<Uint8Array> | null;
  readonly signal: AbortSignal;
  /** Longest time without any bytes from the service, in milliseconds. */
  readonly timeoutMs: number;
  /** Called with the bytes of the body that were sent. */
  readonly onSent: (chunk: Uint8Array) => void;
}

/** Times of the steps of a call, in milliseconds since the epoch; absent for those that were not reached. */
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
  readonly headers: HeaderPairs;
  /** Reads the next bytes; undefined at the end. Throws an `UpstreamFailure`. */
  readonly read: () => Promise<Uint8Array | undefined>;
  readonly cancel: () => void;
  /** Resolves to true when the whole request was sent, and to false when it will not be. */
  readonly sent: Promise<boolean>;
  /** Returns whether more bytes arrived than Content-Length states. */
  readonly isTooLong: () => boolean;
}

const maxHeaderSize = 64 * 1024;

const agents = { 'http:': new HttpAgent({ keepAlive: true }), 'https:': new HttpsAgent({ keepAlive: true }) };

/**
 * Sends a request to a real service as it is. Redirects are not followed. A read is repeated if the service closed a connection
 * just when it was used again. Rejects with an `UpstreamFailure`.
 */
export async function sendUpstream(request: UpstreamRequest, moments: Moments): Promise<UpstreamResponse> {
  const { method, url, headers, signal, body } = request;
  const isRepeatable = isSafe(method) && body === null;
  const isSecure = url.protocol === 'https:';
  // A request with a body cannot be repeated, so it gets a new connection: a kept one may just be closing.
  const agent = isRepeatable && agents[isSecure ? 'https:' : 'http:'];
  const client = (isSecure ? httpsRequest : httpRequest)(url, { method, headers, agent, maxHeaderSize, signal });
  const timeout = createTimeout(client, request);
  let [isTooLong, isReset] = [false, false];
  client.on('error', (error) => {
    const code = readCode(error);
    if (code === 'ECONNRESET' || code === 'EPIPE') isReset = true;
    if (moments.received !== undefined && code.startsWith('HPE_')) isTooLong = true;
  });
  const responded = waitForResponse(client, url.origin, moments);
  responded.catch(() => {});
  try {
    const sent = sendBody(client, request, moments, timeout.restart);
    const incoming = await timeout.guard(() => responded);
    const { rawHeaders } = incoming;
    const chunks = incoming[Symbol.asyncIterator]();
    return {
      status: incoming.statusCode ?? 0,
      statusText: incoming.statusMessage ?? '',
      httpVersion: `HTTP/${incoming.httpVersion}`,
      headers: rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? '']] : [])),
      read: async () => {
        const step = await timeout.guard(() => chunks.next());
        if (!step.done) return step.value;
        moments.ended = Date.now();
        return undefined;
      },
      cancel: () => void client.destroy(),
      sent,
      isTooLong: () => isTooLong,
    };
  } catch (error) {
    if (isRepeatable && isReset && client.reusedSocket && !signal.aborted) return sendUpstream(request, moments);
    throw error;
  }
}

/** Creates a timeout that destroys a request if the service is silent for too long. */
function createTimeout(client: ClientRequest, { url: { origin }, timeoutMs }: UpstreamRequest) {
  let timer: NodeJS.Timeout | undefined;
  let failure: UpstreamFailure | undefined;
  const restart = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      failure = new UpstreamFailure(`${origin} did not respond within ${timeoutMs} ms`, 504);
      client.destroy(failure);
    }, timeoutMs);
  };
  const guard = async <Result>(work: () => Promise<Result>) => {
    restart();
    try {
      return await work();
    } catch (error) {
      throw failure ?? toFailure(error, origin);
    } finally {
      clearTimeout(timer);
    }
  };
  return { restart, guard };
}

function waitForResponse(client: ClientRequest, origin: string, moments: Moments): Promise<IncomingMessage> {
  client.on('socket', (socket) => {
    moments.assigned = Date.now();
    if (!socket.connecting) return;
    socket.once('lookup', () => (moments.looked = Date.now()));
    socket.once('connect', () => (moments.connected = Date.now()));
    socket.once('secureConnect', () => (moments.secured = Date.now()));
  });
  return new Promise((resolve, reject) => {
    client.once('response', (incoming) => {
      moments.received = Date.now();
      resolve(incoming);
    });
    client.once('upgrade', (_incoming, socket) => {
      socket.destroy();
      reject(new UpstreamFailure(`${origin} changed to another protocol (101), which is not passed on`));
    });
    client.once('error', reject);
    client.once('close', () => reject(new UpstreamFailure(`${origin} closed the connection`, 502, true)));
  });
}

/** Sends the body. Resolves to false if the client or the service left meanwhile. */
async function sendBody(
  client: ClientRequest,
  { body, onSent }: UpstreamRequest,
  moments: Moments,
  onProgress: () => void,
) {
  const reader = body?.getReader();
  try {
    for (let step = await reader?.read(); step?.done === false; step = await reader?.read()) {
      if (client.destroyed) return false;
      onSent(step.value);
      if (moments.received === undefined) onProgress();
      if (!client.write(step.value)) await waitForDrain(client);
    }
  } catch {
    // The client left. The service must not mistake the part that it received for the whole request.
    client.destroy();
    return false;
  }
  client.end();
  moments.sent = Date.now();
  return !client.destroyed;
}

/** Resolves when a stream accepts more data, or is closed. */
export function waitForDrain(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stream.off('drain', done).off('close', done);
      resolve();
    };
    stream.on('drain', done).on('close', done);
  });
}
