import type { ServerHandler } from '../serve/create-handler.js';
import { listPatterns } from './list-patterns.js';
import { type NodeRequest, type NodeResponse, sendNodeResponse, toWebRequest } from './node-messages.js';

/** The context of handlers. */
export interface ExpressContext<Req = NodeRequest, Res = NodeResponse> {
  readonly req: Req;
  readonly res: Res;
}

/** An app or a router of Express 4 or 5, as far as it is used. */
interface ExpressApp<Req, Res> {
  all(path: string | RegExp, listener: (req: Req, res: Res) => void): unknown;
}

/**
 * Registers a route for each path of the service with an app or router of Express, so that its middleware sees them. Handlers get
 * `{ req, res }`. Below the base path, other paths and methods are 404 and 405 in the form of the spec.
 */
export function mountExpress<Req extends NodeRequest, Res extends NodeResponse>(
  app: ExpressApp<Req, Res>,
  handler: ServerHandler<ExpressContext<Req, Res>>,
): void {
  const serve = (req: Req, res: Res) => {
    // Neither rejects: the handler responds to all errors, and a response that cannot be sent is destroyed.
    void handler.fetch(toWebRequest(req, res), { req, res }).then((response) => sendNodeResponse(response, res));
  };
  const escaped = handler.basePath.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  for (const pattern of listPatterns(handler, new RegExp(`^${escaped}/`))) app.all(pattern, serve);
}
