import { once } from 'node:events';
import { createServer } from 'node:http';
import type * as Sdk from '@modelcontextprotocol/server';
import { sendNodeResponse, toWebRequest } from '../server/adapters/node-messages.js';

/** Path that clients connect to. */
const mcpPath = '/mcp';

/**
 * Serves the protocol over HTTP, to this machine alone: it rejects requests of pages of other origins, and those to other host names, which
 * an attacker may have made resolve to this machine. `create` makes a server for each request; port 0 is a free one.
 */
export async function serveHttp(
  sdk: typeof Sdk,
  port: number,
  create: () => Sdk.Server,
  onError: (error: unknown) => void,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const handler = sdk.createMcpHandler(create, { onerror: onError });
  const respond = async (request: Request) => {
    const rejected =
      sdk.hostHeaderValidationResponse(request, sdk.localhostAllowedHostnames()) ??
      sdk.originValidationResponse(request, sdk.localhostAllowedOrigins());
    if (rejected) return rejected;
    if (new URL(request.url).pathname !== mcpPath) return new Response(`Connect to ${mcpPath}\n`, { status: 404 });
    return handler.fetch(request);
  };
  const server = createServer((incoming, outgoing) => {
    let request: Request;
    try {
      request = toWebRequest(incoming, outgoing);
    } catch {
      outgoing.writeHead(400).end();
      return;
    }
    respond(request)
      .then((response) => sendNodeResponse(response, outgoing))
      .catch((error: unknown) => {
        onError(error);
        if (outgoing.headersSent) outgoing.destroy();
        else outgoing.writeHead(500).end();
      });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${Object(server.address()).port}${mcpPath}`,
    close: async () => {
      await handler.close();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
