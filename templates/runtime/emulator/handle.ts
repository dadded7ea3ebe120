import { carryOut } from './carry-out.js';
import { withSets } from './check-request.js';
import { authenticate, credentialParameters, readCredentials } from './credentials.js';
import type { Engine } from './engine.js';
import { locate } from './locate.js';
import { serveMedia } from './serve-media.js';
import { checkSupported } from './perform.js';
import { Refusal, type OperationPlan } from './plan.js';
import { readQuery, type Query } from './query.js';
import { readBody } from './read-body.js';
import { readParameters } from './read-parameters.js';
import { refusalBody } from './refusal-body.js';
import { respond, respondOptions, respondRefusal } from './respond.js';
import type { Route } from './router.js';
import { withWrittenNumbers } from './written-numbers.js';

/** What became of a request, for the journal. */
export interface Outcome {
  readonly response: Response;
  /** `operationId`, where the request led to an operation. */
  readonly operation?: string;
  readonly reason?: string;
}

type OperationRoute = Extract<Route, { kind: 'operation' }> & { readonly baseUrl: string };

/**
 * Answers a request. In this order: path (404) and method (405), credentials (401), media type (415) and size (413),
 * parameters and body (400), existence (404), owners (403), rules and limits, the change itself.
 */
export async function handle(engine: Engine, request: Request): Promise<Outcome> {
  const url = new URL(request.url);
  let plan: OperationPlan | undefined;
  try {
    const media = await serveMedia(engine, request, url);
    if (media !== undefined) return { response: media };
    const session = engine.plan.uploads?.find(engine, request, url);
    plan = session?.plan;
    if (session !== undefined) return { response: await session.answer(), operation: session.plan.operation.id };
    const route = routeOf(engine, request, url);
    if (route instanceof Response) return { response: route };
    plan = route.plan;
    return { response: await answer(engine, request, url, route), operation: plan.operation.id };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (plan === undefined) return { response: respondRefusal(request, error), reason: error.reason };
    const response = respondRefusal(request, error, refusalBody(plan, error, engine.plan.sampler));
    return { response, reason: error.reason, operation: plan.operation.id };
  }
}

async function answer(engine: Engine, request: Request, url: URL, route: OperationRoute): Promise<Response> {
  const { plan } = route;
  const query = readQuery(url.search);
  const token = identify(engine, request, plan, query);
  checkSupported(plan, allowedBeside(engine, plan));
  const uploads = comesInPieces(plan, query) ? engine.plan.uploads : undefined;
  const received = await (uploads?.readStart ?? readBody)(request, plan, engine.maxBodyBytes);
  const params = readParameters(plan, {
    path: route.path,
    query,
    headers: request.headers,
    credentials: new Set(credentialParameters(engine.plan.service)),
  });
  const body = withWrittenNumbers(plan.body, withSets(plan, params, received.body));
  const { media } = received;
  const ifMatch = request.headers.get('if-match');
  const input = {
    plan,
    params,
    baseUrl: route.baseUrl,
    ...(body === undefined ? {} : { body }),
    ...(media && { media }),
    ...(token === undefined ? {} : { token }),
    ...(ifMatch === null ? {} : { ifMatch }),
  };
  if (uploads !== undefined) return uploads.start(engine, request, input);
  const { checkResponses } = engine.options;
  return respond(
    request,
    plan,
    engine.run(input, (call) => carryOut(call, checkResponses)),
  );
}

/** Whether a request only announces the bytes, which will come in further requests. */
function comesInPieces({ behaviour }: OperationPlan, query: Query): boolean {
  const protocol = query.text('uploadType') ?? query.text('upload_protocol');
  return protocol === 'resumable' && behaviour.media?.resumable === true;
}

/** The token of the caller, where one was sent. */
function identify(engine: Engine, request: Request, plan: OperationPlan, query: Query): string | undefined {
  const credentials = readCredentials(engine.plan.service, request.headers, query, engine.options.credentials);
  authenticate(plan, credentials);
  return credentials.token;
}

function routeOf(engine: Engine, request: Request, url: URL): OperationRoute | Response {
  const { base, route } = locate(engine, request.method, url.pathname);
  if (request.method === 'OPTIONS' && route.kind === 'method') return respondOptions(request, route.allowed);
  if (route.kind === 'operation') return { ...route, baseUrl: url.origin + base };
  if (route.kind !== 'method') throw new Refusal(404, 'notFound', `There is nothing at ${url.pathname}.`);
  const allow = route.allowed.join(', ');
  throw new Refusal(405, 'httpMethodNotAllowed', `${url.pathname} takes ${allow}, not ${request.method}.`, {
    headers: { allow },
  });
}

function allowedBeside({ plan }: Engine, { operation }: OperationPlan): readonly string[] {
  return plan.operations.filter((one) => one.operation.path === operation.path).map((one) => one.operation.method);
}
