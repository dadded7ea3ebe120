import { carryOut } from './carry-out.js';
import { lessonOf } from './contract/teach.js';
import type { Engine } from './engine.js';
import { type Exchange, noteAnswer } from './exchange.js';
import { passFaults } from './faults/fault-stage.js';
import { readCall, readSessionCall } from './faults/read-call.js';
import { disguise } from './hostile/disguise.js';
import { serveMedia } from './media/serve-media.js';
import type { OperationPlan } from './plan/plan.js';
import { admit, spendQuota } from './profiles/admit.js';
import { noteHeaders } from './profiles/notes.js';
import { vendorEnvelope } from './profiles/vendor-envelope.js';
import { readQuery } from './request/query.js';
import { type Addressed, identify, readInput } from './request/read-input.js';
import { locate, type Route } from './request/router.js';
import { withSampleHeaders } from './response/declared-response.js';
import { declaredRefusal, envelopeOf, refusalBody, respondRefusal } from './response/error-response.js';
import { Refusal } from './response/http-error.js';
import { respond, respondOptions } from './response/respond.js';
import { checkSupported } from './rows/perform.js';

type OperationRoute = Extract<Route, { kind: 'operation' }> & { readonly baseUrl: string };

type Place = Addressed & { readonly baseUrl: string };

/**
 * Answers a request, and notes in the exchange what becomes known of it. In this order: path (404) and method (405),
 * credentials (401), media type (415) and size (413), parameters and body (400), existence (404), owners (403), rules and
 * limits, the change itself.
 */
export async function handle(engine: Engine, exchange: Exchange): Promise<Response> {
  const hostility = engine.hostilityOf(exchange);
  if (hostility !== undefined) exchange.hostility = hostility;
  return dress(exchange, await settle(engine, exchange));
}

async function settle(engine: Engine, exchange: Exchange): Promise<Response> {
  const { request, url } = exchange;
  try {
    // The world that it names is none.
    if (exchange.refusal !== undefined) throw exchange.refusal;
    const media = await serveMedia(engine, request, url);
    if (media !== undefined) return media;
    const session = engine.uploads?.find(engine, request, url);
    if (session !== undefined) {
      exchange.plan = session.plan;
      return await passFaults(engine, exchange, {
        plan: session.plan,
        read: () => readSessionCall(engine, exchange, session),
        proceed: session.answer,
      });
    }
    const route = routeOf(engine, exchange);
    if (route instanceof Response) return route;
    exchange.plan = route.plan;
    const at = { plan: route.plan, path: route.path, query: readQuery(url.search), notes: exchange.notes };
    return await passFaults(engine, exchange, {
      plan: route.plan,
      read: () => readCall(engine, exchange, at),
      proceed: () => answer(engine, exchange, { ...at, baseUrl: route.baseUrl }),
    });
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
    const error = declaredRefusal(exchange.plan, cause);
    exchange.refusal = error;
    const lesson = lessonOf(engine.shared, exchange, error);
    const { sampler } = engine.plan;
    exchange.answered = exchange.plan ? refusalBody(exchange.plan, error, sampler, lesson) : envelopeOf(error, lesson);
    if (engine.shared.profile === 'vendor')
      exchange.answered = vendorEnvelope(error, exchange.plan, engine.plan) ?? exchange.answered;
    return respondRefusal(request, error, exchange.answered, exchange.plan);
  }
}

async function answer(engine: Engine, exchange: Exchange, at: Place): Promise<Response> {
  const { request } = exchange;
  const { plan } = at;
  const token = admit(engine, exchange, plan, identify(engine, request, at.query));
  spendQuota(engine, exchange);
  checkSupported(plan, allowedBeside(engine, plan));
  const { params, body, media, content, uploads } = await readInput(engine, request, at);
  Object.assign(exchange, {
    params,
    ...(body === undefined ? {} : { body }),
    ...(media && { media: { bytes: media.bytes.length, mediaType: media.mediaType } }),
    ...(token === undefined ? {} : { token }),
  });
  const ifMatch = request.headers.get('if-match');
  const accept = request.headers.get('accept');
  const input = {
    plan,
    params,
    baseUrl: at.baseUrl,
    url: engine.publicAddressOf(request).href,
    notes: exchange.notes,
    ...(exchange.hostility && { hostility: exchange.hostility }),
    ...(body === undefined ? {} : { body }),
    ...(media && { media }),
    ...(content && { content }),
    ...(accept !== null && { accept }),
    ...(token === undefined ? {} : { token }),
    ...(ifMatch === null ? {} : { ifMatch }),
  };
  if (uploads !== undefined) return uploads.start(engine, request, input);
  const { checkResponses } = engine.options;
  const answered = engine.run(input, (call) => carryOut(call, checkResponses));
  noteAnswer(exchange, answered);
  return withSampleHeaders(respond(request, plan, answered), plan);
}

function routeOf(engine: Engine, { request, url }: Exchange): OperationRoute | Response {
  const { base, route } = locate(engine.shared, request.method, url.pathname, url.search);
  if (request.method === 'OPTIONS' && route.kind === 'method') return respondOptions(request, route.allowed);
  if (route.kind === 'operation') return { ...route, baseUrl: url.origin + engine.prefix + base };
  if (route.kind !== 'method') throw new Refusal(404, 'notFound', `There is nothing at ${url.pathname}.`);
  const allow = route.allowed.join(', ');
  throw new Refusal(405, 'httpMethodNotAllowed', `${url.pathname} takes ${allow}, not ${request.method}.`, {
    headers: { allow },
  });
}

function allowedBeside({ plan }: Engine, { operation }: OperationPlan): readonly string[] {
  return plan.operations.filter((one) => one.operation.path === operation.path).map((one) => one.operation.method);
}

/** The response with the headers that tell what was noted, in the hostile mode in another form. */
function dress({ notes, hostility, request }: Exchange, response: Response): Response | Promise<Response> {
  if (notes.warnings.length > 0 || notes.ignored.length > 0)
    for (const [name, value] of Object.entries(noteHeaders(notes))) response.headers.set(name, value);
  return hostility === undefined || request.method === 'OPTIONS' ? response : disguise(response, hostility);
}
