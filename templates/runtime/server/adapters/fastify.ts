import { knownBody } from '../response/known-body.js';
import type { ServerHandler } from '../serve/create-handler.js';
import { type NodeRequest, type NodeResponse, toWebRequest } from './node-messages.js';

interface FastifyRequest {
  readonly raw: NodeRequest;
}

interface FastifyReply {
  readonly raw: Pick<NodeResponse, 'writableEnded' | 'on'>;
  code(status: number): unknown;
  header(name: string, value: unknown): unknown;
  send(payload?: unknown): unknown;
}

/** What handlers get as their context. */
export interface FastifyContext<Req = FastifyRequest, Res = FastifyReply> {
  readonly request: Req;
  readonly reply: Res;
}

/** The scope of a plugin of Fastify 5, as far as it is used. */
interface FastifyScope {
  removeAllContentTypeParsers(): void;
  addContentTypeParser(
    type: string,
    parse: (request: never, payload: never, done: (error: null) => void) => void,
  ): unknown;
  route(options: {
    readonly method: string[];
    readonly url: string;
    readonly exposeHeadRoute: boolean;
    readonly handler: (request: never, reply: never) => Promise<unknown>;
  }): unknown;
}

/** An app of Fastify 5, as far as it is used. */
interface FastifyApp {
  readonly supportedMethods: string[];
  register(plugin: (scope: unknown) => Promise<void>): unknown;
}

/**
 * Registers a route for each path of the service with an app of Fastify, in a scope of its own, so that hooks see them and no parser
 * of Fastify reads their bodies. Handlers get `{ request, reply }`. What is below the base path and no operation is 404 or 405 in
 * the form of the spec.
 */
export function mountFastify<Req extends FastifyRequest, Res extends FastifyReply>(
  app: FastifyApp,
  handler: ServerHandler<FastifyContext<Req, Res>>,
): void {
  const serve = async (request: Req, reply: Res): Promise<unknown> => {
    const response = await handler.fetch(toWebRequest(request.raw, reply.raw), { request, reply });
    reply.code(response.status);
    for (const [name, value] of response.headers) if (name !== 'set-cookie') reply.header(name, value);
    const cookies = response.headers.getSetCookie();
    if (cookies.length > 0) reply.header('set-cookie', cookies);
    return reply.send(knownBody(response) ?? response.body ?? undefined);
  };
  app.register(async (given) => {
    // The types of what plugins are given depend on the server; these methods do not.
    const scope = given as FastifyScope;
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    const method = app.supportedMethods;
    const add = (url: string): unknown => scope.route({ method, url, exposeHeadRoute: false, handler: serve });
    for (const { pattern } of handler.routes) if (pattern !== undefined) add(pattern);
    const isOpen = handler.routes.some(({ pattern }) => pattern === undefined);
    if (handler.basePath !== '' || isOpen) add(`${handler.basePath}/*`);
  });
}
