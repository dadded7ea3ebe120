import { isJsonObject } from '@speccast/runtime';
import { HttpError, isJsonType, readBodyJson, mediaTypeOf } from '@speccast/runtime/requests';
import { type Engine, type Feature, noOperation } from '../../world/engine.js';
import type { Received, Call, Valid, CallResponse, OutgoingRequest } from '../../plan/plan.js';
import type { CapabilityAction, EndpointPlan } from '../../plan/webhook-plan.js';
import { redactValues } from '../../world/journal/redactor.js';
import { collectValues, readBytes, readForm } from '../../receive/read-body.js';
import { checkMethod, respond, sharing } from '../../respond/respond.js';
import { listChanges } from '../../world/list-changes.js';

const maxBytes = 64 * 1024;

/** The feature of paths that capabilities serve (`x-endpoints`), and of capabilities that are called after changes (`x-listeners`). */
export const declaredEndpoints: Feature = {
  name: 'endpoints',
  open: (engine) => {
    const { listeners = [] } = engine.plan;
    // Listeners are not called for changes that listeners make.
    let isNotifying = false;
    return {
      serveUnrouted: (received) => serveDeclared(engine, received),
      watched: listeners.map(({ of }) => of),
      noteChanges: (before, after, change) => {
        if (isNotifying || before === after) return;
        isNotifying = true;
        try {
          for (const { of: table, on, action } of listeners) {
            for (const { key: _key, ...heard } of listChanges(engine, table, before, after))
              if (on.includes(heard.on)) change((call) => void performAction({ ...call, change: heard }, action));
          }
        } finally {
          isNotifying = false;
        }
      },
    };
  },
};

/** Performs the action of a capability that belongs to no operation. */
function performAction(call: Call, action: CapabilityAction): CallResponse {
  const capability = call.emulator.capabilities[action.perform];
  if (!capability) throw new Error(`The emulator has no capability named ${action.perform}.`);
  return capability(call, action);
}

/**
 * Responds to requests to the paths that capabilities serve (`x-endpoints`). Parameters are those of the query; a body is a form or
 * JSON. Errors are plain text, because only operations have the error format of the spec.
 */
async function serveDeclared(engine: Engine, received: Received) {
  const { request, url } = received;
  const all = engine.plan.endpoints?.filter(({ path }) => path === url.pathname) ?? [];
  if (!all.length) return undefined;
  const allowed = all.flatMap(({ method }) => (method === 'GET' ? [method, 'HEAD'] : [method]));
  try {
    const early = checkMethod(request, url.pathname, allowed);
    if (early) return early;
    const found = all.find(({ method }) => method === (request.method === 'HEAD' ? 'GET' : request.method));
    return found && (await serve(engine, received, found));
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    received.error = error;
    const headers = { ...sharing, 'content-type': 'text/plain; charset=UTF-8', ...error.details.headers };
    const text = request.method === 'HEAD' ? null : `${error.message}\n`;
    return new Response(text, { status: error.status, headers });
  }
}

async function serve(engine: Engine, received: Received, { action }: EndpointPlan) {
  const { request, url } = received;
  const sent = await readBody(request);
  const { body } = sent;
  const params = collectValues(url.searchParams);
  received.params = redactValues(params);
  if (body !== undefined) received.body = isJsonObject(body) ? redactValues(body) : body;
  const input: Valid = {
    ...engine.outside,
    ...received,
    plan: noOperation,
    params,
    baseUrl: url.origin + engine.prefix,
    publicUrl: engine.readPublicAddress(request).href,
    ...sent,
  };
  const awaited: Promise<CallResponse | undefined>[] = [];
  const first = engine.run(input, (call) => {
    const send: Call['send'] = (sent) => {
      if (!sent.isAwaited) return call.send(sent);
      const end = new Promise<CallResponse | undefined>((resolve) => {
        const done: OutgoingRequest['done'] = (later, outcome) =>
          // An error in `done` rejects the promise.
          void resolve((async () => sent.done?.(later, outcome))());
        call.send({ ...sent, done });
      });
      awaited.push(end);
    };
    return performAction({ ...call, send }, action);
  });
  const responses = await Promise.all(awaited);
  return respond(request, noOperation, responses.find((one) => one !== undefined) ?? first);
}

async function readBody(request: Request) {
  const bytes = await readBytes(request, maxBytes);
  if (!bytes.length) return {};
  const bodyType = mediaTypeOf(request.headers.get('content-type') ?? '');
  if (isJsonType(bodyType)) return { bodyType, body: readBodyJson(bytes) };
  if (bodyType === 'application/x-www-form-urlencoded') return { bodyType, body: readForm(bytes) };
  throw new HttpError(415, 'unsupportedMediaType', 'The body has to be application/x-www-form-urlencoded.');
}
