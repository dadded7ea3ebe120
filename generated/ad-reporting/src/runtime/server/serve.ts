import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readRequest } from './read-request.js';
import { writeResponse } from './write-response.js';

/** Where to listen. */
export interface ServeOptions {
  /** Default: 0, a free port. */
  readonly port?: number;
  /** Default: `127.0.0.1`, this machine only. */
  readonly host?: string;
}

/** What a server needs of an emulator. */
export interface ServedEmulator {
  readonly baseUrl: string;
  readonly fetch: (request: Request) => Promise<Response>;
}

/** A server that listens. */
export interface RunningServer {
  /** Base address of the service, without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** Stops listening and ends open connections. */
  readonly close: () => Promise<void>;
}

/** Makes an emulator reachable over HTTP. */
export async function serve(
  emulator: ServedEmulator,
  { port = 0, host = '127.0.0.1' }: ServeOptions = {},
): Promise<RunningServer> {
  const server = createServer((incoming, outgoing) => {
    void answer(emulator, incoming, outgoing);
  });
  const address = await listen(server, port, host);
  const name = host.includes(':') ? `[${host}]` : host;
  const url = `http://${name}:${address.port}${new URL(emulator.baseUrl).pathname.replace(/\/+$/, '')}`;
  return { url, port: address.port, close: () => close(server) };
}

async function answer(emulator: ServedEmulator, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const abort = new AbortController();
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) abort.abort();
  });
  try {
    const request = readRequest(incoming, abort.signal);
    if (request === undefined) await writeResponse(outgoing, badRequest());
    else await writeResponse(outgoing, await emulator.fetch(request));
  } catch (error) {
    if (abort.signal.aborted) return;
    if (outgoing.headersSent) outgoing.destroy();
    else await writeResponse(outgoing, failed(error));
  } finally {
    if (!incoming.complete) incoming.resume();
  }
}

function badRequest(): Response {
  return envelope(400, 'badRequest', 'The request line is not one of HTTP.');
}

function failed(error: unknown): Response {
  return envelope(500, 'internalError', error instanceof Error ? error.message : 'The emulator failed.');
}

function envelope(code: number, reason: string, message: string): Response {
  return Response.json({ error: { code, message, errors: [{ domain: 'global', reason, message }] } }, { status: code });
}

function listen(server: Server, port: number, host: string): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      // A server that listens on a port has an address of this kind.
      resolve(server.address() as AddressInfo);
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)));
    server.closeAllConnections();
  });
}
