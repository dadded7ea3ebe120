import type { Auth } from './auth.js';

/** Sends one request: the global `fetch`, an emulator's `fetch`, or your own. It is always given a single `Request`. */
export type Fetch = (request: Request) => Promise<Response>;

/** How much is logged. `info` tells of retries, `debug` of every attempt. */
export type LogLevel = 'off' | 'error' | 'warn' | 'info' | 'debug';

/** Where log lines go; `console` is one. Lines never hold credentials. */
export interface Logger {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** What a middleware knows about the call it stands in. */
export interface MiddlewareContext {
  /** Id of the operation: `videos.list`. */
  readonly operation: string;
  /** Counts from 1; a retry is a new attempt. */
  readonly attempt: number;
  readonly log: Logger;
}

/**
 * Stands around every attempt. The request carries no credential yet: it is signed after the last middleware,
 * so a middleware may log what it sees. To change the URL or the body, pass a new `Request` to `next`.
 */
export type Middleware = (
  request: Request,
  next: (request: Request) => Promise<Response>,
  context: MiddlewareContext,
) => Promise<Response>;

/** When a failed call is sent again. */
export interface RetryOptions {
  /** How often a call is sent at most. Default: 3. */
  readonly attempts?: number | undefined;
  /** Longest first pause; it doubles with each attempt and the actual pause is drawn at random below it. Default: 500. */
  readonly baseDelayMs?: number | undefined;
  /** Longest pause that is drawn. Default: 8000. */
  readonly maxDelayMs?: number | undefined;
  /** A `Retry-After` longer than this fails the call at once, with `retryAfterMs` on the error. Default: 60000. */
  readonly maxRetryAfterMs?: number | undefined;
}

/** Time and chance, to be replaced in tests. Timeouts are not affected: they always run on real timers. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** At least 0, below 1. */
  random(): number;
  /** Waits before a retry; the signal says that nobody waits any more. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** Options of a client. */
export interface ClientOptions {
  /** Short for `auth: apiKey(…)`; may stand beside a token in `auth`. */
  readonly apiKey?: string | undefined;
  /**
   * Credentials. Where an operation takes either a token or a key, the token is sent and the key is not;
   * where it needs both, both are.
   */
  readonly auth?: Auth | readonly Auth[] | undefined;
  /** Address of the service, with its version segment where it has one. Default: the address in the spec. */
  readonly baseUrl?: string | undefined;
  readonly fetch?: Fetch | undefined;
  /** Longest time for one attempt, from fetching a token to the last byte of the body (of a download: to its headers). Default: 60000; none for uploads. 0: none. */
  readonly timeoutMs?: number | undefined;
  /** Longest time for the whole call, pauses and retries included. Default: none. */
  readonly totalTimeoutMs?: number | undefined;
  /**
   * How often a failed call is repeated (default: 2), or the details; `false` or 0: never. Only `GET`, `HEAD` and `OPTIONS` are
   * repeated, and calls that provably never reached the service.
   */
  readonly retry?: number | false | RetryOptions | undefined;
  readonly logger?: Logger | undefined;
  /** Default: `info` with a `logger`, else `off`. Without a `logger`, lines go to `console`. */
  readonly logLevel?: LogLevel | undefined;
  /** The first one is the outermost. */
  readonly middleware?: readonly Middleware[] | undefined;
  readonly clock?: Clock | undefined;
}

/** Options of one call; those that clients have too replace the client's. */
export interface CallOptions {
  /** Ends the call at once wherever it is: fetching a token, in flight, pausing, reading the body. */
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  readonly totalTimeoutMs?: number | undefined;
  readonly retry?: number | false | RetryOptions | undefined;
}
