import { setupServer } from 'msw/node';
import type { RequestHandler } from 'msw';

/** An emulator as the tests reach it. */
export interface Transport {
  readonly baseUrl: string;
  readonly fetch: (request: Request) => Promise<Response>;
  close(): Promise<void>;
}

/** What a package's emulator has to offer for all three ways. */
export interface Emulated {
  readonly baseUrl: string;
  readonly fetch: (request: Request) => Promise<Response>;
}

/** Straight into the emulator: no port, no interception. */
export function inMemory(emulator: Emulated): Promise<Transport> {
  return Promise.resolve({ baseUrl: emulator.baseUrl, fetch: emulator.fetch, close: () => Promise.resolve() });
}

/** The global `fetch`, intercepted by MSW. */
export function throughMsw(baseUrl: string, handlers: readonly RequestHandler[]): Promise<Transport> {
  const server = setupServer(...handlers);
  server.listen({ onUnhandledRequest: 'error' });
  return Promise.resolve({
    baseUrl,
    fetch: (request) => globalThis.fetch(request),
    close: () => {
      server.close();
      return Promise.resolve();
    },
  });
}

/** A server on a free port, over the network stack. */
export async function overHttp(server: Promise<{ readonly url: string; close(): Promise<void> }>): Promise<Transport> {
  const running = await server;
  return { baseUrl: running.url, fetch: (request) => globalThis.fetch(request), close: () => running.close() };
}
