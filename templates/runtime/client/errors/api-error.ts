import { ClientError } from './errors.js';
import type { CallMeta } from './call-meta.js';

/** One entry of the service's list of errors. */
export interface ApiErrorDetail {
  readonly reason?: string;
  readonly domain?: string;
  readonly message?: string;
  readonly location?: string;
  readonly locationType?: string;
}

/** The fields of an `ApiError`. */
export interface ApiErrorFields {
  readonly status: number;
  readonly reason?: string | undefined;
  readonly code?: string | undefined;
  readonly errors?: readonly ApiErrorDetail[];
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly body?: unknown;
  readonly meta?: CallMeta | undefined;
}

/** The contents of the body of an error: its texts, its reason and its details. */
export interface ErrorBody extends Pick<ApiErrorFields, 'reason' | 'code' | 'errors'> {
  readonly texts: readonly string[];
}

/** The reasons of the operation that an error comes from; `All` where its type does not tell. */
export type ReasonOf<E, All extends string> = unknown extends E
  ? All
  : [Extract<E, ApiError>] extends [never]
    ? All
    : E extends ApiError<infer Reason>
      ? Reason
      : never;

/** Tells whether a value is an `ApiError` (of any copy of this package) with, where reasons are named, one of them. */
export interface IsApiError<All extends string = string> {
  <E>(error: E): error is E & ApiError<ReasonOf<E, All>>;
  // Any text is a reason; those that are known are here for editors to complete.
  <E, Reason extends string>(
    error: E,
    ...reasons: readonly [Reason | ReasonOf<E, All>, ...(Reason | ReasonOf<E, All>)[]]
  ): error is E & ApiError<Reason> & { readonly reason: Reason };
}

/** The class `ApiError`, knowing all the reasons of a service. */
export interface ApiErrorClass<All extends string> {
  new <Reason extends string = All>(operation: string, message: string, fields: ApiErrorFields): ApiError<Reason>;
  readonly prototype: ApiError<All>;
  readonly is: IsApiError<All>;
}

/** The service rejected the call or failed: a response with a status that is no success. */
export class ApiError<Reason extends string = string> extends ClientError {
  static override readonly '~speccast': string = 'ApiError';

  declare readonly status: number;
  /** Why, in the service's words for programs: `quotaExceeded`; the `code` where it gives no reason. */
  declare readonly reason: Reason | (string & {}) | undefined;
  /** The service's own code, where it is a word: `PERMISSION_DENIED`. */
  declare readonly code: string | undefined;
  /** The service's detailed list; empty where it sent none. */
  declare readonly errors: readonly ApiErrorDetail[];
  declare readonly requestId: string | undefined;
  /** The time that the service asks to wait (`Retry-After`). */
  declare readonly retryAfterMs: number | undefined;
  /** The body: parsed where it was JSON, else its beginning as text. Credentials are replaced. */
  declare readonly body: unknown;

  constructor(operation: string, message: string, fields: ApiErrorFields) {
    super(operation, message, { errors: [], requestMayHaveBeenProcessed: fields.status >= 500, ...fields });
  }

  static readonly is: IsApiError = (error: unknown, ...reasons: readonly unknown[]): error is never =>
    error instanceof ApiError && (!reasons[0] || reasons.includes(error.reason));
}
