import type { ServedEmulator } from '../features/proxy/with-upstream.js';
import { type EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerOptions, type ServerResponse } from 'node:http';
import { createServer as createPlainServer, createSecureServer, type Http2SecureServer } from 'node:http2';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { handleRequest, type ServedConnections } from './handle-request.js';
import { rejectMalformed } from './reject-malformed.js';

/** Options of a server. */
export interface ServeOptions {
  /** Default: 0, a free port. */
  readonly port?: number;
  /** Default: `127.0.0.1`, this machine only. */
  readonly host?: string;
  /** Key and certificate in PEM format for HTTPS. Default: HTTP. */
  readonly https?: { readonly key: string | Uint8Array; readonly cert: string | Uint8Array };
  /** Serves HTTP/2: with HTTPS in addition to HTTP/1.1, else instead of it (`h2c`). Default: false. */
  readonly http2?: boolean;
  /** Time limit for receiving a request, in milliseconds; a fifth of it for the headers. Default: 300,000. */
  readonly requestTimeoutMs?: number;
}

export type { ServedEmulator };

/** A running server. */
export interface RunningServer {
  /** Base URL of the service, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** Stops listening. Requests in progress have one second, then their connections are destroyed. */
  readonly close: () => Promise<void>;
}

/** Serves an emulator over HTTP, HTTPS or HTTP/2. The server's own errors have the JSON envelope. */
export async function serve(
  emulator: ServedEmulator,
  { port = 0, host = '127.0.0.1', ...options }: ServeOptions = {},
): Promise<RunningServer> {
  const connections: ServedConnections = {
    sockets: new Set(),
    sessions: new Set(),
    isClosing: false,
    endless: new Set(),
  };
  const scheme = options.https ? 'https' : 'http';
  const server = protocolServer(options);
  // `checkExpectation`: any `Expect` other than `100-continue`, which is an error. Its client may wait for a response, too.
  for (const event of ['request', 'checkExpectation', 'checkContinue'])
    server.on(event, (incoming: IncomingMessage, outgoing: ServerResponse) => {
      void handleRequest(emulator.fetch, { incoming, outgoing, scheme, waits: event !== 'request' }, connections);
    });
  rejectMalformed(server);
  const track = <One extends EventEmitter>(event: string, all: Set<One>): unknown =>
    server.on(event, (one: One) => {
      all.add(one);
      one.once('close', () => all.delete(one));
    });
  track('connection', connections.sockets);
  track('session', connections.sessions);
  server.listen(port, host);
  // Rejects if the server emits an error first.
  await once(server, 'listening');
  // The address of a server that listens on a port has this type.
  const address = server.address() as AddressInfo;
  const name = host.includes(':') ? `[${host}]` : host;
  const url = `${scheme}://${name}:${address.port}${new URL(emulator.baseUrl).pathname.replace(/\/+$/, '')}`;
  let closed: Promise<void> | undefined;
  return { url, port: address.port, close: () => (closed ??= closeServer(server, connections)) };
}

// URLs may contain long lists of ids. Node's default is 16 KiB.
const maxHeaderSize = 64 * 1024;

function protocolServer({ https, http2 = false, requestTimeoutMs = 300_000 }: ServeOptions) {
  const limits: ServerOptions = {
    maxHeaderSize,
    requestTimeout: requestTimeoutMs,
    headersTimeout: Math.ceil(requestTimeoutMs / 5),
    connectionsCheckingInterval: Math.ceil(Math.min(requestTimeoutMs, 30_000) / 4),
    // Longer than the timeout of clients, so that none sends a request on a connection that was just closed.
    keepAliveTimeout: 65_000,
    // `handleRequest` rejects requests without a `Host`: the response of Node would have no body.
    requireHostHeader: false,
  };
  const pair = https && { key: Buffer.from(https.key), cert: Buffer.from(https.cert) };
  if (!http2) return pair ? createHttpsServer({ ...limits, ...pair }) : createServer(limits);
  const settings = { settings: { maxHeaderListSize: maxHeaderSize } };
  if (!pair) return createPlainServer(settings);
  const server: Http2SecureServer = createSecureServer({ ...settings, ...pair, allowHTTP1: true });
  // Node takes the limits for HTTP/1.1 of an HTTP/2 server as properties.
  return Object.assign(server, limits);
}

// Time limit for requests in progress, in milliseconds.
const grace = 1000;

/** Stops listening, waits for requests in progress, and destroys the remaining connections after the time limit. */
function closeServer(server: Server, connections: ServedConnections): Promise<void> {
  connections.isClosing = true;
  for (const end of connections.endless) end();
  return new Promise((resolve, reject) => {
    const cut = setTimeout(() => {
      for (const socket of connections.sockets) socket.destroy();
    }, grace);
    server.close((error) => {
      clearTimeout(cut);
      if (!error) resolve();
      else reject(error);
    });
    for (const session of connections.sessions) session.close();
  });
}
