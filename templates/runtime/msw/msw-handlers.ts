import { http, type HttpHandler } from 'msw';

/** Where the handlers listen. */
export interface MswOptions {
  /** Address whose requests the emulator answers. Default: the one that the spec names. The emulator's own is always answered. */
  readonly baseUrl?: string | undefined;
}

/** What the handlers need of an emulator. */
export interface MockedService {
  readonly baseUrl: string;
  readonly serviceUrl?: string;
  readonly aliases: readonly string[];
  readonly fetch: (request: Request) => Promise<Response>;
}

/** An address that is listened to, and the one inside the emulator that stands for it. */
interface Place {
  readonly from: string;
  readonly to: string;
}

/** Handlers for `setupServer` and `setupWorker` that leave every request below the base address, uploads included, to the emulator. */
export function mswHandlers(
  emulator: MockedService,
  { baseUrl = emulator.serviceUrl ?? emulator.baseUrl }: MswOptions = {},
): HttpHandler[] {
  const places = [...placesOf(baseUrl, emulator), ...placesOf(emulator.baseUrl, emulator)];
  const pattern = new RegExp(`^(?:${places.map(({ from }) => escapePattern(from)).join('|')})/`);
  return [
    http.all(pattern, async ({ request }) => {
      const place = places.find(({ from }) => request.url.startsWith(`${from}/`));
      const url = place === undefined ? request.url : place.to + request.url.slice(place.from.length);
      const response = await emulator.fetch(url === request.url ? request : new Request(url, request));
      if (place !== undefined) moveLocation(response.headers, place);
      return response;
    }),
  ];
}

/** Where a caller is told to go is below the address that it called. */
function moveLocation(headers: Headers, { from, to }: Place): void {
  const location = headers.get('location');
  if (location?.startsWith(`${to}/`) === true) headers.set('location', from + location.slice(to.length));
}

/** The address, and before it the places that uploads go to: `https://a.test/upload/v3` beside `https://a.test/v3`. */
function placesOf(baseUrl: string, { baseUrl: own, aliases }: MockedService): readonly Place[] {
  // In a browser the address may be relative to the page.
  const [base, inside] = [new URL(baseUrl, globalThis.location?.href), new URL(own)];
  return [...aliases, ''].map((prefix) => ({ from: addressOf(base, prefix), to: addressOf(inside, prefix) }));
}

function addressOf({ origin, pathname }: URL, prefix: string): string {
  return origin + prefix + pathname.replace(/\/+$/, '');
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
