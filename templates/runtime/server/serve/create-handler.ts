import { readEssence } from '../../client/body/media.js';
import { readQuery } from '../../parameters/query.js';
import { errorBody, findErrorForm, withDeclaredStatus } from '../errors/error-body.js';
import { HttpError } from '../errors/http-error.js';
import { createKnownResponse } from '../response/known-body.js';
import { writeExactly } from '../values/exact-integers.js';
import { findPrincipal } from './authenticate.js';
import { readRequest } from './read-request.js';
import { ServerError } from './reply.js';
import { createRoutes, type ServedRoute } from './routes.js';
import { type ServedOperation, type ServedService, serveService } from './served-operation.js';
import type { AuthenticateOption, ServerOptions, ServerPlan } from './server-plan.js';
import { writeResponse } from './write-response.js';

/** A server for the operations of a service, which takes a web `Request` and returns a `Response`. */
export interface ServerHandler<Context> {
  /** Responds to a request; never rejects. `context` is passed to handlers. */
  readonly fetch: (request: Request, context: Context) => Promise<Response>;
  /** The routes of the operations, for frameworks. */
  readonly routes: readonly ServedRoute[];
  /** The path before the paths of all routes: `/v1`, or empty. */
  readonly basePath: string;
}

/** Creates the server for the operations of a service. */
export function createServerHandler<Context>({
  plan,
  handlers,
  options,
}: {
  readonly plan: ServerPlan;
  /** Functions by the names of methods in the client: `{ pets: { list: async () => … } }`. */
  readonly handlers: object;
  readonly options: ServerOptions<Context> & Partial<AuthenticateOption<unknown, Context>>;
}): ServerHandler<Context> {
  const service = serveService(plan);
  const { basePath, routes, locate } = createRoutes(service, options.basePath);
  const { validate = {}, maxBodyBytes = 10_485_760, authenticate, onError = console.error } = options;
  const respond = async (request: Request, context: Context): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    let served: ServedOperation | undefined;
    const report = (error: unknown) => {
      try {
        onError(error, { request, context, operation: served?.operation.id ?? '' });
      } catch (failure) {
        console.error(failure);
      }
    };
    try {
      const found = locate(request.method, pathname, search);
      if (found instanceof Response) return found;
      served = found.plan;
      const query = readQuery(search);
      // In this order: credentials (401, 403), a handler (501), media type and size, parameters and body (400).
      const principal = await findPrincipal(served, plan.service, { request, query, context }, authenticate);
      const handle = findHandler(handlers, served.names);
      const call = { service, served, request, path: found.path, query };
      const input = await readRequest({ ...call, maxBodyBytes, isValidated: validate.request !== false });
      const { operation } = served;
      const result = await handle({ ...input, principal, context, request, signal: request.signal, operation });
      return writeResponse({ service, served, request, isValidated: validate.response !== false, report }, result);
    } catch (cause) {
      const isKnown = cause instanceof HttpError && (cause.status < 500 || cause.status === 501);
      if (!isKnown && served) report(cause);
      return respondError(service, served, request, cause);
    }
  };
  return { basePath, routes, fetch: respond };
}

/** Finds the handler of an operation by its names in the client; throws a `ServerError` (501) if there is none. */
function findHandler(handlers: object, names: readonly string[]): (call: object) => unknown {
  let owner: unknown;
  let found: unknown = handlers;
  for (const name of names) {
    owner = found;
    found = Object(owner)[name];
    // Methods that all objects inherit, such as `toString`, are not handlers.
    if (found === Reflect.get(Object.prototype, name)) found = undefined;
  }
  if (typeof found !== 'function') throw new ServerError(501);
  const handler = found;
  return (call) => Reflect.apply(handler, owner, [call]);
}

/** Creates the response for an error. For errors of the server itself, it does not show the cause. */
function respondError(
  service: ServedService,
  served: ServedOperation | undefined,
  { method, url }: Request,
  cause: unknown,
): Response {
  const known = cause instanceof HttpError ? cause : new ServerError(500);
  const { status, reason, details } = known;
  const hidden = new ServerError(status, { reason, headers: details.headers ?? {} });
  const error = withDeclaredStatus(served, status < 500 ? known : hidden);
  const body = errorBody({ error, plan: served, service, path: new URL(url).pathname, now: Date.now() });
  const { mediaType = '*/*', write = writeExactly } = findErrorForm(service, served, error.status) ?? {};
  const type = mediaType.includes('*') ? 'application/json' : readEssence(mediaType);
  const init = { status: error.status, headers: { 'content-type': type, ...details.headers } };
  return createKnownResponse(method === 'HEAD' ? null : write(body), init);
}
