import type { ServerHandler } from '../serve/create-handler.js';

/** The context of Hono, as far as it is used. */
interface HonoContext {
  readonly req: { readonly raw: Request };
}

/** An app of Hono 4, as far as it is used. */
interface HonoApp<Context> {
  on(methods: string[], paths: string[], handler: (context: Context) => Promise<Response>): unknown;
  all(path: string, handler: (context: Context) => Promise<Response>): unknown;
}

/**
 * Registers a route for each path of the service with an app of Hono, so that its middleware sees them. Handlers get the context
 * of Hono. Below the base path, other paths and methods are 404 and 405 in the form of the spec.
 */
export function mountHono<Context extends HonoContext>(app: HonoApp<Context>, handler: ServerHandler<Context>): void {
  const serve = (context: Context) => handler.fetch(context.req.raw, context);
  for (const { pattern, methods } of handler.routes) {
    if (pattern === undefined) continue;
    app.on([...methods], [pattern], serve);
    app.all(pattern, serve);
  }
  const isOpen = handler.routes.some(({ pattern }) => pattern === undefined);
  if (handler.basePath !== '' || isOpen) app.all(`${handler.basePath}/*`, serve);
}
