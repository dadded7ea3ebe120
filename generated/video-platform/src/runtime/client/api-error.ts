import { ClientError } from './errors.js';

/** One entry of the service's list of errors. */
export interface ApiErrorDetail {
  readonly reason?: string;
  readonly domain?: string;
  readonly message?: string;
  readonly location?: string;
  readonly locationType?: string;
}

/** What an `ApiError` is made of. */
export interface ApiErrorFields {
  readonly status: number;
  readonly reason?: string | undefined;
  readonly code?: string | undefined;
  readonly errors?: readonly ApiErrorDetail[];
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly body?: unknown;
}

/** The service refused the call or failed: an answer with a status that is no success. */
export class ApiError extends ClientError {
  readonly status: number;
  /** Why, in the service's words for programs: `quotaExceeded`; the `code` where it gives no reason. */
  readonly reason: string | undefined;
  /** The service's own code, where it is a word: `PERMISSION_DENIED`. */
  readonly code: string | undefined;
  /** The service's detailed list; empty where it sent none. */
  readonly errors: readonly ApiErrorDetail[];
  readonly requestId: string | undefined;
  /** How long the service asks to wait (`Retry-After`). */
  readonly retryAfterMs: number | undefined;
  /** The body: parsed where it was JSON, else its beginning as text. Credentials are replaced. */
  readonly body: unknown;

  constructor(operation: string, message: string, fields: ApiErrorFields) {
    super(operation, message);
    this.status = fields.status;
    this.reason = fields.reason;
    this.code = fields.code;
    this.errors = fields.errors ?? [];
    this.requestId = fields.requestId;
    this.retryAfterMs = fields.retryAfterMs;
    this.body = fields.body;
  }

  override get name(): string {
    return 'ApiError';
  }

  /** What other copies of this class recognise it by. */
  get '~speccast'(): 'ApiError' {
    return 'ApiError';
  }

  /** Whether a value is an `ApiError` (of any copy of this package) with, where reasons are named, one of them. */
  static is(error: unknown): error is ApiError;
  static is<Reason extends string>(
    error: unknown,
    ...reasons: readonly [Reason, ...Reason[]]
  ): error is ApiError & { readonly reason: Reason };
  static is(error: unknown, ...reasons: readonly string[]): boolean {
    if (typeof error !== 'object' || error === null || !('~speccast' in error) || error['~speccast'] !== 'ApiError')
      return false;
    if (reasons.length === 0) return true;
    return 'reason' in error && typeof error.reason === 'string' && reasons.includes(error.reason);
  }
}
