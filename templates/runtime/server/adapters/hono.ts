import type { ServerHandler } from '../serve/create-handler.js';
import { listPatterns } from './list-patterns.js';

/** The part of the context of Hono that is used. */
interface HonoContext {
  readonly req: { readonly raw: Request };
}

/** The part of an app of Hono 4 that is used. */
interface HonoApp<Context> {
  all(path: string, handler: (context: Context) => Promise<Response>): unknown;
}

/**
 * Registers a route for each path of the service with an app of Hono, whose middleware sees them: `mountHono(app, handler)`. The
 * `context` of handlers is that of Hono. Below the base path, unknown paths are 404 and unknown methods 405, with the body that the spec
 * declares for errors.
 */
export function mountHono<Context extends HonoContext>(app: HonoApp<Context>, handler: ServerHandler<Context>): void {
  const serve = (context: Context) => handler.fetch(context.req.raw, context);
  for (const pattern of listPatterns(handler, `${handler.basePath}/*`)) app.all(pattern, serve);
}
