import { setupServer } from 'msw/node';
import type { RequestHandler } from 'msw';

/** A way to call an emulator. */
export interface Transport {
  readonly baseUrl: string;
  readonly fetch: (request: Request) => Promise<Response>;
  close(): Promise<void>;
}

/** The members of an emulator that transports use. */
export interface Emulated {
  readonly baseUrl: string;
  readonly fetch: (request: Request) => Promise<Response>;
}

/** Calls the `fetch` of an emulator directly. */
export function inMemory(emulator: Emulated): Promise<Transport> {
  return Promise.resolve({ baseUrl: emulator.baseUrl, fetch: emulator.fetch, close: () => Promise.resolve() });
}

/** Calls the global `fetch`, which MSW intercepts. */
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

/** Calls a running server over HTTP. */
export async function overHttp(server: Promise<{ readonly url: string; close(): Promise<void> }>): Promise<Transport> {
  const running = await server;
  return { baseUrl: running.url, fetch: (request) => globalThis.fetch(request), close: () => running.close() };
}
