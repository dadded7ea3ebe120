/** Base of everything a call throws by itself. */
export class ClientError extends Error {
  /** Id of the operation that was called: `videos.list`. */
  readonly operation: string;

  constructor(operation: string, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.operation = operation;
  }

  override get name(): string {
    return 'ClientError';
  }

  /** What `JSON.stringify` shows: the name, the message and the fields. */
  toJSON(): object {
    return { ...this, name: this.name, message: this.message };
  }
}

/** The network failed before a whole answer was there. */
export class ConnectionError extends ClientError {
  /** False where the request provably never reached the service (no connection was made). */
  readonly mayHaveBeenProcessed: boolean;

  constructor(
    operation: string,
    message: string,
    options: { readonly mayHaveBeenProcessed: boolean; readonly cause?: unknown },
  ) {
    super(operation, message, options.cause);
    this.mayHaveBeenProcessed = options.mayHaveBeenProcessed;
  }

  override get name(): string {
    return 'ConnectionError';
  }
}

/** `timeoutMs` or `totalTimeoutMs` ran out. */
export class TimeoutError extends ClientError {
  /** Which of the two: one attempt's or the whole call's. */
  readonly of: 'attempt' | 'call';
  readonly timeoutMs: number;

  constructor(operation: string, of: 'attempt' | 'call', timeoutMs: number) {
    super(
      operation,
      `${operation}: no complete answer within ${timeoutMs} ms (${of === 'call' ? 'totalTimeoutMs' : 'timeoutMs'})`,
    );
    this.of = of;
    this.timeoutMs = timeoutMs;
  }

  override get name(): string {
    return 'TimeoutError';
  }
}

/** The caller's signal ended the call. */
export class AbortedError extends ClientError {
  /** The signal's `reason`, as it is. */
  readonly reason: unknown;

  constructor(operation: string, reason: unknown) {
    super(operation, `${operation}: aborted by its signal`);
    this.reason = reason;
  }

  override get name(): string {
    return 'AbortedError';
  }
}

/** A successful answer that is not what the spec declares: an HTML page, truncated JSON, nothing at all. */
export class UnexpectedContentError extends ClientError {
  readonly status: number;
  readonly contentType: string | undefined;
  /** How the body begins, at most 200 characters, credentials replaced. */
  readonly snippet: string;

  constructor(
    operation: string,
    message: string,
    found: { readonly status: number; readonly contentType?: string | undefined; readonly snippet: string },
  ) {
    super(operation, `${operation}: ${message}`);
    this.status = found.status;
    this.contentType = found.contentType;
    this.snippet = found.snippet;
  }

  override get name(): string {
    return 'UnexpectedContentError';
  }
}

/** The operation needs a credential that the client was not given. Nothing was sent. */
export class MissingCredentialError extends ClientError {
  /** Alternatives, each the names of the spec's security schemes that are needed together. */
  readonly needs: readonly (readonly string[])[];

  constructor(operation: string, needs: readonly (readonly string[])[], message: string) {
    super(operation, message);
    this.needs = needs;
  }

  override get name(): string {
    return 'MissingCredentialError';
  }
}

/** A parameter cannot be sent as it is. Nothing was sent. */
export class InvalidParameterError extends ClientError {
  /** Property of the params object: `id`, `body`, `media`. */
  readonly parameter: string;

  constructor(operation: string, parameter: string, message: string) {
    super(operation, `${operation}: parameter \`${parameter}\` ${message}`);
    this.parameter = parameter;
  }

  override get name(): string {
    return 'InvalidParameterError';
  }
}

/** An option of the client cannot be used. */
export class InvalidOptionError extends TypeError {
  readonly option: string;

  constructor(option: string, message: string) {
    super(`Option \`${option}\` ${message}`);
    this.option = option;
  }

  override get name(): string {
    return 'InvalidOptionError';
  }
}
