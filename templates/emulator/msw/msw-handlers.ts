import { http, type HttpHandler } from 'msw';
import { isConnectionFault } from '../engine/faults/cut-body.js';

/** Options of the handlers. */
export interface MswOptions {
  /** Base URL of the requests to handle. Default: the server of the spec. Requests to the emulator's `baseUrl` are always handled. */
  readonly baseUrl?: string | undefined;
}

/** The members of an emulator that the handlers use. */
export interface MockedService {
  readonly baseUrl: string;
  readonly serviceUrl?: string;
  readonly aliases: readonly string[];
  readonly fetch: (request: Request) => Promise<Response>;
}

/** A handled URL and the corresponding one of the emulator, each as origin and path. */
interface Redirect {
  readonly from: Address;
  readonly to: Address;
}

interface Address {
  readonly origin: string;
  readonly path: string;
}

/** The name of a world between origin and path. */
const world = '(?:/w/[\\w.-]{1,64})?';

/** Handlers for `setupServer` and `setupWorker` that pass all requests below the base URL, uploads included, to the emulator. */
export function mswHandlers(
  emulator: MockedService,
  { baseUrl = emulator.serviceUrl ?? emulator.baseUrl }: MswOptions = {},
): HttpHandler[] {
  const redirects = [...orderOfGroups(baseUrl, emulator), ...orderOfGroups(emulator.baseUrl, emulator)];
  return [
    http.all(new RegExp(`^(?:${redirects.map(({ from }) => patternOf(from)).join('|')})/`), async ({ request }) => {
      const redirect = redirects.find(({ from, to }) => move(request.url, from, to) !== undefined);
      const url = (redirect && move(request.url, redirect.from, redirect.to)) ?? request.url;
      const response = await respond(emulator, url === request.url ? request : new Request(url, request));
      if (redirect !== undefined && response.type !== 'error') moveLocation(response.headers, redirect);
      return response;
    }),
  ];
}

/** A response; for a broken connection, MSW's error response. */
async function respond(emulator: MockedService, request: Request): Promise<Response> {
  try {
    return await emulator.fetch(request);
  } catch (error) {
    // The signal tells the caller about an aborted call.
    if (isConnectionFault(error) || request.signal.aborted) return Response.error();
    throw error;
  }
}

/** Rewrites a `Location` to the base URL that was called. */
function moveLocation(headers: Headers, { from, to }: Redirect): void {
  const location = headers.get('location');
  const moved = location === null ? undefined : move(location, to, from);
  if (moved !== undefined) headers.set('location', moved);
}

/** Moves a URL from one base URL to another, in the same world; undefined if it is not below the first. */
function move(url: string, from: Address, to: Address): string | undefined {
  const [start, inWorld] =
    new RegExp(`^${escapePattern(from.origin)}(${world})${escapePattern(from.path)}(?=/)`).exec(url) ?? [];
  return start === undefined ? undefined : to.origin + (inWorld ?? '') + to.path + url.slice(start.length);
}

function patternOf({ origin, path }: Address): string {
  return escapePattern(origin) + world + escapePattern(path);
}

/** The base URL and those of uploads before it: `https://a.test/upload/v3` for `https://a.test/v3`. */
function orderOfGroups(baseUrl: string, { baseUrl: own, aliases }: MockedService): readonly Redirect[] {
  // In a browser, the URL may be relative to the page.
  const [base, inside] = [new URL(baseUrl, globalThis.location?.href), new URL(own)];
  return [...aliases, ''].map((prefix) => ({ from: addressOf(base, prefix), to: addressOf(inside, prefix) }));
}

function addressOf({ origin, pathname }: URL, prefix: string): Address {
  return { origin, path: prefix + pathname.replace(/\/+$/, '') };
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
