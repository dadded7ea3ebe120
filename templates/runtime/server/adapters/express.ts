import type { ServerHandler } from '../serve/create-handler.js';
import { listPatterns } from './list-patterns.js';
import { type NodeRequest, type NodeResponse, sendNodeResponse, toWebRequest } from './node-messages.js';

/** The `context` of handlers that are mounted in Express. */
export interface ExpressContext<Req = NodeRequest, Res = NodeResponse> {
  readonly req: Req;
  readonly res: Res;
}

/** The part of an app or a router of Express 4 or 5 that is used. */
interface ExpressApp<Req, Res> {
  all(path: string | RegExp, listener: (req: Req, res: Res) => void): unknown;
}

/**
 * Registers a route for each path of the service with an app or router of Express, whose middleware sees them:
 * `mountExpress(app, handler)`. The `context` of handlers is `{ req, res }`. Below the base path, unknown paths are 404 and unknown
 * methods 405, with the body that the spec declares for errors.
 */
export function mountExpress<Req extends NodeRequest, Res extends NodeResponse>(
  app: ExpressApp<Req, Res>,
  handler: ServerHandler<ExpressContext<Req, Res>>,
): void {
  const serve = (req: Req, res: Res) => {
    // Neither function rejects: the handler responds to errors, and `sendNodeResponse` destroys a response that it cannot send.
    void handler.fetch(toWebRequest(req, res), { req, res }).then((response) => sendNodeResponse(response, res));
  };
  const escaped = handler.basePath.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  for (const pattern of listPatterns(handler, new RegExp(`^${escaped}/`))) app.all(pattern, serve);
}
