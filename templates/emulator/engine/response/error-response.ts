import type { Json, JsonObject } from '@speccast/runtime';
import type { EmulatorPlan, OperationPlan } from '../plan/plan.js';
import { mediaTypeOf } from '../values/media-type.js';
import { errorFormOf } from './error-forms.js';
import { type ErrorFacts, fillError } from './fill-error.js';
import { HttpError, statusNames } from './http-error.js';
import { jsonType, ofText, sharing } from './respond.js';
import { writeExactly } from '../values/exact-integers.js';

/** What is known of a request that is rejected. */
export interface Rejection extends Omit<ErrorFacts, 'fix'> {
  /** The operation, if the address is that of one. */
  readonly plan?: OperationPlan | undefined;
  readonly emulator: EmulatorPlan;
  readonly explanation?: JsonObject | undefined;
}

/**
 * The body of an error, in the form that the operation declares for the status, else for another error, else that most operations
 * declare. Google's envelope with the explanation if that fits, or if the spec declares no errors at all.
 */
export function errorBody(rejection: Rejection): Json {
  const { error, explanation, emulator, plan } = rejection;
  const explained = envelopeOf(error, explanation);
  const form = errorFormOf(emulator, plan, error.status);
  const declared = form?.validator;
  const isJson = form?.write === undefined;
  if (form === undefined || (isJson && declared?.is(explained) === true)) return explained;
  const envelope = envelopeOf(error);
  if (isJson && declared?.is(envelope) === true) return envelope;
  const fix = explanation?.['fix'];
  const facts = { ...rejection, fix: typeof fix === 'string' ? fix : undefined };
  return fillError(form, facts, () => declared && emulator.sampler?.(declared, error.reason)) ?? envelope;
}

/** The response for an error. */
export function respondError(request: Request, rejection: Rejection, body: Json): Response {
  const { error, emulator, plan } = rejection;
  const { mediaType: declared = '*/*', write = writeExactly } = errorFormOf(emulator, plan, error.status) ?? {};
  const type = declared.includes('*') || mediaTypeOf(declared) === 'application/json' ? jsonType : declared;
  const headers = { ...sharing, 'content-type': type, ...error.details.headers };
  return ofText(request, write(body), { status: error.status, headers });
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
export function withDeclaredStatus(plan: OperationPlan | undefined, error: HttpError): HttpError {
  const { status, reason, message, details } = error;
  if (plan === undefined || status !== 400) return error;
  const declares = (wanted: string): boolean => plan.responses.some((one) => one.status === wanted);
  return declares('422') && !declares('400') ? new HttpError(422, reason, message, details) : error;
}
