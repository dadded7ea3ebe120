import type { JsonObject } from '../json.js';
import type { Operation, ValueTypes } from '../operation.js';
import type { Validator } from '../validators/check/validator.js';

/** A response of an operation and the validator of its JSON body. */
export interface DescribedResponse {
  readonly status: string;
  readonly body?: Validator<unknown> | undefined;
  /** Media type of the JSON, if it is not `application/json`. */
  readonly mediaType?: string;
  /** Validates one item, if the response can be sent item by item. */
  readonly item?: Validator<unknown> | undefined;
}

/** An operation with its descriptor and validators, for servers and emulators. */
export interface DescribedOperation {
  readonly operation: Operation<never, unknown>;
  /** Validates the decoded parameters as one object, keyed by `property ?? name`. */
  readonly parameters?: Validator<unknown> | undefined;
  readonly body?: Validator<unknown> | undefined;
  /** Media types that `body` validates, if others are accepted as well. */
  readonly bodyTypes?: readonly string[] | undefined;
  /** Types of the fields of its forms and multipart bodies. */
  readonly form?: ValueTypes | undefined;
  readonly responses: readonly DescribedResponse[];
}

/** The operations of a service, and its OpenAPI document. */
export interface DescribedService {
  readonly operations: readonly DescribedOperation[];
  readonly document?: JsonObject;
}
