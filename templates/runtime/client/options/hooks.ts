/**
 * Sends one request: an emulator's `fetch`, or your own. It is given a `Request` (the global `fetch`, where there is none, an
 * address and what belongs to it), and its signal once more in a second argument, for a function that hands both on:
 * `(request, init) => fetch(request, init)`.
 */
export type Fetch = (request: Request, init: { readonly signal: AbortSignal }) => Promise<Response>;

/** The least important lines that are logged: `info` has retries, `debug` every attempt. */
export type LogLevel = 'off' | 'error' | 'warn' | 'info' | 'debug';

/** A target of log lines, such as `console`. Lines never hold credentials. */
export interface Logger {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** The call that a middleware is called for. */
export interface MiddlewareContext {
  /** Id of the operation: `videos.list`. */
  readonly operation: string;
  /** Counts from 1; a retry is a new attempt. */
  readonly attempt: number;
  readonly log: Logger;
}

/**
 * Wraps every attempt. The request carries no credential yet: it is signed after the last middleware,
 * so a middleware may log what it sees. To change the URL or the body, pass a new `Request` to `next`.
 */
export type Middleware = (
  request: Request,
  next: (request: Request) => Promise<Response>,
  context: MiddlewareContext,
) => Promise<Response>;

/** Time and chance, to be replaced in tests. Timeouts are not affected: they always run on real timers. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** At least 0, below 1. */
  random(): number;
  /** Waits before a retry; the signal says that nobody waits any more. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** A line, or a function that makes it when its level is logged. */
export type LogLine = string | (() => string);

/** A logger that drops lines below its level and redacts the others. */
export interface Log extends Logger {
  debug(line: LogLine): void;
}

/** Takes credentials out of whatever a person or a log may get to see. */
export interface Redactor {
  /** Adds a secret, in all the forms it can travel in: encoded for URLs and forms, escaped in JSON. */
  add(secret: string): void;
  /** A text without secrets, and without the values of query parameters that carry credentials. */
  text(text: string): string;
  /** The value of JSON without secrets; throws where the text is none. */
  json(text: string): unknown;
  /** An error of somebody else's making: name, message, stack, code and causes without secrets. */
  error(error: unknown): unknown;
}
