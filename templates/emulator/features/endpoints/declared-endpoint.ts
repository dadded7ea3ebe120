import { isJsonObject, type JsonObject } from '@speccast/runtime';
import { HttpError, readFormText, isJsonType, readBodyJson, mediaTypeOf } from '@speccast/runtime/requests';
import { type Engine, noOperation } from '../../world/engine.js';
import type { Exchange } from '../../plan/exchange.js';
import type { EndpointPlan } from '../../plan/endpoint-plan.js';
import { redactValues } from '../../world/journal/redact.js';
import type { Call, CallInput, CallResponse, OutgoingRequest } from '../../plan/plan.js';
import { readBytes } from '../../receive/read-bytes.js';
import { checkMethod } from '../../respond/check-method.js';
import { respond } from '../../respond/respond.js';
import { sharing } from '../../respond/sharing.js';
import { performAction } from '../webhooks/outgoing.js';

const maxBytes = 64 * 1024;

/**
 * Responds to requests to the paths that capabilities serve (`x-endpoints`). Their parameters are those of the query; their
 * body is a form or JSON. Errors are plain text: the error bodies of the spec belong to its operations.
 */
export async function serveDeclared(engine: Engine, exchange: Exchange): Promise<Response | undefined> {
  const { request, url } = exchange;
  const all = engine.plan.endpoints?.filter(({ path }) => path === url.pathname) ?? [];
  if (all.length === 0) return undefined;
  const allowed = all.flatMap(({ method }) => (method === 'GET' ? [method, 'HEAD'] : [method]));
  try {
    const early = checkMethod(request, url.pathname, allowed);
    if (early !== undefined) return early;
    const found = all.find(({ method }) => method === (request.method === 'HEAD' ? 'GET' : request.method));
    return found && (await serve(engine, exchange, found));
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
  const received = await readBody(request);
  const { body } = received;
  const params = collectValues(url.searchParams);
  exchange.params = redactValues(params);
  if (body !== undefined) exchange.body = isJsonObject(body) ? redactValues(body) : body;
  const input: CallInput = {
    plan: noOperation,
    params,
    baseUrl: url.origin + engine.prefix,
    url: engine.readPublicAddress(request).href,
    notes,
    ...received,
  };
  const awaited: Promise<CallResponse | undefined>[] = [];
  const first = engine.run(input, (call) => {
    const send: Call['send'] = (sent) => {
      if (sent.isAwaited !== true) return call.send(sent);
      const end = new Promise<CallResponse | undefined>((resolve, reject) => {
        const done: OutgoingRequest['done'] = (later, outcome) => {
          try {
            resolve(sent.done?.(later, outcome));
          } catch (error) {
            reject(error);
          }
          return undefined;
        };
        call.send({ ...sent, done });
      });
      awaited.push(end);
    };
    return performAction({ ...call, send }, action);
  });
  const responses = await Promise.all(awaited);
  return respond(request, noOperation, responses.find((one) => one !== undefined) ?? first);
}

async function readBody(request: Request): Promise<Pick<CallInput, 'body' | 'bodyType'>> {
  const bytes = await readBytes(request, maxBytes);
  if (bytes.length === 0) return {};
  const bodyType = mediaTypeOf(request.headers.get('content-type') ?? '');
  if (isJsonType(bodyType)) return { bodyType, body: readBodyJson(bytes) };
  if (bodyType === 'application/x-www-form-urlencoded')
    return { bodyType, body: collectValues(new URLSearchParams(readFormText(bytes))) };
  throw new HttpError(415, 'unsupportedMediaType', 'The body has to be application/x-www-form-urlencoded.');
}

/** Collects values by name, as a list where there are several: `a=1&a=2&b=3` → `{"a": ["1", "2"], "b": "3"}`. */
function collectValues(pairs: URLSearchParams): JsonObject {
  const values = new Map<string, string | readonly string[]>();
  for (const [name, value] of pairs) {
    const before = values.get(name);
    values.set(name, before === undefined ? value : [before, value].flat());
  }
  return Object.fromEntries(values);
}
