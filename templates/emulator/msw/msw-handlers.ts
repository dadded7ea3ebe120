import { http, type HttpHandler } from 'msw';
import { createGateway, type MockedService } from '../world/gateway.js';

/** Options of the handlers. */
export interface MswOptions {
  /** Base URL of the requests to handle. Default: the server of the spec. Requests to the emulator's `baseUrl` are always handled. */
  readonly baseUrl?: string | undefined;
}

/** Creates handlers for `setupServer` and `setupWorker`, which pass all requests below the base URL, uploads included, to the emulator. */
export function mswHandlers(emulator: MockedService, { baseUrl }: MswOptions = {}): HttpHandler[] {
  const { pattern, respond } = createGateway(emulator, baseUrl);
  return [http.all(pattern, ({ request }) => respond(request))];
}
