import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import type { OperationPlan, Sampler } from '../plan/plan.js';
import { responseFor } from './declared-response.js';
import { HttpError } from './http-error.js';
import { jsonType, ofText, sharing } from './respond.js';

/** The body of an error: the usual envelope with the explanation, if the schema allows it, else without; for another schema, a sample with the message in it. */
export function errorBody(
  plan: OperationPlan,
  error: HttpError,
  sampler: Sampler | undefined,
  explanation?: JsonObject,
): Json {
  const declared = declaredFor(plan, error.status);
  const explained = envelopeOf(error, explanation);
  if (declared === undefined || declared.is(explained)) return explained;
  const envelope = envelopeOf(error);
  if (declared.is(envelope)) return envelope;
  const sampled = sampler?.(declared, error.reason);
  if (!isJsonObject(sampled)) return envelope;
  return withMembers(sampled, membersOf(error), (body) => declared.is(body));
}

/** Sets members of a sampled error, and of the errors inside it, where the schema allows the values. */
function withMembers(
  sampled: JsonObject,
  members: readonly (readonly [string, Json])[],
  fits: (body: JsonObject) => boolean,
): JsonObject {
  let body = sampled;
  for (const [name, value] of members) {
    const changed = { ...body, [name]: value };
    if (Object.hasOwn(body, name) && fits(changed)) body = changed;
  }
  for (const name of ['error', 'errors']) {
    const inner = Object.hasOwn(body, name) ? body[name] : undefined;
    const list = Array.isArray(inner);
    const first: unknown = list ? inner[0] : inner;
    if (!isJsonObject(first)) continue;
    const outer = body;
    const around = (one: JsonObject): JsonObject => ({ ...outer, [name]: list ? [one] : one });
    if (fits(around(first))) body = around(withMembers(first, members, (one) => fits(around(one))));
  }
  return body;
}

/** The validator of the responses with a status. If only `default` is declared, it describes successes. */
function declaredFor(plan: OperationPlan, status: number): OperationPlan['responses'][number]['body'] {
  const response = responseFor(plan, status);
  const isAll = response?.status === 'default' && !plan.responses.some((one) => one.status.startsWith('2'));
  return isAll ? undefined : response?.body;
}

/** The values of the usual members of errors. */
function membersOf({ message, reason, status }: HttpError): readonly (readonly [string, Json])[] {
  return [
    ...['message', 'detail', 'details', 'description', 'error_description'].map((name) => [name, message] as const),
    ...['title', 'code', 'error', 'reason'].map((name) => [name, reason] as const),
    ...['code', 'status', 'statusCode', 'status_code'].map((name) => [name, status] as const),
    ['status', String(status)],
    ['type', 'about:blank'],
  ];
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

/** The response for an error. The default body is the error envelope. */
export function respondError(
  request: Request,
  error: HttpError,
  body: Json = envelopeOf(error),
  plan?: OperationPlan,
): Response {
  const type = (plan && responseFor(plan, error.status)?.mediaType) ?? jsonType;
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
