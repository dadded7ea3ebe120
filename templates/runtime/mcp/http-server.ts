import { createServer, type IncomingMessage, type Server as NodeServer, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type * as Sdk from '@modelcontextprotocol/server';

/** Path that clients connect to. */
export const mcpPath = '/mcp';

const host = '127.0.0.1';

/** A server on this machine. */
export interface HttpServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** What is served, and where. */
export interface HttpOptions {
  readonly sdk: typeof Sdk;
  /** 0: a free one. */
  readonly port: number;
  /** Makes a server for each request. */
  readonly create: () => Sdk.Server;
  readonly onError: (error: unknown) => void;
}

/**
 * Serves the protocol over HTTP, to this machine alone: pages of other origins are rejected, and so are names that somebody made
 * to resolve to it.
 */
export async function serveHttp({ sdk, port, create, onError }: HttpOptions): Promise<HttpServer> {
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
    exchange(incoming, outgoing, respond).catch((error: unknown) => {
      onError(error);
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(500).end();
    });
  });
  const bound = await listen(server, port);
  return {
    url: `http://${host}:${bound}${mcpPath}`,
    close: async () => {
      await handler.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

function listen(server: NodeServer, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

async function exchange(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  respond: (request: Request) => Promise<Response>,
): Promise<void> {
  const over = new AbortController();
  outgoing.once('close', () => over.abort());
  const request = requestOf(incoming, over.signal);
  if (request === undefined) {
    outgoing.writeHead(400).end();
    return;
  }
  const response = await respond(request);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body === null) {
    outgoing.end();
    return;
  }
  // `as`: the types of Node and of the DOM describe one and the same stream.
  const body = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
  // Whoever hangs up is told nothing any more.
  await pipeline(body, outgoing).catch(() => undefined);
}

/** A request as web standards have it; `undefined` where its address or a header is none. */
function requestOf(incoming: IncomingMessage, signal: AbortSignal): Request | undefined {
  const { method = 'GET', url = '/', headers } = incoming;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  try {
    const given = new Headers();
    for (const [name, value] of Object.entries(headers))
      for (const one of [value ?? []].flat()) given.append(name, one);
    return new Request(new URL(url, `http://${host}`), {
      method,
      headers: given,
      signal,
      // `as`: the types of Node and of the DOM describe one and the same stream; `duplex` is missing in those of the DOM.
      ...(hasBody && ({ body: Readable.toWeb(incoming), duplex: 'half' } as RequestInit)),
    });
  } catch {
    return undefined;
  }
}
