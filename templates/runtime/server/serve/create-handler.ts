import { essenceOf } from '../../client/body/media.js';
import { readQuery } from '../../parameters/query.js';
import { errorBody, withDeclaredStatus } from '../errors/error-body.js';
import { errorFormOf } from '../errors/error-forms.js';
import { HttpError } from '../errors/http-error.js';
import { ofText } from '../response/known-body.js';
import { writeExactly } from '../values/exact-integers.js';
import { findPrincipal } from './authenticate.js';
import { readRequest } from './read-request.js';
import { createRoutes, type ServedRoute } from './routes.js';
import { type ServedOperation, type ServedService, serveService } from './served-operation.js';
import type { AuthenticateOption, FailedCall, ServerOptions, ServerPlan } from './server-plan.js';
import { writeResponse } from './write-response.js';

/** Serves the operations of a service on web standards. */
export interface ServerHandler<Context> {
  /** Responds to a request; never rejects. `context` is handed to handlers. */
  readonly fetch: (request: Request, context: Context) => Promise<Response>;
  /** The routes of the operations, for frameworks to register. */
  readonly routes: readonly ServedRoute[];
  /** What comes before all of their paths. */
  readonly basePath: string;
}

/** What a handler is made of. */
export interface HandlerParts<Context> {
  readonly plan: ServerPlan;
  /** Functions by their names in the client, in objects. */
  readonly handlers: object;
  readonly options: ServerOptions<Context> & Partial<AuthenticateOption<unknown, Context>>;
}

/** Most bytes of a body. */
const usualMaxBodyBytes = 10 * 1024 * 1024;

/** Makes the handler of a service. */
export function createServerHandler<Context>({
  plan,
  handlers,
  options,
}: HandlerParts<Context>): ServerHandler<Context> {
  const service = serveService(plan);
  const { basePath, routes, locate } = createRoutes(service, options.basePath);
  const server = { service, handlers, options };
  return {
    basePath,
    routes,
    fetch: async (request, context) => {
      const url = new URL(request.url);
      let served: ServedOperation | undefined;
      try {
        const found = locate(request.method, url.pathname, url.search);
        if (found instanceof Response) return found;
        served = found.plan;
        return await call(server, { request, context, url, served, path: found.path });
      } catch (cause) {
        return respondError(server, { request, context, url, served }, cause);
      }
    },
  };
}

interface Server<Context> extends Pick<HandlerParts<Context>, 'handlers' | 'options'> {
  readonly service: ServedService;
}

interface Arrived<Context> {
  readonly request: Request;
  readonly context: Context;
  readonly url: URL;
}

type Called<Context> = Arrived<Context> & {
  readonly served: ServedOperation;
  readonly path: Readonly<Record<string, string>>;
};

/** Checks in this order: credentials (401, 403), whether there is a handler (501), media type and size, parameters and body (400). */
async function call<Context>(server: Server<Context>, called: Called<Context>): Promise<Response> {
  const { service, handlers, options } = server;
  const { request, context, url, served, path } = called;
  const { validate = {}, maxBodyBytes = usualMaxBodyBytes } = options;
  const query = readQuery(url.search);
  const { operation } = served;
  const principal = await findPrincipal(
    served,
    service.plan.service,
    { request, query, context },
    options.authenticate,
  );
  const handler = handlerOf(handlers, served.names);
  const input = await readRequest(
    service,
    { request, served, path, query },
    { maxBodyBytes, isValidated: validate.request !== false },
  );
  const result = await handler({ ...input, principal, context, request, signal: request.signal, operation });
  return writeResponse(
    {
      service,
      served,
      request,
      isValidated: validate.response !== false,
      report: (error) => tell(server, called, error),
    },
    result,
  );
}

function handlerOf(handlers: object, names: readonly string[]): (given: object) => unknown {
  let owner: unknown;
  let found: unknown = handlers;
  for (const name of names) {
    owner = found;
    found = Object(owner)[name];
    // Names are those of the client; what all objects inherit is no handler.
    if (found === Reflect.get(Object.prototype, name)) found = undefined;
  }
  if (typeof found !== 'function')
    throw new HttpError(501, 'notImplemented', 'The server does not offer this operation.');
  const handler = found;
  return (given) => Reflect.apply(handler, owner, [given]);
}

function respondError<Context>(
  server: Server<Context>,
  { request, context, url, served }: Arrived<Context> & { readonly served: ServedOperation | undefined },
  cause: unknown,
): Response {
  const stated = cause instanceof HttpError ? cause : new HttpError(500, 'internalError', 'The server failed.');
  if (stated.status >= 500 && served !== undefined && stated.status !== 501)
    tell(server, { request, context, served }, cause);
  // Whoever calls is told nothing of what failed.
  const shown =
    stated.status === 500 ? new HttpError(500, stated.reason, 'The server failed.', headersOf(stated)) : stated;
  const error = withDeclaredStatus(served, shown);
  const { service } = server;
  const body = errorBody({ error, plan: served, service, path: url.pathname, now: Date.now() });
  const { mediaType = '*/*', write = writeExactly } = errorFormOf(service, served, error.status) ?? {};
  const type = mediaType.includes('*') ? 'application/json' : essenceOf(mediaType);
  const headers = { 'content-type': type, ...error.details.headers };
  const text = request.method === 'HEAD' ? null : write(body);
  return ofText(text, { status: error.status, headers });
}

function headersOf({ details: { headers } }: HttpError): { readonly headers?: Readonly<Record<string, string>> } {
  return headers === undefined ? {} : { headers };
}

function tell<Context>(
  { options }: Server<Context>,
  { request, context, served }: Omit<FailedCall<Context>, 'operation'> & { readonly served: ServedOperation },
  error: unknown,
): void {
  const { onError = (failed: unknown) => console.error(failed) } = options;
  try {
    onError(error, { request, context, operation: served.operation.id });
  } catch (failure) {
    console.error(failure);
  }
}
