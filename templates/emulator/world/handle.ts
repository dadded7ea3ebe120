import { readQuery } from '@speccast/runtime/parameters';
import { errorBody, HttpError, type Route, withDeclaredStatus } from '@speccast/runtime/requests';
import { execute } from './execute.js';
import { explainError } from '../features/contract/explain-error.js';
import type { Engine } from './engine.js';
import { type Exchange, noteResponse } from '../plan/exchange.js';
import { withFaults } from '../features/faults/with-faults.js';
import { readCall, readSessionCall } from '../features/faults/read-call.js';
import { disguise } from '../features/hostile/disguise.js';
import { serveMedia } from './serve-media.js';
import type { OperationPlan } from '../plan/plan.js';
import { admit, spendQuota } from '../receive/admit.js';
import { noteHeaders } from '../plan/notes.js';
import { vendorEnvelope } from '../respond/vendor-envelope.js';
import { type Addressed, identify, readInput } from '../receive/read-input.js';
import { locate } from '../receive/router.js';
import { runOnce } from './run-once.js';
import { withDeclaredHeaders } from '../respond/declared-headers.js';
import { errorExample, respondError } from '../respond/error-response.js';
import { preferResponse, readPreference } from '../act/examples.js';
import { checkMethod } from '../respond/check-method.js';
import { respond } from '../respond/respond.js';
import { checkSupported } from '../act/perform.js';
import { countBytes } from '../store/media.js';

type OperationRoute = Extract<Route<OperationPlan>, { kind: 'operation' }> & { readonly baseUrl: string };

type RoutedRequest = Addressed & { readonly baseUrl: string };

/**
 * Responds to a request and records what becomes known about it in the exchange. It checks in this order: path (404) and method (405),
 * credentials (401), media type (415) and size (413), parameters and body (400), existence (404), owners (403), rules and
 * limits; then it makes the change.
 */
export async function handle(engine: Engine, exchange: Exchange): Promise<Response> {
  const hostility = engine.chooseHostility(exchange);
  if (hostility !== undefined) exchange.hostility = hostility;
  return addNoteHeaders(exchange, await route(engine, exchange));
}

async function route(engine: Engine, exchange: Exchange): Promise<Response> {
  const { request, url } = exchange;
  try {
    // The request names an invalid world.
    if (exchange.error !== undefined) throw exchange.error;
    const media = await serveMedia(engine, request, url);
    if (media !== undefined) return media;
    const session = engine.uploads?.find(engine, request, url);
    if (session !== undefined) {
      exchange.plan = session.plan;
      if (session.call?.token !== undefined) exchange.sender = session.call.token;
      return await withFaults(engine, exchange, {
        plan: session.plan,
        read: () => readSessionCall(engine, exchange, session),
        proceed: session.respond,
      });
    }
    const served = await serveFeature(engine, exchange, 'serve');
    if (served !== undefined) return served;
    const route = findRoute(engine, exchange) ?? (await serveFeature(engine, exchange, 'serveUnrouted'));
    if (route === undefined) throw new HttpError(404, 'notFound', `There is nothing at ${url.pathname}.`);
    if (route instanceof Response) return route;
    exchange.plan = route.plan;
    const at = { plan: route.plan, path: route.path, query: readQuery(url.search), notes: exchange.notes };
    return await withFaults(engine, exchange, {
      plan: route.plan,
      read: () => readCall(engine, exchange, at),
      proceed: () =>
        withDeclaredHeaders(engine.plan, exchange, callOperation(engine, exchange, { ...at, baseUrl: route.baseUrl })),
    });
  } catch (cause) {
    if (!(cause instanceof HttpError)) throw cause;
    const error = withDeclaredStatus(exchange.plan, cause);
    exchange.error = error;
    const rejection = {
      error,
      plan: exchange.plan,
      service: engine.plan,
      sample: engine.plan.sampler,
      explanation: explainError(engine.shared, exchange, error),
      path: url.pathname,
      now: engine.clock.now(),
    };
    exchange.responseBody = errorExample(rejection) ?? errorBody(rejection);
    if (engine.shared.profile === 'vendor')
      exchange.responseBody = vendorEnvelope(error, exchange.plan, engine.plan) ?? exchange.responseBody;
    return withDeclaredHeaders(engine.plan, exchange, respondError(request, rejection, exchange.responseBody));
  }
}

async function callOperation(engine: Engine, exchange: Exchange, at: RoutedRequest): Promise<Response> {
  const { request } = exchange;
  const { plan } = at;
  const token = admit(engine, exchange, at, identify(engine, request, at.query));
  if (token !== undefined) exchange.sender = token;
  spendQuota(engine, exchange);
  const preference = readPreference(request.headers.get('prefer'));
  checkSupported(plan, allowedBeside(engine, plan));
  const { params, body, media, content, uploads } = await readInput(engine, request, at);
  Object.assign(exchange, {
    params,
    ...(body === undefined ? {} : { body }),
    ...(media && { media: { bytes: countBytes(media), mediaType: media.mediaType }, file: media }),
    ...(token === undefined ? {} : { token }),
  });
  const [ifMatch, ifNoneMatch] = ['if-match', 'if-none-match'].map((name) => request.headers.get(name) ?? undefined);
  const accept = request.headers.get('accept');
  const input = {
    plan,
    params,
    baseUrl: at.baseUrl,
    url: engine.readPublicAddress(request).href,
    notes: exchange.notes,
    ...(exchange.hostility && { hostility: exchange.hostility }),
    ...(body === undefined ? {} : { body }),
    ...(media && { media }),
    ...(content && { content }),
    ...(accept !== null && { accept }),
    ...(token === undefined ? {} : { token }),
    ...(ifMatch !== undefined && { ifMatch }),
    ...(ifNoneMatch !== undefined && { ifNoneMatch }),
  };
  if (uploads !== undefined) return uploads.start(engine, request, input);
  const { checkResponses } = engine.options;
  const preferred = preference && engine.run(input, (call) => preferResponse(call, preference));
  const response =
    preferred?.response ??
    runOnce(engine, request, input, () => engine.run(input, (one) => execute(one, checkResponses)));
  noteResponse(exchange, response);
  const sent = respond(request, plan, response);
  for (const [name, value] of Object.entries(preferred?.headers ?? {})) sent.headers.append(name, value);
  return sent;
}

/** Returns the response of the first feature that has one. */
async function serveFeature(
  engine: Engine,
  exchange: Exchange,
  hook: 'serve' | 'serveUnrouted',
): Promise<Response | undefined> {
  for (const feature of engine.features) {
    const response = await feature[hook]?.(engine, exchange);
    if (response !== undefined) return response;
  }
  return undefined;
}

/** Undefined for a path that the spec does not have. */
function findRoute(engine: Engine, { request, url }: Exchange): OperationRoute | Response | undefined {
  const { base, route } = locate(engine.shared, request.method, url.pathname, url.search);
  if (route.kind === 'operation') return { ...route, baseUrl: url.origin + engine.prefix + base };
  return route.kind === 'method' ? checkMethod(request, url.pathname, route.allowed) : undefined;
}

function allowedBeside({ plan }: Engine, { operation }: OperationPlan): readonly string[] {
  return plan.operations.filter((one) => one.operation.path === operation.path).map((one) => one.operation.method);
}

/** Adds the headers for warnings to a response and, in the hostile mode, changes how it is written. */
function addNoteHeaders({ notes, hostility, request }: Exchange, response: Response): Response | Promise<Response> {
  for (const [name, value] of Object.entries(noteHeaders(notes, request.method))) response.headers.set(name, value);
  return hostility === undefined || request.method === 'OPTIONS' ? response : disguise(response, hostility);
}
