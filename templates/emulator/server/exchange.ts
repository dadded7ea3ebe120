import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { ServerHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';

/** Node's request of HTTP/1.1 or HTTP/2. */
export interface Incoming extends Readable {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
  /** Names and values alternate. */
  readonly rawHeaders: readonly string[];
  /** True if it was received completely. */
  readonly complete: boolean;
  /** True if the connection broke. */
  readonly aborted: boolean;
  readonly httpVersionMajor: number;
  readonly httpVersionMinor: number;
  readonly socket: Socket;
}

/** Node's response of HTTP/1.1 or HTTP/2. */
export interface Outgoing extends Writable {
  readonly headersSent: boolean;
  writeHead(status: number, headers: OutgoingHttpHeaders): unknown;
  writeContinue(): void;
}

/** A request and the response to it. */
export interface HttpExchange {
  readonly incoming: Incoming;
  readonly outgoing: Outgoing;
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
