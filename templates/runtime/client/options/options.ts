import type { AccessTokenSource, Auth } from '../auth/auth.js';
import type { CallFeature, UploadOptions } from './call-feature.js';
import type { ValidateOptions } from '../validation/validate-options.js';

/**
 * Sends one request: an emulator's `fetch`, or your own. It is always given a `Request` (the global `fetch`, which is called
 * where there is none, an address and what belongs to it); the second argument holds its signal once more, for a function that hands both on, as `(request, init) => fetch(request, init)` does.
 */
export type Fetch = (request: Request, init: { readonly signal: AbortSignal }) => Promise<Response>;

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

/** The attempt that `shouldRetry` judges. */
export interface RetryContext {
  /** Id of the operation: `videos.list`. */
  readonly operation: string;
  /** Counts from 1. */
  readonly attempt: number;
}

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
  /**
   * Judges a failed attempt that is not the last one: true sends the call again (a write, too; never a body that can be read
   * only once), false does not, `undefined` leaves it to the rules.
   */
  readonly shouldRetry?: ((error: unknown, context: RetryContext) => boolean | undefined) | undefined;
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

/** Times a call may take; 0: no limit. */
export interface TimeOptions {
  /** Longest time for one attempt, from fetching a token to the last byte of the body (of a download: to its headers). Default: 60000; none for uploads. */
  readonly timeoutMs?: number | undefined;
  /** Longest time for the whole call, pauses and retries included. Default: none. */
  readonly totalTimeoutMs?: number | undefined;
  /** Longest time without a byte while a body is read. Default: 60000. */
  readonly idleTimeoutMs?: number | undefined;
}

/** Options of a client. */
export interface ClientOptions extends TimeOptions {
  /** Short for `auth: apiKey(…)`; may stand beside a token in `auth`. */
  readonly apiKey?: string | undefined;
  /**
   * Credentials. Where an operation takes either a token or a key, the token is sent and the key is not;
   * where it needs both, both are. Clients of google-auth-library fit as they are.
   */
  readonly auth?: Auth | AccessTokenSource | readonly (Auth | AccessTokenSource)[] | undefined;
  /** Address of the service, with its version segment where it has one. Default: the address in the spec. */
  readonly baseUrl?: string | undefined;
  readonly fetch?: Fetch | undefined;
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
  /** Time and chance of tests; what is left out is real. */
  readonly clock?: Partial<Clock> | undefined;
  /** Compares requests and answers with the spec. Default: it does not. */
  readonly validate?: ValidateOptions | undefined;
  /** Counts what calls cost and stops before a limit: `quotaMeter()`. Default: none. */
  readonly quota?: CallFeature | undefined;
  /** Asks whether an answer at hand still holds: `revalidate()`. Default: none. */
  readonly cache?: CallFeature | undefined;
  /** Joins look-ups by id of the same moment: `joinIds()`. Default: none. */
  readonly joinIds?: CallFeature | undefined;
  /** Sends identical reads once while they are under way: `shareReads()`. Default: none. */
  readonly shareReads?: CallFeature | undefined;
}

/** Options of one call; those that clients have too replace the client's. */
export interface CallOptions extends TimeOptions, UploadOptions {
  /** Ends the call at once wherever it is: fetching a token, in flight, pausing, reading the body. */
  readonly signal?: AbortSignal | undefined;
  readonly retry?: number | false | RetryOptions | undefined;
}
