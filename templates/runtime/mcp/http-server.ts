import { once } from 'node:events';
import { createServer } from 'node:http';
import type * as Sdk from '@modelcontextprotocol/server';
import { sendNodeResponse, toWebRequest } from '../server/adapters/node-messages.js';

/** Path of the endpoint. */
const mcpPath = '/mcp';

/**
 * Serves MCP over HTTP on 127.0.0.1. Rejects requests from web pages of other origins, and requests to other host names, which protects
 * from DNS rebinding. `create` is called for each request. Port 0 is a free one.
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
