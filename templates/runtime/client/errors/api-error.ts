import { ClientError } from './errors.js';
import type { CallMeta } from './call-meta.js';

/** An entry of the list of errors in the body of an error. */
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

/** The facts in the body of an error: its messages, its reason and its details. */
export interface ErrorBody extends Pick<ApiErrorFields, 'reason' | 'code' | 'errors'> {
  readonly texts: readonly string[];
}

/** The reasons of an error, from its type `ApiError<Reason>`; `All` for other types. */
export type ReasonOf<E, All extends string> = unknown extends E
  ? All
  : [Extract<E, ApiError>] extends [never]
    ? All
    : E extends ApiError<infer Reason>
      ? Reason
      : never;

/** Returns whether a value is an `ApiError` of any copy of this package, and has one of the reasons: `ApiError.is(error, 'notFound')`. */
export interface IsApiError<All extends string = string> {
  <E>(error: E): error is E & ApiError<ReasonOf<E, All>>;
  // Any string is accepted; editors suggest the known reasons.
  <E, Reason extends string>(
    error: E,
    ...reasons: readonly [Reason | ReasonOf<E, All>, ...(Reason | ReasonOf<E, All>)[]]
  ): error is E & ApiError<Reason> & { readonly reason: Reason };
}

/** The type of the class `ApiError` with all reasons of a service. */
export interface ApiErrorClass<All extends string> {
  new <Reason extends string = All>(operation: string, message: string, fields: ApiErrorFields): ApiError<Reason>;
  readonly prototype: ApiError<All>;
  readonly is: IsApiError<All>;
}

/** Thrown when the service responds with a status that is not successful: it rejected the call or failed. */
export class ApiError<Reason extends string = string> extends ClientError {
  static override readonly '~speccast': string = 'ApiError';

  declare readonly status: number;
  /** The reason of the service, for programs: `quotaExceeded`; the `code` if it states no reason. */
  declare readonly reason: Reason | (string & {}) | undefined;
  /** The code of the service, if it is a word: `PERMISSION_DENIED`. */
  declare readonly code: string | undefined;
  /** The detailed errors of the service; empty if it sent none. */
  declare readonly errors: readonly ApiErrorDetail[];
  declare readonly requestId: string | undefined;
  /** Milliseconds to wait before the next attempt, from the header `Retry-After`. */
  declare readonly retryAfterMs: number | undefined;
  /** The body: parsed if it is JSON, or else the beginning of its text. Credentials are replaced. */
  declare readonly body: unknown;

  constructor(operation: string, message: string, fields: ApiErrorFields) {
    super(operation, message, { errors: [], requestMayHaveBeenProcessed: fields.status >= 500, ...fields });
  }

  static readonly is: IsApiError = (error: unknown, ...reasons: readonly unknown[]): error is never =>
    error instanceof ApiError && (!reasons[0] || reasons.includes(error.reason));
}
