import { knownBody } from '../response/known-body.js';
import type { ServerHandler } from '../serve/create-handler.js';
import { listPatterns } from './list-patterns.js';
import { copyHeaders, type NodeRequest, type NodeResponse, toWebRequest } from './node-messages.js';

interface FastifyRequest {
  readonly raw: NodeRequest;
}

interface FastifyReply {
  readonly raw: Pick<NodeResponse, 'writableEnded' | 'on'>;
  code(status: number): unknown;
  header(name: string, value: unknown): unknown;
  send(payload?: unknown): unknown;
}

/** The `context` of handlers that are mounted in Fastify. */
export interface FastifyContext<Req = FastifyRequest, Res = FastifyReply> {
  readonly request: Req;
  readonly reply: Res;
}

/** The part of the scope of a plugin of Fastify 5 that is used. */
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

/** The part of an app of Fastify 5 that is used. */
interface FastifyApp {
  readonly supportedMethods: string[];
  register(plugin: (scope: unknown) => Promise<void>): unknown;
}

/**
 * Registers a route for each path of the service with an app of Fastify: `mountFastify(app, handler)`. Hooks of the app see them, but its
 * parsers do not read their bodies. The `context` of handlers is `{ request, reply }`. Below the base path, unknown paths are 404 and
 * unknown methods 405, with the body that the spec declares for errors.
 */
export function mountFastify<Req extends FastifyRequest, Res extends FastifyReply>(
  app: FastifyApp,
  handler: ServerHandler<FastifyContext<Req, Res>>,
): void {
  const serve = async (request: Req, reply: Res) => {
    const response = await handler.fetch(toWebRequest(request.raw, reply.raw), { request, reply });
    reply.code(response.status);
    copyHeaders(response, (name, value) => reply.header(name, value));
    return reply.send(knownBody(response) ?? response.body ?? undefined);
  };
  app.register(async (plugin) => {
    // `as`: other members of the scope have types that depend on the server; these do not.
    const scope = plugin as FastifyScope;
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    for (const url of listPatterns(handler, `${handler.basePath}/*`))
      scope.route({ method: app.supportedMethods, url, exposeHeadRoute: false, handler: serve });
  });
}
