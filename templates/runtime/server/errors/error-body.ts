import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import type { Validator } from '../../validators/check/validator.js';
import type { DescribedOperation, DescribedService } from '../described-operation.js';
import { resolveSchema } from '../document/resolve-schema.js';
import { findErrorForm } from './error-forms.js';
import { type ErrorFacts, type ErrorSchema, fillError } from './fill-error.js';
import { HttpError, statusNames } from './http-error.js';

/** A rejected request and the reason for it. */
export interface Rejection extends Omit<ErrorFacts, 'fix'> {
  /** The operation, if the address is that of one. */
  readonly plan?: DescribedOperation | undefined;
  readonly service: DescribedService;
  readonly explanation?: JsonObject | undefined;
  /** Returns a value that a validator accepts, or of a schema. Default: none is known. */
  readonly sample?: ((of: Validator<unknown> | ErrorSchema, reason: string) => Json | undefined) | undefined;
}

/**
 * Returns the body of an error, in the form that the operation declares for the status, else for another error, else that most
 * operations declare. It is Google's envelope with the explanation if that fits, or if the spec declares no errors at all.
 */
export function errorBody(rejection: Rejection): Json {
  const { error, explanation, service, plan, sample } = rejection;
  const explained = createEnvelope(error, explanation);
  const form = findErrorForm(service, plan, error.status);
  if (form === undefined) return explained;
  const { schema, root, validator, write } = form;
  const envelope = createEnvelope(error);
  // A schema without a property `error` may accept the envelope just because it forbids nothing.
  const { properties } = resolveSchema(schema, { root });
  const mayBeEnvelope = write === undefined && (!isJsonObject(properties) || Object.hasOwn(properties, 'error'));
  const valid = mayBeEnvelope ? [explained, envelope].find((one) => validator?.is(one)) : undefined;
  if (valid !== undefined) return valid;
  const facts = { ...rejection, fix: explanation?.['fix'] };
  return fillError(form, facts, () => sample?.(validator ?? form, error.reason)) ?? envelope;
}

/** Creates the error envelope: `{ error: { code, message, status?, errors: [{ domain, reason, message, … }], details? } }`, in which `details` has the explanation. */
export function createEnvelope(
  { status, reason, message, details: { location, locationType } }: HttpError,
  explanation?: JsonObject,
): JsonObject {
  const name = statusNames[status];
  const cause = { ...(location !== undefined && { location }), ...(locationType !== undefined && { locationType }) };
  return {
    error: {
      code: status,
      message,
      ...(name !== undefined && { status: name }),
      errors: [{ domain: 'global', reason, message, ...cause }],
      ...(explanation && { details: [explanation] }),
    },
  };
}

/** Changes the status 400 to 422 if the operation declares 422 and not 400. */
export function withDeclaredStatus(plan: DescribedOperation | undefined, error: HttpError): HttpError {
  const { status, reason, message, details } = error;
  const declared = new Set(plan?.responses.map((one) => one.status));
  return status === 400 && declared.has('422') && !declared.has('400')
    ? new HttpError(422, reason, message, details)
    : error;
}
