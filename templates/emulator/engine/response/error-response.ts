import type { Json, JsonObject } from '@speccast/runtime';
import type { EmulatorPlan, OperationPlan } from '../plan/plan.js';
import { responseFor } from './declared-response.js';
import { type ErrorFacts, fillError } from './fill-error.js';
import { HttpError } from './http-error.js';
import { jsonType, ofText, sharing } from './respond.js';

/** What is known of a request that is rejected. */
export interface Rejection extends Omit<ErrorFacts, 'fix'> {
  /** The operation, if the address is that of one. */
  readonly plan?: OperationPlan | undefined;
  readonly emulator: EmulatorPlan;
  readonly explanation?: JsonObject | undefined;
}

/** The form of an error: its schema and its media type. */
type ErrorForm = OperationPlan['responses'][number];

/**
 * The body of an error, in the form that the operation declares for the status, else for another error, else that most operations
 * declare. Google's envelope with the explanation if that fits, or if the spec declares no errors at all.
 */
export function errorBody(rejection: Rejection): Json {
  const { error, explanation, emulator } = rejection;
  const explained = envelopeOf(error, explanation);
  const declared = formOf(rejection)?.body;
  if (declared === undefined || declared.is(explained)) return explained;
  const envelope = envelopeOf(error);
  if (declared.is(envelope)) return envelope;
  const fix = explanation?.['fix'];
  const facts = { ...rejection, fix: typeof fix === 'string' ? fix : undefined };
  return fillError(declared, facts, () => emulator.sampler?.(declared, error.reason)) ?? envelope;
}

function formOf({ plan, emulator, error }: Pick<Rejection, 'plan' | 'emulator' | 'error'>): ErrorForm | undefined {
  const own = plan && declaredFor(plan, error.status);
  if (own?.body !== undefined) return own;
  const others = plan === undefined ? [] : errorsOf(plan);
  return (
    others.find(({ status }) => status.startsWith(String(error.status).charAt(0))) ?? others[0] ?? usualForm(emulator)
  );
}

/** The response with a status. If only `default` is declared, it describes successes. */
function declaredFor(plan: OperationPlan, status: number): ErrorForm | undefined {
  const response = responseFor(plan, status);
  const isAll = response?.status === 'default' && !plan.responses.some((one) => one.status.startsWith('2'));
  return isAll ? undefined : response;
}

/** The errors of an operation whose bodies are declared. */
function errorsOf({ responses }: OperationPlan): readonly ErrorForm[] {
  const hasSuccess = responses.some(({ status }) => status.startsWith('2'));
  return responses.filter(
    ({ status, body }) => body !== undefined && (/^[45]/.test(status) || (status === 'default' && hasSuccess)),
  );
}

const usualForms = new WeakMap<EmulatorPlan, ErrorForm | 'none'>();

/** The form that most errors of a service have. */
function usualForm(emulator: EmulatorPlan): ErrorForm | undefined {
  const known = usualForms.get(emulator) ?? mostOften(emulator.operations.flatMap(errorsOf)) ?? 'none';
  usualForms.set(emulator, known);
  return known === 'none' ? undefined : known;
}

function mostOften(forms: readonly ErrorForm[]): ErrorForm | undefined {
  const counts = new Map<unknown, number>();
  for (const { body } of forms) counts.set(body, (counts.get(body) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  return forms.find(({ body }) => counts.get(body) === most);
}

/** Values of `error.status` by HTTP status. */
export const statusNames: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ALREADY_EXISTS',
  412: 'FAILED_PRECONDITION',
  429: 'RESOURCE_EXHAUSTED',
};

/** The response for an error. */
export function respondError(request: Request, rejection: Rejection, body: Json): Response {
  const { error } = rejection;
  const type = formOf(rejection)?.mediaType ?? jsonType;
  const headers = { ...sharing, 'content-type': type, ...error.details.headers };
  return ofText(request, JSON.stringify(body), { status: error.status, headers });
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
