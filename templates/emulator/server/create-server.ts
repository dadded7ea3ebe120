import { createServer, type ServerOptions } from 'node:http';
import {
  createServer as createPlainServer,
  createSecureServer,
  type Http2SecureServer,
  type ServerHttp2Session,
} from 'node:http2';
import { createServer as createHttpsServer } from 'node:https';
import type { Server, Socket } from 'node:net';
import type { Incoming, Outgoing } from './exchange.js';
import { rejectMalformed } from './reject-malformed.js';

/** Protocols and timeouts of a server. */
export interface ListenOptions {
  /** Key and certificate in PEM format for HTTPS. Default: HTTP. */
  readonly https?: { readonly key: string | Uint8Array; readonly cert: string | Uint8Array };
  /** Serves HTTP/2: with HTTPS in addition to HTTP/1.1, else instead of it (`h2c`). Default: false. */
  readonly http2?: boolean;
  /** Time limit for receiving a request, in milliseconds; a fifth of it for the headers. Default: 300,000. */
  readonly requestTimeoutMs?: number;
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

/** Responds to a request. Its client may wait for a 100 Continue before it sends the body. */
type Handler = (incoming: Incoming, outgoing: Outgoing, waits: boolean) => void;

// URLs may contain long lists of ids. Node's default is 16 KiB.
const maxHeaderSize = 64 * 1024;

/** Creates a server for the protocols of the options. Its own errors have the JSON envelope. */
export function createServerFor(options: ListenOptions, connections: ServedConnections, handle: Handler): Server {
  const server = protocolServer(options);
  server.on('request', (incoming: Incoming, outgoing: Outgoing) => handle(incoming, outgoing, false));
  // Other expectations are errors, and a client that has one may wait, too.
  for (const event of ['checkExpectation', 'checkContinue'])
    server.on(event, (incoming: Incoming, outgoing: Outgoing) => handle(incoming, outgoing, true));
  rejectMalformed(server);
  server.on('connection', (socket: Socket) => {
    connections.sockets.add(socket);
    socket.once('close', () => connections.sockets.delete(socket));
  });
  server.on('session', (session: ServerHttp2Session) => {
    connections.sessions.add(session);
    session.once('close', () => connections.sessions.delete(session));
  });
  return server;
}

function protocolServer({ https, http2 = false, requestTimeoutMs = 300_000 }: ListenOptions): Server {
  const limits: ServerOptions = {
    maxHeaderSize,
    requestTimeout: requestTimeoutMs,
    headersTimeout: Math.ceil(requestTimeoutMs / 5),
    connectionsCheckingInterval: Math.ceil(Math.min(requestTimeoutMs, 30_000) / 4),
    // Longer than the timeout of clients, so that none sends a request on a connection that was just closed.
    keepAliveTimeout: 65_000,
    // Node's response would have no body.
    requireHostHeader: false,
  };
  const readPem = (pem: string | Uint8Array): string | Buffer => (typeof pem === 'string' ? pem : Buffer.from(pem));
  const pair = https && { key: readPem(https.key), cert: readPem(https.cert) };
  if (!http2) return pair === undefined ? createServer(limits) : createHttpsServer({ ...limits, ...pair });
  const settings = { settings: { maxHeaderListSize: maxHeaderSize } };
  if (pair === undefined) return createPlainServer(settings);
  const server: Http2SecureServer = createSecureServer({ ...settings, ...pair, allowHTTP1: true });
  // Node takes the limits for HTTP/1.1 of an HTTP/2 server as properties.
  return Object.assign(server, limits);
}

// Time limit for requests in progress, in milliseconds.
const grace = 1000;

/** Stops listening, waits for requests in progress, and destroys the remaining connections after the time limit. */
export function closeServer(server: Server, connections: ServedConnections): Promise<void> {
  connections.isClosing = true;
  for (const end of connections.endless) end();
  return new Promise((resolve, reject) => {
    const cut = setTimeout(() => {
      for (const socket of connections.sockets) socket.destroy();
    }, grace);
    server.close((error) => {
      clearTimeout(cut);
      if (error === undefined) resolve();
      else reject(error);
    });
    for (const session of connections.sessions) session.close();
  });
}
