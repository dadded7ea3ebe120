import type { ServedEmulator } from '../features/proxy/with-members.js';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { handleRequest } from './handle-request.js';
import { closeServer, createServerFor, type ListenOptions, type ServedConnections } from './create-server.js';

/** Options of a server. */
export interface ServeOptions extends ListenOptions {
  /** Default: 0, a free port. */
  readonly port?: number;
  /** Default: `127.0.0.1`, this machine only. */
  readonly host?: string;
}

export type { ServedEmulator };

/** A running server. */
export interface RunningServer {
  /** Base URL of the service, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** Stops listening. Requests in progress have one second, then their connections are destroyed. */
  readonly close: () => Promise<void>;
}

/** Serves an emulator over HTTP, HTTPS or HTTP/2. */
export async function serve(
  emulator: ServedEmulator,
  { port = 0, host = '127.0.0.1', ...options }: ServeOptions = {},
): Promise<RunningServer> {
  const connections: ServedConnections = {
    sockets: new Set(),
    sessions: new Set(),
    isClosing: false,
    endless: new Set(),
  };
  const scheme = options.https === undefined ? 'http' : 'https';
  const server = createServerFor(options, connections, (incoming, outgoing, waits) => {
    void handleRequest(emulator.fetch, { incoming, outgoing, scheme, waits }, connections);
  });
  server.listen(port, host);
  // Rejects if the server emits an error first.
  await once(server, 'listening');
  // The address of a server that listens on a port has this type.
  const address = server.address() as AddressInfo;
  const name = host.includes(':') ? `[${host}]` : host;
  const url = `${scheme}://${name}:${address.port}${new URL(emulator.baseUrl).pathname.replace(/\/+$/, '')}`;
  let closed: Promise<void> | undefined;
  return { url, port: address.port, close: () => (closed ??= closeServer(server, connections)) };
}
