import type { CallValidators } from '../../client/validation/create-validation.js';
import type { JsonObject } from '../../json.js';
import type { Operation, Service, ValueTypes } from '../../operation.js';
import type { Validator } from '../../validators/check/validator.js';

/** The description of a service in generated code, for servers. */
export interface ServerPlan {
  readonly service: Service;
  /** The OpenAPI document, for the forms of errors, defaults and scopes. */
  readonly document: JsonObject;
  /** Operations by their names in the client: `pets.list`. */
  readonly operations: Readonly<Record<string, Operation<never, unknown>>>;
  /** Validators of requests and successful responses, by id of the operation. */
  readonly calls: Readonly<Record<string, CallValidators>>;
  /** Validators of the bodies of errors, by id and status. */
  readonly errors: Readonly<Record<string, Readonly<Record<string, Validator<unknown>>>>>;
  /** Types of the fields of forms and multipart bodies, by id. */
  readonly forms?: Readonly<Record<string, ValueTypes>>;
}

/** The argument of `authenticate`: a request with credentials for one alternative of the security of its operation. */
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

/** Returns the caller, which handlers get as `principal`; `undefined` or `null` for 401. Throws a `ServerError` for other statuses. */
export type Authenticate<Principal, Context> = (
  attempt: Attempt<Context>,
) => Principal | undefined | null | Promise<Principal | undefined | null>;

/** Options of a server. */
export interface ServerOptions<Context = unknown> {
  /** The path before the paths of the spec: `/v1`. Default: the path of the first server of the spec. */
  readonly basePath?: string;
  /** Maximum number of bytes of a body. Default: 10,485,760 (10 MiB). */
  readonly maxBodyBytes?: number;
  /** `false` turns validation of requests or responses off. Default: both are validated. */
  readonly validate?: { readonly request?: boolean; readonly response?: boolean };
  /**
   * Called with errors whose responses have a status of 500 or more: with what a handler threw, or an `InvalidResponseError` for a response
   * that does not match the spec. Clients do not see them. Default: `console.error`.
   */
  readonly onError?: (error: unknown, at: FailedCall<Context>) => void;
}

/** The call in which an error occurred. */
export interface FailedCall<Context> {
  readonly request: Request;
  readonly context: Context;
  /** Id of the operation. */
  readonly operation: string;
}

/** The option that is required if operations of the service need credentials. */
export interface AuthenticateOption<Principal, Context = unknown> {
  readonly authenticate: Authenticate<Principal, Context>;
}
