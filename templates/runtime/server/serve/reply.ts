import { HttpError } from '../errors/http-error.js';

/** A response with a status and headers, created by `reply`. */
export class Reply<out Status extends number, out Body, out Headers> {
  readonly status: Status;
  readonly body: Body;
  /** Headers by name. Their values are written in the style that the spec declares. */
  readonly headers: Headers;
  /** Distinguishes replies from objects with the same members, which are bodies. */
  readonly #isReply = true;

  constructor(status: Status, body: Body, headers: Headers) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }

  /** Returns whether the result of a handler is a reply, and not only a body. */
  static is(value: unknown): value is Reply<number, unknown, object> {
    return value instanceof Reply && value.#isReply;
  }
}

/** The type of the headers of a response without headers. */
export type NoHeaders = Readonly<Record<never, never>>;

/**
 * Creates a response with one of the statuses that the operation declares: `reply(404, { title: 'Not Found' })`. Headers have the types
 * in the spec; others are text.
 */
export function reply<Status extends number>(status: Status): Reply<Status, undefined, NoHeaders>;
export function reply<Status extends number, Body>(status: Status, body: Body): Reply<Status, Body, NoHeaders>;
export function reply<Status extends number, Body, Headers extends object>(
  status: Status,
  body: Body,
  headers: Headers,
): Reply<Status, Body, Headers>;
export function reply(status: number, body?: unknown, headers: object = {}): Reply<number, unknown, object> {
  return new Reply(status, body, headers);
}

/** The details of an error. */
export interface ServerErrorOptions {
  /** Code of the error, for programs: `bookNotFound`. Default: that of the status, such as `notFound`. */
  readonly reason?: string;
  /** Message for people. Default: that of the status. With a status of 500 or more, it is not sent. */
  readonly message?: string;
  /** Parameter, header or path in the body that caused the error. */
  readonly location?: string;
  readonly locationType?: 'parameter' | 'header' | 'body';
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** Thrown by handlers and `authenticate` to reject a request: `throw new ServerError(404)`. The spec determines the form of its body. */
export class ServerError extends HttpError {
  constructor(status: number, { reason, message, cause, ...details }: ServerErrorOptions = {}) {
    const [usualReason, usualMessage] = usual[status] ?? ['error', 'The request cannot be processed.'];
    super(status, reason ?? usualReason, message ?? usualMessage, details);
    if (cause !== undefined) this.cause = cause;
  }
}

/** Default reasons and messages by status. */
const usual: Readonly<Record<number, readonly [reason: string, message: string]>> = {
  400: ['badRequest', 'The request is not valid.'],
  401: ['required', 'This request needs a credential.'],
  403: ['forbidden', 'The caller may not do this.'],
  404: ['notFound', 'There is no such resource.'],
  409: ['conflict', 'The request contradicts the state of the resource.'],
  412: ['conditionNotMet', 'The resource is not in the state that the request asks for.'],
  429: ['rateLimitExceeded', 'There were too many requests.'],
  500: ['internalError', 'The server failed.'],
  501: ['notImplemented', 'The server does not offer this operation.'],
  503: ['backendError', 'The server is not ready.'],
};
