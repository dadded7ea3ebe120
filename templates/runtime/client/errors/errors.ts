import { oneLine } from '../../printable.js';
import type { Issue } from '../../validators/check/context.js';
import type { CallMeta } from './call-meta.js';

/** The facts about a failed call (default of `requestMayHaveBeenProcessed`: true); further fields become fields of the error. */
export interface ErrorFields {
  readonly cause?: unknown;
  readonly requestMayHaveBeenProcessed?: boolean;
  readonly meta?: CallMeta | undefined;
  readonly [field: string]: unknown;
}

/** Base of everything a call throws. `instanceof` also knows the errors of other copies of these classes. */
export class ClientError extends Error {
  /** The brand by which copies of a class know each other; also the `name` of its errors. */
  static readonly '~speccast': string = 'ClientError';

  /** Id of the operation that was called: `videos.list`. */
  declare readonly operation: string;
  /** False where the service has certainly done nothing: the request was not sent, never reached it, or was rejected. */
  declare requestMayHaveBeenProcessed: boolean;
  /** The facts about the response, where there was one; neither printed nor part of the JSON. */
  declare readonly meta: CallMeta | undefined;

  constructor(operation: string, message: string, fields: ErrorFields = {}) {
    // It may hold a service's own words.
    super(
      message
        .split('\n', 9)
        .map((line) => oneLine(line, 1000))
        .join('\n'),
      fields,
    );
    // What is there already keeps being hidden: `cause` and `meta`.
    Object.defineProperty(this, 'meta', { writable: true });
    Object.assign(this, { operation, requestMayHaveBeenProcessed: true }, fields);
  }

  override get name(): string {
    // Errors are made by the classes of this file and those derived from them.
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

/** The brand of one of our classes; any other class is known by nothing but itself. */
function readBrand(type: typeof ClientError): unknown {
  return Object.hasOwn(type, '~speccast') ? type['~speccast'] : type;
}

/** The network failed before a complete response was there. */
export class ConnectionError extends ClientError {
  static override readonly '~speccast': string = 'ConnectionError';
}

/** `timeoutMs`, `totalTimeoutMs` or `idleTimeoutMs` ran out. */
export class TimeoutError extends ClientError {
  static override readonly '~speccast': string = 'TimeoutError';

  /** Which of them: one attempt's, the whole call's, or the one for the next bytes of a body. */
  declare readonly of: 'attempt' | 'call' | 'idle';
  declare readonly timeoutMs: number;

  constructor(operation: string, of: TimeoutError['of'], timeoutMs: number) {
    const option = of === 'attempt' ? 'timeoutMs' : `${of === 'idle' ? of : 'total'}TimeoutMs`;
    super(operation, `${operation}: timed out after ${timeoutMs} ms (${option})`, { of, timeoutMs });
  }
}

/** The caller's signal ended the call. */
export class AbortedError extends ClientError {
  static override readonly '~speccast': string = 'AbortedError';

  /** The signal's `reason`, as it is. */
  declare readonly reason: unknown;

  constructor(operation: string, reason: unknown) {
    super(operation, `${operation}: aborted by its signal`, { reason });
  }
}

/** A response that differs from the declared one. */
export interface UnexpectedContent {
  readonly status: number;
  readonly contentType?: string | undefined;
  readonly snippet: string;
  readonly meta?: CallMeta | undefined;
}

/** A successful response that is not what the spec declares: an HTML page, truncated JSON, nothing at all. */
export class UnexpectedContentError extends ClientError {
  static override readonly '~speccast': string = 'UnexpectedContentError';

  declare readonly status: number;
  declare readonly contentType: string | undefined;
  /** The beginning of the body, at most 200 characters, credentials replaced. */
  declare readonly snippet: string;

  constructor(operation: string, message: string, found: UnexpectedContent) {
    super(operation, `${operation}: ${message}`, { ...found });
  }
}

/** The operation needs a credential that the client was not given. Nothing was sent. */
export class MissingCredentialError extends ClientError {
  static override readonly '~speccast': string = 'MissingCredentialError';

  /** Alternatives, each the names of the spec's security schemes that are needed together. */
  declare readonly needs: readonly (readonly string[])[];

  constructor(operation: string, needs: readonly (readonly string[])[], message: string) {
    super(operation, message, { needs, requestMayHaveBeenProcessed: false });
  }
}

/** A parameter cannot be sent as it is. Nothing was sent. */
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

/** An option of the client cannot be used. */
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

/** No access token could be obtained; the call itself was not sent. */
export class TokenError extends ClientError {
  static override readonly '~speccast': string = 'TokenError';

  /** The code of the token endpoint: `invalid_grant` means that the user has to sign in again. */
  declare readonly code: string | undefined;
  /** Status of the token endpoint's response. */
  declare readonly status: number | undefined;

  constructor(operation: string, message: string, fields: TokenErrorFields = {}) {
    super(operation, message, { requestMayHaveBeenProcessed: false, ...fields });
  }
}

/** The pages of a list cannot be followed: what came is no page, or leads back to one that has been. */
export class PagingError extends ClientError {
  static override readonly '~speccast': string = 'PagingError';
}

/** A request or a response is not what the spec declares, and the option `validate` says to reject it. */
export class ValidationError extends ClientError {
  static override readonly '~speccast': string = 'ValidationError';

  /** Which of the two; a rejected request has not been sent. */
  declare readonly side: 'request' | 'response';
  /** The mistakes: paths of a request begin with the parameter, or with `body`. */
  declare readonly issues: readonly Issue[];

  constructor(operation: string, message: string, fields: ErrorFields & Pick<ValidationError, 'side' | 'issues'>) {
    super(operation, `${operation}: ${message}`, fields);
  }
}

/** Creates the errors for a property of the params. */
export function parameterError(
  { id }: { readonly id: string },
  property: string,
): (message: string) => InvalidParameterError {
  return (message) => new InvalidParameterError(id, property, message);
}
