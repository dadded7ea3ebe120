import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';

/** A request as Node has it: of HTTP/1.1 or of HTTP/2. */
export interface Incoming extends Readable {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn. */
  readonly rawHeaders: readonly string[];
  /** Whether it has arrived to its end. */
  readonly complete: boolean;
  /** Whether it broke off. */
  readonly aborted: boolean;
  readonly httpVersionMajor: number;
  readonly socket: Socket;
}

/** A response as Node writes it: of HTTP/1.1 or of HTTP/2. */
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
  /** Whether the client keeps its body back until it is told to go on. */
  readonly waits: boolean;
}
