import { http, type HttpHandler } from 'msw';
import { isConnectionFault } from '../engine/faults/cut-body.js';

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

/** An address that is listened to, and the one inside the emulator that is it: an origin, and what stands after it. */
interface Place {
  readonly from: Address;
  readonly to: Address;
}

interface Address {
  readonly origin: string;
  readonly path: string;
}

/** What may stand between the two: the named world that a request is for. */
const world = '(?:/w/[\\w.-]{1,64})?';

/** Handlers for `setupServer` and `setupWorker` that leave every request below the base address, uploads included, to the emulator. */
export function mswHandlers(
  emulator: MockedService,
  { baseUrl = emulator.serviceUrl ?? emulator.baseUrl }: MswOptions = {},
): HttpHandler[] {
  const places = [...orderOfGroups(baseUrl, emulator), ...orderOfGroups(emulator.baseUrl, emulator)];
  return [
    http.all(new RegExp(`^(?:${places.map(({ from }) => patternOf(from)).join('|')})/`), async ({ request }) => {
      const place = places.find(({ from, to }) => move(request.url, from, to) !== undefined);
      const url = (place && move(request.url, place.from, place.to)) ?? request.url;
      const response = await answer(emulator, url === request.url ? request : new Request(url, request));
      if (place !== undefined && response.type !== 'error') moveLocation(response.headers, place);
      return response;
    }),
  ];
}

/** A response; where the connection is to break, the one that MSW takes for that. */
async function answer(emulator: MockedService, request: Request): Promise<Response> {
  try {
    return await emulator.fetch(request);
  } catch (error) {
    // Of a call that was given up, its caller is told by its signal.
    if (isConnectionFault(error) || request.signal.aborted) return Response.error();
    throw error;
  }
}

/** Where a caller is told to go is below the address that it called. */
function moveLocation(headers: Headers, { from, to }: Place): void {
  const location = headers.get('location');
  const moved = location === null ? undefined : move(location, to, from);
  if (moved !== undefined) headers.set('location', moved);
}

/** An address below one place as one below another, in the same world; undefined where it is not below it. */
function move(url: string, from: Address, to: Address): string | undefined {
  const [start, inWorld] =
    new RegExp(`^${escapePattern(from.origin)}(${world})${escapePattern(from.path)}(?=/)`).exec(url) ?? [];
  return start === undefined ? undefined : to.origin + (inWorld ?? '') + to.path + url.slice(start.length);
}

function patternOf({ origin, path }: Address): string {
  return escapePattern(origin) + world + escapePattern(path);
}

/** The address, and before it the places that uploads go to: `https://a.test/upload/v3` beside `https://a.test/v3`. */
function orderOfGroups(baseUrl: string, { baseUrl: own, aliases }: MockedService): readonly Place[] {
  // In a browser the address may be relative to the page.
  const [base, inside] = [new URL(baseUrl, globalThis.location?.href), new URL(own)];
  return [...aliases, ''].map((prefix) => ({ from: addressOf(base, prefix), to: addressOf(inside, prefix) }));
}

function addressOf({ origin, pathname }: URL, prefix: string): Address {
  return { origin, path: prefix + pathname.replace(/\/+$/, '') };
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
