import { http, type HttpHandler } from 'msw';

/** Where the handlers listen. */
export interface MswOptions {
  /** Address whose requests the emulator answers. Default: the emulator's own. */
  readonly baseUrl?: string;
}

/** What the handlers need of an emulator. */
export interface MockedService {
  readonly baseUrl: string;
  readonly fetch: (request: Request) => Promise<Response>;
}

/** Handlers for `setupServer` and `setupWorker` that leave every request below the base address to the emulator. */
export function mswHandlers(emulator: MockedService, { baseUrl = emulator.baseUrl }: MswOptions = {}): HttpHandler[] {
  const base = baseUrl.replace(/\/+$/, '');
  const inside = emulator.baseUrl.replace(/\/+$/, '');
  return [
    http.all(`${base.replace(/[\\:*?+()[\]{}](?!\/\/)/g, '\\$&')}/*`, ({ request }) => {
      const url = request.url.startsWith(base) ? inside + request.url.slice(base.length) : request.url;
      return emulator.fetch(url === request.url ? request : new Request(url, request));
    }),
  ];
}
