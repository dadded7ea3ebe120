import type { CallValidators } from '../../client/validation/create-validation.js';
import type { JsonObject } from '../../json.js';
import type { Operation, Service, ValueTypes } from '../../operation.js';
import type { Validator } from '../../validators/check/validator.js';

/** A service as generated code describes it to its servers. */
export interface ServerPlan {
  readonly service: Service;
  /** The OpenAPI document, for the forms of errors, defaults and scopes. */
  readonly document: JsonObject;
  /** By their names in the client: `pets.list`. */
  readonly operations: Readonly<Record<string, Operation<never, unknown>>>;
  /** Validators of requests and successful responses, by id of the operation. */
  readonly calls: Readonly<Record<string, CallValidators>>;
  /** Validators of the bodies of errors, by id and status. */
  readonly errors: Readonly<Record<string, Readonly<Record<string, Validator<unknown>>>>>;
  /** Types of the fields of forms and multipart bodies, by id. */
  readonly forms?: Readonly<Record<string, ValueTypes>>;
}

/** A request whose credentials are checked, for one alternative of the operation's security. */
export interface Attempt<Context> {
  readonly operation: Operation<never, unknown>;
  /** The security schemes of the alternative. */
  readonly schemes: readonly string[];
  /** The credentials of the request by scheme: a token, a key, base64 for `basic`. */
  readonly credentials: Readonly<Record<string, string>>;
  /** The credential of the first scheme. */
  readonly credential: string;
  /** The scopes that the operation needs. */
  readonly scopes: readonly string[];
  readonly request: Request;
  readonly context: Context;
}

/** Returns the caller. Undefined or null is 401 Unauthorized; for a caller without permission it throws a `ServerError` with 403. */
export type Authenticate<Principal, Context> = (
  attempt: Attempt<Context>,
) => Principal | undefined | null | Promise<Principal | undefined | null>;

/** Options of a server. */
export interface ServerOptions<Context = unknown> {
  /** The path before the paths of the spec: `/v1`. Default: the path of the first server of the spec. */
  readonly basePath?: string;
  /** Most bytes of a body. Default: 10 MiB. */
  readonly maxBodyBytes?: number;
  /** Turns validation of requests and responses off. Default: both are validated. */
  readonly validate?: { readonly request?: boolean; readonly response?: boolean };
  /**
   * Called with each failure with a status from 500 on: the thrown error, or an `InvalidResponseError` with the issues of a response that
   * is not as declared. Callers get neither. Default: `console.error`.
   */
  readonly onError?: (error: unknown, at: FailedCall<Context>) => void;
}

/** The call that failed. */
export interface FailedCall<Context> {
  readonly request: Request;
  readonly context: Context;
  /** Id of the operation. */
  readonly operation: string;
}

/** The option that a service with security needs. */
export interface AuthenticateOption<Principal, Context = unknown> {
  readonly authenticate: Authenticate<Principal, Context>;
}
