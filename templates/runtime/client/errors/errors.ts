import { oneLine } from '../../printable.js';
import type { Issue } from '../../validators/check/context.js';
import type { CallMeta } from './call-meta.js';

/** The fields of an error of a call. Default of `requestMayHaveBeenProcessed`: true. */
export interface ErrorFields {
  readonly cause?: unknown;
  readonly requestMayHaveBeenProcessed?: boolean;
  readonly meta?: CallMeta | undefined;
  readonly [field: string]: unknown;
}

/** Base class of the errors of calls. `instanceof` also works for errors of other copies of this package. */
export class ClientError extends Error {
  /** The brand that all copies of a class share; also the `name` of its errors. */
  static readonly '~speccast': string = 'ClientError';

  /** Id of the operation that was called: `videos.list`. */
  declare readonly operation: string;
  /** False if the service has certainly changed nothing: the request was not sent, did not arrive, or was rejected. */
  declare requestMayHaveBeenProcessed: boolean;
  /** The facts about the response, if there was one. Neither printed nor part of the JSON. */
  declare readonly meta: CallMeta | undefined;

  constructor(operation: string, message: string, fields: ErrorFields = {}) {
    // The message may contain text of a service.
    super(
      message
        .split('\n', 9)
        .map((line) => oneLine(line, 1000))
        .join('\n'),
      fields,
    );
    // Not enumerable, like `cause`: assigning keeps it so.
    Object.defineProperty(this, 'meta', { writable: true });
    Object.assign(this, { operation, requestMayHaveBeenProcessed: true }, fields);
  }

  override get name(): string {
    // `as`: all constructors of these errors are subclasses.
    return (this.constructor as typeof ClientError)['~speccast'];
  }

  /** Returns the members of the error's JSON: the name, the message and the fields. */
  toJSON(): object {
    return { ...this, name: this.name, message: this.message };
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    for (let one = Object(value).constructor; one; one = Object.getPrototypeOf(one))
      if (readBrand(one) === readBrand(this)) return true;
    return false;
  }
}

/** Returns the brand of a class of this package; a class without a brand of its own is its own brand. */
function readBrand(type: typeof ClientError): unknown {
  return Object.hasOwn(type, '~speccast') ? type['~speccast'] : type;
}

/** Thrown when the network fails before the response is complete. */
export class ConnectionError extends ClientError {
  static override readonly '~speccast': string = 'ConnectionError';
}

/** Thrown when the time of the option `timeoutMs`, `totalTimeoutMs` or `idleTimeoutMs` is over. */
export class TimeoutError extends ClientError {
  static override readonly '~speccast': string = 'TimeoutError';

  /** The option: `timeoutMs` of an attempt, `totalTimeoutMs` of the call, or `idleTimeoutMs` between bytes of a body. */
  declare readonly of: 'attempt' | 'call' | 'idle';
  declare readonly timeoutMs: number;

  constructor(operation: string, of: TimeoutError['of'], timeoutMs: number) {
    const option = of === 'attempt' ? 'timeoutMs' : `${of === 'idle' ? of : 'total'}TimeoutMs`;
    super(operation, `${operation}: timed out after ${timeoutMs} ms (${option})`, { of, timeoutMs });
  }
}

/** Thrown when the option `signal` ends the call. */
export class AbortedError extends ClientError {
  static override readonly '~speccast': string = 'AbortedError';

  /** The `reason` of the signal. */
  declare readonly reason: unknown;

  constructor(operation: string, reason: unknown) {
    super(operation, `${operation}: aborted by its signal`, { reason });
  }
}

/** The facts about a response that differs from the declared one. */
export interface UnexpectedContent {
  readonly status: number;
  readonly contentType?: string | undefined;
  readonly snippet: string;
  readonly meta?: CallMeta | undefined;
}

/** Thrown for a successful response with another content than the spec declares: an HTML page, truncated JSON, no body. */
export class UnexpectedContentError extends ClientError {
  static override readonly '~speccast': string = 'UnexpectedContentError';

  declare readonly status: number;
  declare readonly contentType: string | undefined;
  /** The first 200 characters of the body. Credentials are replaced. */
  declare readonly snippet: string;

  constructor(operation: string, message: string, found: UnexpectedContent) {
    super(operation, `${operation}: ${message}`, { ...found });
  }
}

/** Thrown when the operation needs a credential that the client does not have. Nothing was sent. */
export class MissingCredentialError extends ClientError {
  static override readonly '~speccast': string = 'MissingCredentialError';

  /** Alternatives, each with the names of the security schemes that are needed together: `[['key'], ['user', 'app']]`. */
  declare readonly needs: readonly (readonly string[])[];

  constructor(operation: string, needs: readonly (readonly string[])[], message: string) {
    super(operation, message, { needs, requestMayHaveBeenProcessed: false });
  }
}

/** Thrown when a parameter is missing or cannot be sent. Nothing was sent. */
export class InvalidParameterError extends ClientError {
  static override readonly '~speccast': string = 'InvalidParameterError';

  /** Property of the params object: `id`, `body`, `media`. */
  declare readonly parameter: string;

  constructor(operation: string, parameter: string, message: string) {
    super(operation, `${operation}: parameter \`${parameter}\` ${message}`, {
      parameter,
      requestMayHaveBeenProcessed: false,
    });
  }
}

/** Thrown when an option of a client or a call is invalid. */
export class InvalidOptionError extends TypeError {
  declare readonly option: string;

  constructor(option: string, message: string) {
    super(`Option \`${option}\` ${message}`);
    this.option = option;
  }

  override get name(): string {
    return 'InvalidOptionError';
  }
}

/** The facts about a token that could not be fetched. */
export interface TokenErrorFields extends ErrorFields {
  readonly code?: string | undefined;
  readonly status?: number | undefined;
}

/** Thrown when no access token could be fetched. The call was not sent. */
export class TokenError extends ClientError {
  static override readonly '~speccast': string = 'TokenError';

  /** The code of the token endpoint: `invalid_grant` means that the user has to sign in again. */
  declare readonly code: string | undefined;
  /** Status of the response of the token endpoint. */
  declare readonly status: number | undefined;

  constructor(operation: string, message: string, fields: TokenErrorFields = {}) {
    super(operation, message, { requestMayHaveBeenProcessed: false, ...fields });
  }
}

/** Thrown when the pages of a list cannot be followed: a response is not a page, or the next page is one that was already read. */
export class PagingError extends ClientError {
  static override readonly '~speccast': string = 'PagingError';
}

/** Thrown when a request or response does not match the spec, if the option `validate` has the level `error`. */
export class ValidationError extends ClientError {
  static override readonly '~speccast': string = 'ValidationError';

  /** `request`, which was not sent, or `response`. */
  declare readonly side: 'request' | 'response';
  /** The differences from the spec. Paths of a request begin with the parameter, or with `body`. */
  declare readonly issues: readonly Issue[];

  constructor(operation: string, message: string, fields: ErrorFields & Pick<ValidationError, 'side' | 'issues'>) {
    super(operation, `${operation}: ${message}`, fields);
  }
}

/** Returns a function that creates errors about a property of the params: `petsList: parameter `limit` must be a number`. */
export function parameterError(
  { id }: { readonly id: string },
  property: string,
): (message: string) => InvalidParameterError {
  return (message) => new InvalidParameterError(id, property, message);
}
