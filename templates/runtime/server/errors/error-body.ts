import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import type { Validator } from '../../validators/check/validator.js';
import type { DescribedOperation, DescribedService } from '../described-operation.js';
import { errorFormOf } from './error-forms.js';
import { resolveSchema } from '../document/resolve-schema.js';
import { type ErrorFacts, type ErrorSchema, fillError } from './fill-error.js';
import { HttpError, statusNames } from './http-error.js';

/** What is known of a request that is rejected. */
export interface Rejection extends Omit<ErrorFacts, 'fix'> {
  /** The operation, if the address is that of one. */
  readonly plan?: DescribedOperation | undefined;
  readonly service: DescribedService;
  readonly explanation?: JsonObject | undefined;
  /** Gives a value that a validator accepts, or of a schema. Default: none is known. */
  readonly sample?: ((of: Validator<unknown> | ErrorSchema, reason: string) => Json | undefined) | undefined;
}

/**
 * The body of an error, in the form that the operation declares for the status, else for another error, else that most operations
 * declare. Google's envelope with the explanation if that fits, or if the spec declares no errors at all.
 */
export function errorBody(rejection: Rejection): Json {
  const { error, explanation, service, plan, sample } = rejection;
  const explained = envelopeOf(error, explanation);
  const form = errorFormOf(service, plan, error.status);
  const declared = form?.validator;
  const isEnvelope = form !== undefined && form.write === undefined && declaresEnvelope(form);
  if (form === undefined || (isEnvelope && declared?.is(explained) === true)) return explained;
  const envelope = envelopeOf(error);
  if (isEnvelope && declared?.is(envelope) === true) return envelope;
  const fix = explanation?.['fix'];
  const about = plan && `${plan.operation.path} ${plan.operation.id}`;
  const facts = { ...rejection, about, fix: typeof fix === 'string' ? fix : undefined };
  return fillError(form, facts, () => sample?.(declared ?? form, error.reason)) ?? envelope;
}

/** Schemas of one error that are visited. */
const mostVisited = 100;

/** Whether a schema declares what the envelope has, or no properties: many that have others accept it, too. */
function declaresEnvelope({ schema, root }: ErrorSchema): boolean {
  const { properties } = resolveSchema(schema, { root, budget: { left: mostVisited } });
  return !isJsonObject(properties) || Object.hasOwn(properties, 'error');
}

/** The error envelope: `{error: {code, message, status?, errors: [{domain, reason, message, …}], details?}}`. `details` has the explanation. */
export function envelopeOf({ status, reason, message, details }: HttpError, explanation?: JsonObject): JsonObject {
  const { location, locationType } = details;
  const where = {
    ...(location === undefined ? {} : { location }),
    ...(locationType === undefined ? {} : { locationType }),
  };
  const name = statusNames[status];
  return {
    error: {
      code: status,
      message,
      ...(name === undefined ? {} : { status: name }),
      errors: [{ domain: 'global', reason, message, ...where }],
      ...(explanation === undefined ? {} : { details: [explanation] }),
    },
  };
}

/** Changes the status 400 to 422 if the operation declares only that. */
export function withDeclaredStatus(plan: DescribedOperation | undefined, error: HttpError): HttpError {
  const { status, reason, message, details } = error;
  if (plan === undefined || status !== 400) return error;
  const declares = (wanted: string): boolean => plan.responses.some((one) => one.status === wanted);
  return declares('422') && !declares('400') ? new HttpError(422, reason, message, details) : error;
}
