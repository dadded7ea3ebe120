import type { Json, JsonObject } from '@speccast/runtime';
import { type Engine, noOperation } from '../engine.js';
import type { Exchange } from '../exchange.js';
import type { EndpointPlan } from '../plan/endpoint-plan.js';
import type { CallInput, CallResponse } from '../plan/plan.js';
import { bytesOf, formTextOf, jsonOf } from '../request/read-bytes.js';
import { HttpError } from '../response/http-error.js';
import { respond, respondOptions, sharing } from '../response/respond.js';
import { isJsonType, mediaTypeOf } from '../values/media-type.js';
import { performAction } from '../webhooks/outgoing.js';

const maxBytes = 64 * 1024;

/**
 * Responds to requests to the paths that capabilities serve (`x-endpoints`). Their parameters are those of the query; their
 * body is a form or JSON. Errors are plain text, for the errors of the spec are those of its operations.
 */
export async function serveDeclared(engine: Engine, exchange: Exchange): Promise<Response | undefined> {
  const { request, url } = exchange;
  const all = engine.plan.endpoints?.filter(({ path }) => path === url.pathname) ?? [];
  if (all.length === 0) return undefined;
  const allowed = all.flatMap(({ method }) => (method === 'GET' ? [method, 'HEAD'] : [method]));
  if (request.method === 'OPTIONS') return respondOptions(request, allowed);
  const found = all.find(({ method }) => method === (request.method === 'HEAD' ? 'GET' : request.method));
  try {
    if (found !== undefined) return await serve(engine, exchange, found);
    const allow = allowed.join(', ');
    throw new HttpError(405, 'httpMethodNotAllowed', `${url.pathname} takes ${allow}, not ${request.method}.`, {
      headers: { allow },
    });
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    exchange.error = error;
    const headers = { ...sharing, 'content-type': 'text/plain; charset=UTF-8', ...error.details.headers };
    const text = request.method === 'HEAD' ? null : `${error.message}\n`;
    return new Response(text, { status: error.status, headers });
  }
}

async function serve(engine: Engine, exchange: Exchange, { action }: EndpointPlan): Promise<Response> {
  const { request, url, notes } = exchange;
  const body = await readBody(request);
  const params = valuesOf(url.searchParams);
  Object.assign(exchange, { params, ...(body !== undefined && { body }) });
  const input: CallInput = {
    plan: noOperation,
    params,
    baseUrl: url.origin + engine.prefix,
    url: engine.publicAddressOf(request).href,
    notes,
    ...(body !== undefined && { body }),
  };
  const awaited: Promise<CallResponse | undefined>[] = [];
  const first = engine.run(input, (call) => {
    const send: typeof call.send = ({ done, ...sent }) => {
      if (sent.isAwaited !== true) return call.send({ ...sent, ...(done && { done }) });
      let finish: (response: CallResponse | undefined) => void = () => {};
      awaited.push(new Promise((resolve) => (finish = resolve)));
      call.send({
        ...sent,
        done: (later, outcome) => {
          const response = done?.(later, outcome);
          finish(response);
          return response;
        },
      });
    };
    return performAction({ ...call, send }, action);
  });
  const responses = await Promise.all(awaited);
  return respond(request, noOperation, responses.find((one) => one !== undefined) ?? first);
}

async function readBody(request: Request): Promise<Json | undefined> {
  if (request.body === null || request.method === 'GET' || request.method === 'HEAD') return undefined;
  const bytes = await bytesOf(request, maxBytes);
  if (bytes.length === 0) return undefined;
  const type = mediaTypeOf(request.headers.get('content-type') ?? '');
  if (isJsonType(type)) return jsonOf(bytes);
  if (type === 'application/x-www-form-urlencoded') return valuesOf(new URLSearchParams(formTextOf(bytes)));
  throw new HttpError(415, 'unsupportedMediaType', 'The body has to be application/x-www-form-urlencoded.');
}

/** Values by name; a list where one comes several times. */
function valuesOf(pairs: Iterable<readonly [string, string]>): JsonObject {
  const values = new Map<string, string[]>();
  for (const [name, value] of pairs) values.set(name, [...(values.get(name) ?? []), value]);
  return Object.fromEntries(
    [...values].map(([name, all]): [string, Json] => [name, all.length === 1 ? (all[0] ?? '') : all]),
  );
}
