/**
 * Sends one request: the `fetch` of an emulator, or your own. It is called with a `Request`, and with the signal of the request in a
 * second argument, for functions that pass both on: `(request, init) => fetch(request, init)`.
 */
export type Fetch = (request: Request, init: { readonly signal: AbortSignal }) => Promise<Response>;

/** The least important lines that are logged: `info` logs retries, `debug` every attempt. */
export type LogLevel = 'off' | 'error' | 'warn' | 'info' | 'debug';

/** A target of log lines, such as `console`. Lines never contain credentials. */
export interface Logger {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** The call whose attempt a middleware wraps. */
export interface MiddlewareContext {
  /** Id of the operation: `videos.list`. */
  readonly operation: string;
  /** Number of the attempt, from 1. A retry is a new attempt. */
  readonly attempt: number;
  readonly log: Logger;
}

/**
 * Wraps every attempt: `async (request, next) => { const response = await next(request); return response; }`. The request has no
 * credentials yet, so a middleware may log it. To change the URL or the body, pass a new `Request` to `next`.
 */
export type Middleware = (
  request: Request,
  next: (request: Request) => Promise<Response>,
  context: MiddlewareContext,
) => Promise<Response>;

/** Time and random numbers, to be replaced in tests. Timeouts always use real timers. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Returns a number from 0 to below 1. */
  random(): number;
  /** Waits before a retry. The signal is aborted when the call has ended. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** A line, or a function that returns it, which is called only if its level is logged. */
export type LogLine = string | (() => string);

/** A logger that drops lines below its level and redacts the others. */
export interface Log extends Logger {
  debug(line: LogLine): void;
}

/** Replaces credentials in everything that is printed or logged. */
export interface Redactor {
  /** Adds a secret, which is replaced in all its encodings: for URLs, for forms and in JSON. */
  add(secret: string): void;
  /** Replaces secrets in text, and values of query parameters for credentials. */
  text(text: string): string;
  /** Parses JSON and replaces secrets in it; throws if the text is not JSON. */
  json(text: string): unknown;
  /** Copies an error of another library, with secrets replaced in its name, message, stack, code and causes. */
  error(error: unknown): unknown;
}
