import { readQuery } from '@speccast/runtime/parameters';
import { errorBody, HttpError, withDeclaredStatus } from '@speccast/runtime/requests';
import { checkSupported } from '../act/perform.js';
import { preferResponse, readPreference } from '../act/preferred.js';
import { noteHeaders } from '../plan/notes.js';
import type { Received, Routed } from '../plan/plan.js';
import { authorize } from '../receive/authorize.js';
import { readInput } from '../receive/read-input.js';
import { locate } from '../receive/router.js';
import { checkMethod } from '../respond/check-method.js';
import { withDeclaredHeaders } from '../respond/declared-headers.js';
import { errorExample, respondError } from '../respond/error-response.js';
import { respond } from '../respond/respond.js';
import { shareWith } from '../respond/sharing.js';
import { vendorEnvelope } from '../respond/vendor-envelope.js';
import { countBytes } from '../store/media.js';
import { throwIfAborted } from './direct-fetch.js';
import type { Engine } from './engine.js';
import { execute } from './execute.js';
import { spendQuota } from './quota.js';
import { runOnce } from './run-once.js';
import { serveMedia } from './serve-media.js';

/**
 * Responds to a request, and records it. It checks in this order: path (404) and method (405), credentials (401), media type (415) and
 * size (413), parameters and body (400), existence (404), owners (403), rules and limits; then it makes the change.
 */
export async function handle(engine: Engine, received: Received): Promise<Response> {
  const { request, notes } = received;
  throwIfAborted(request);
  if (engine.options.now === undefined) engine.clock.advance(1000);
  for (const hooks of engine.hooks) hooks.receive?.(received);
  let response: Response | undefined;
  try {
    response = await serve(engine, received).catch((cause: unknown) => reject(engine, received, cause));
    for (const [name, value] of Object.entries(noteHeaders(notes, request.method))) response.headers.set(name, value);
    if (received.hostility && request.method !== 'OPTIONS') response = await received.hostility.disguise(response);
    shareWith(received.request, response, engine.plan);
  } finally {
    // A request whose connection broke is part of the journal, too.
    engine.note(received, response);
  }
  throwIfAborted(request);
  return response;
}

async function serve(engine: Engine, received: Received): Promise<Response> {
  const { request, url, error } = received;
  // The request names an invalid world.
  if (error !== undefined) throw error;
  const early = (await serveMedia(engine, request, url)) ?? (await serveFeature(engine, received, 'serve'));
  if (early !== undefined) return early;
  const { base, route } = locate(engine.shared, request.method, url.pathname, url.search);
  if (route.kind !== 'operation') {
    const other = route.kind === 'method' ? checkMethod(request, url.pathname, route.allowed) : undefined;
    const response = other ?? (await serveFeature(engine, received, 'serveUnrouted'));
    if (response === undefined) throw new HttpError(404, 'notFound', `There is nothing at ${url.pathname}.`);
    return response;
  }
  const { plan, path } = route;
  const baseUrl = url.origin + engine.prefix + base;
  let reading: ReturnType<typeof readInput> | undefined;
  const read: Routed['read'] = () =>
    (reading ??= readInput(
      engine.shared,
      routed,
      engine.ask((hooks) => hooks.readBody?.(routed)),
    ));
  const routed: Routed = Object.assign(received, { plan, path, query: readQuery(url.search), baseUrl, read });
  return engine.around(routed, () => withDeclaredHeaders(engine.plan, routed, callOperation(engine, routed)));
}

/** Returns the response of the first feature that has one. */
async function serveFeature(
  engine: Engine,
  received: Received,
  hook: 'serve' | 'serveUnrouted',
): Promise<Response | undefined> {
  for (const hooks of engine.hooks) {
    const response = await hooks[hook]?.(received);
    if (response !== undefined) return response;
  }
  return undefined;
}

async function callOperation(engine: Engine, routed: Routed): Promise<Response> {
  const { request, plan } = routed;
  const token = authorize(engine, routed);
  if (token !== undefined) routed.token = token;
  spendQuota(engine, routed);
  const preference = readPreference(request.headers.get('prefer'));
  const beside = engine.plan.operations.filter(({ operation }) => operation.path === plan.operation.path);
  checkSupported(
    plan,
    beside.map(({ operation }) => operation.method),
  );
  const [accept, ifMatch, ifNoneMatch] = ['accept', 'if-match', 'if-none-match'].map((name) =>
    request.headers.get(name),
  );
  const valid = Object.assign(routed, await routed.read(), {
    publicUrl: engine.readPublicAddress(request).href,
    ...(accept !== null && { accept }),
    ...(ifMatch !== null && { ifMatch }),
    ...(ifNoneMatch !== null && { ifNoneMatch }),
  });
  const taken = engine.ask((hooks) => hooks.take?.(valid));
  if (taken !== undefined) return taken;
  const preferred = preference && engine.run(valid, (call) => preferResponse(call, preference));
  const response =
    preferred?.response ??
    runOnce(engine, valid, () => engine.run(valid, (call) => execute(call, engine.options.checkResponses)));
  if (response.kind === 'json') routed.responseBody = response.body;
  if (response.kind === 'bytes')
    routed.sent = { bytes: countBytes(response.media), mediaType: response.media.mediaType };
  const sent = respond(request, plan, response);
  for (const [name, value] of Object.entries(preferred?.headers ?? {})) sent.headers.append(name, value);
  return sent;
}

/** Writes the response to a request that an error ended. */
function reject(engine: Engine, received: Received, cause: unknown): Promise<Response> | Response {
  if (!(cause instanceof HttpError)) throw cause;
  const { request, plan, url } = received;
  const error = withDeclaredStatus(plan, cause);
  received.error = error;
  const rejection = {
    error,
    plan,
    service: engine.plan,
    sample: engine.plan.sampler,
    explanation: engine.ask((hooks) => hooks.explain?.(received, error)),
    path: url.pathname,
    now: engine.clock.now(),
  };
  const vendor = engine.shared.profile === 'vendor' ? vendorEnvelope(error, plan, engine.plan) : undefined;
  const body = vendor ?? errorExample(rejection) ?? errorBody(rejection);
  received.responseBody = body;
  return withDeclaredHeaders(engine.plan, received, respondError(request, rejection, body));
}
