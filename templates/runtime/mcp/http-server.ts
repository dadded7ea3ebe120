import { createServer } from 'node:http';
import { once } from 'node:events';
import type * as Sdk from '@modelcontextprotocol/server';
import { sendNodeResponse, toWebRequest } from '../server/adapters/node-messages.js';

/** Path that clients connect to. */
const mcpPath = '/mcp';

const host = '127.0.0.1';

/** Options of `serveHttp`. */
export interface HttpOptions {
  readonly sdk: typeof Sdk;
  /** 0: a free one. */
  readonly port: number;
  /** Creates a server for each request. */
  readonly create: () => Sdk.Server;
  readonly onError: (error: unknown) => void;
}

/**
 * Serves the protocol over HTTP, to this machine alone: it rejects requests of pages of other origins, and those to other host names, which
 * an attacker may have made resolve to this machine.
 */
export async function serveHttp({
  sdk,
  port,
  create,
  onError,
}: HttpOptions): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const handler = sdk.createMcpHandler(create, { onerror: onError });
  const respond = async (request: Request): Promise<Response> => {
    const rejected =
      sdk.hostHeaderValidationResponse(request, sdk.localhostAllowedHostnames()) ??
      sdk.originValidationResponse(request, sdk.localhostAllowedOrigins());
    if (rejected !== undefined) return rejected;
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
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `http://${host}:${bound}${mcpPath}`,
    close: async () => {
      await handler.close();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
