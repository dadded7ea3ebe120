import type { ServerHandler } from '../serve/create-handler.js';
import { listPatterns } from './list-patterns.js';

/** The context of Hono, as far as it is used. */
interface HonoContext {
  readonly req: { readonly raw: Request };
}

/** An app of Hono 4, as far as it is used. */
interface HonoApp<Context> {
  all(path: string, handler: (context: Context) => Promise<Response>): unknown;
}

/**
 * Registers a route for each path of the service with an app of Hono, so that its middleware sees them. Handlers get the context
 * of Hono. Below the base path, other paths and methods are 404 and 405 in the form of the spec.
 */
export function mountHono<Context extends HonoContext>(app: HonoApp<Context>, handler: ServerHandler<Context>): void {
  const serve = (context: Context) => handler.fetch(context.req.raw, context);
  for (const pattern of listPatterns(handler, `${handler.basePath}/*`)) app.all(pattern, serve);
}
