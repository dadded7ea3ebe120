import { jsonResponses, type Json, type JsonObject } from '@speccast/runtime';
import { responseFor } from './check-response.js';
import { isTagged, ownTag } from './entity-tags.js';
import { tagOf } from './ids.js';
import { jsonText } from './json-text.js';
import { Refusal, type Answer, type OperationPlan } from './plan.js';
import { rowTexts } from './row-texts.js';
import { withWholeBody } from './whole-body.js';

/** Headers that let pages of other origins read every answer. */
export const sharing: Readonly<Record<'access-control-allow-origin' | 'access-control-expose-headers', string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Allow, Content-Language, Content-Length, ETag, Location, Range, Retry-After, WWW-Authenticate',
};

const jsonType = 'application/json; charset=UTF-8';

/** Names of statuses, as `error.status` has them. */
export const statusNames: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ALREADY_EXISTS',
  412: 'FAILED_PRECONDITION',
  429: 'RESOURCE_EXHAUSTED',
};

/** The HTTP response of a handler's answer. A read with a matching `If-None-Match` becomes a 304, `HEAD` loses the body. */
export function respond(request: Request, plan: OperationPlan, answer: Answer): Response {
  if (answer.kind === 'empty')
    return new Response(null, {
      status: answer.status ?? successOf(plan, 204),
      headers: { ...sharing, ...answer.headers },
    });
  const status = (answer.kind === 'rows' ? undefined : answer.status) ?? successOf(plan);
  if (answer.kind === 'rows')
    return new Response(bodyOf(request, streamOf(rowTexts(answer.rows, answer.content))), {
      status,
      headers: { ...sharing, 'content-type': answer.content?.mediaType ?? jsonType, ...answer.headers },
    });
  if (answer.kind === 'bytes') {
    const { bytes, mediaType } = answer.media;
    const headers = {
      ...sharing,
      'content-type': mediaType,
      'content-length': String(bytes.length),
      ...answer.headers,
    };
    return new Response(bodyOf(request, bytes.slice()), { status, headers });
  }
  const headers = { 'content-type': jsonTypeOf(plan, status), ...answer.headers };
  return respondJson(request, status, answer.body, headers);
}

/** The response to a refused request, with the error envelope where no other body is given. */
export function respondRefusal(
  request: Request,
  refusal: Refusal,
  body: Json = envelopeOf(refusal),
  plan?: OperationPlan,
): Response {
  const type = (plan && responseFor(plan, refusal.status)?.mediaType) ?? jsonType;
  const headers = { ...sharing, 'content-type': type, ...refusal.details.headers };
  return ofText(request, JSON.stringify(body), { status: refusal.status, headers });
}

/** The JSON of a refusal: `{error: {code, message, status?, errors: [{domain, reason, message, …}], details?}}`, with what it teaches. */
export function envelopeOf({ status, reason, message, details }: Refusal, teaching?: JsonObject): JsonObject {
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
      ...(teaching === undefined ? {} : { details: [teaching] }),
    },
  };
}

/** The answer to `OPTIONS`: what is allowed, for browsers and others. */
export function respondOptions(request: Request, allowed: readonly string[]): Response {
  const methods = [...allowed, 'OPTIONS'].join(', ');
  const asked = request.headers.get('access-control-request-headers') ?? '*';
  const headers = {
    ...sharing,
    allow: methods,
    'access-control-allow-methods': methods,
    'access-control-allow-headers': asked,
    'access-control-max-age': '600',
  };
  return new Response(null, { status: 204, headers });
}

/** The status of the first declared 2xx response that has content, or for 204 that has none; else the one given. */
export function successOf({ operation }: OperationPlan, otherwise: 200 | 204 = 200): number {
  const fitting = (operation.responses ?? jsonResponses).find(
    ({ status, contents = [] }) => /^2\d\d$/.test(status) && contents.length > 0 === (otherwise === 200),
  );
  return fitting === undefined ? otherwise : Number(fitting.status);
}

/** The media type of JSON that is declared for a status, where it is another one of its family: `application/hal+json`. */
function jsonTypeOf({ operation }: OperationPlan, status: number): string {
  const declared = operation.responses?.find((one) => one.status === String(status))?.contents ?? [];
  const types = declared.filter(({ kind }) => kind === undefined || kind === 'json').map((one) => one.mediaType);
  const own = types.includes('application/json') ? undefined : types.find((type) => !type.includes('*'));
  return own === undefined || own === 'text/plain' ? jsonType : own;
}

function respondJson(request: Request, status: number, body: Json, extra: Readonly<Record<string, string>>): Response {
  const text = jsonText(body);
  const etag = `"${ownTag(body) ?? tagOf(text)}"`;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const headers = { ...sharing, 'content-type': jsonType, etag, ...extra };
  if (isRead && isTagged(request.headers.get('if-none-match'), [etag]))
    return new Response(null, { status: 304, headers: { ...sharing, etag } });
  return ofText(request, text, { status, headers });
}

function ofText(request: Request, text: string, init: ResponseInit): Response {
  return withWholeBody(new Response(bodyOf(request, text), init), text);
}

function bodyOf<Body extends BodyInit>(request: Request, body: Body): Body | null {
  return request.method === 'HEAD' ? null : body;
}

/** A body that is sent as its pieces are made. */
function streamOf(texts: Iterator<string, unknown>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    pull(controller) {
      const next = texts.next();
      if (next.done === true) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
    cancel() {
      texts.return?.();
    },
  });
}
