import { createServer, type ServerOptions } from 'node:http';
import {
  createServer as createPlainServer,
  createSecureServer,
  type Http2SecureServer,
  type Http2Server,
  type ServerHttp2Session,
} from 'node:http2';
import { createServer as createHttpsServer } from 'node:https';
import type { Server, Socket } from 'node:net';
import type { Incoming, Outgoing } from './exchange.js';
import { rejectMalformed } from './reject-malformed.js';

/** What a server speaks, and how long it waits. */
export interface ListenOptions {
  /** Key and certificate, as PEM text, to listen over HTTPS with. Default: HTTP. */
  readonly https?: { readonly key: string | Uint8Array; readonly cert: string | Uint8Array };
  /** Whether HTTP/2 is spoken: beside HTTP/1.1 over HTTPS, else instead of it (`h2c`). Default: false. */
  readonly http2?: boolean;
  /** How long a client may take to send a whole request, in milliseconds; a fifth of it for its headers. Default: 300,000. */
  readonly requestTimeoutMs?: number;
}

/** The connections of a server. */
export interface ServedConnections {
  readonly sockets: Set<Socket>;
  readonly sessions: Set<ServerHttp2Session>;
  /** Whether no further requests are taken. */
  isClosing: boolean;
}

/** Responds to a request, whose client may wait for a word before it sends the body. */
type Handler = (incoming: Incoming, outgoing: Outgoing, waits: boolean) => void;

// Lists of ids travel in addresses: Node's own 16 KiB are few.
const maxHeaderSize = 64 * 1024;

/** A server of the protocols that the options name; it never answers with anything but the JSON envelope by itself. */
export function createServerFor(options: ListenOptions, connections: ServedConnections, handle: Handler): Server {
  const server = protocolServer(options);
  const take = (incoming: Incoming, outgoing: Outgoing): void => handle(incoming, outgoing, false);
  server.on('request', take);
  // What else a client expects is for it to do without.
  server.on('checkExpectation', take);
  server.on('checkContinue', (incoming: Incoming, outgoing: Outgoing) => handle(incoming, outgoing, true));
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
    // Longer than clients keep theirs, so that none sends into a connection that has just been closed.
    keepAliveTimeout: 65_000,
    // The response of Node would have no body.
    requireHostHeader: false,
  };
  const pair = https && { key: pemOf(https.key), cert: pemOf(https.cert) };
  if (!http2) return pair === undefined ? createServer(limits) : createHttpsServer({ ...limits, ...pair });
  const settings = { settings: { maxHeaderListSize: maxHeaderSize } };
  if (pair === undefined) return createPlainServer(settings);
  return withLimits(createSecureServer({ ...settings, ...pair, allowHTTP1: true }), limits);
}

/** HTTP/1.1 beside HTTP/2 has the same limits; Node takes them as properties there. */
function withLimits(server: Http2SecureServer, limits: ServerOptions): Http2Server | Http2SecureServer {
  return Object.assign(server, limits);
}

function pemOf(pem: string | Uint8Array): string | Buffer {
  return typeof pem === 'string' ? pem : Buffer.from(pem);
}

// As long as requests under way may still take, in milliseconds.
const grace = 1000;

/** Stops listening, lets requests under way end within the grace, then cuts what is still open. */
export function closeServer(server: Server, connections: ServedConnections): Promise<void> {
  connections.isClosing = true;
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
