import { isConnectionFault } from '../respond/connection-fault.js';

/** The members of an emulator that take requests to the address of the service. */
export interface MockedService {
  readonly baseUrl: string;
  readonly serviceUrl?: string;
  readonly aliases: readonly string[];
  readonly fetch: (request: Request) => Promise<Response>;
}

/** The way of intercepted requests to an emulator. */
export interface Gateway {
  /** Matches the URLs to intercept. */
  readonly pattern: RegExp;
  /** Responds to an intercepted request; with an error response for a connection that the emulator breaks. */
  readonly respond: (request: Request) => Promise<Response>;
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

/**
 * The way of requests below a base URL, uploads included, to an emulator. Default: the server of the spec. Requests to the emulator's
 * `baseUrl` are always part of it.
 */
export function createGateway(
  emulator: MockedService,
  baseUrl: string = emulator.serviceUrl ?? emulator.baseUrl,
): Gateway {
  const redirects = [...listRedirects(baseUrl, emulator), ...listRedirects(emulator.baseUrl, emulator)];
  return {
    pattern: new RegExp(`^(?:${redirects.map(({ from }) => toPattern(from)).join('|')})/`),
    respond: async (request) => {
      const redirect = redirects.find(({ from, to }) => move(request.url, from, to) !== undefined);
      const url = (redirect && move(request.url, redirect.from, redirect.to)) ?? request.url;
      const response = await respond(emulator, url === request.url ? request : new Request(url, request));
      if (redirect && response.type !== 'error') moveLocation(response.headers, redirect);
      return response;
    },
  };
}

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

function toPattern({ origin, path }: Address): string {
  return escapePattern(origin) + world + escapePattern(path);
}

/** The base URL and those of uploads before it: `https://a.test/upload/v3` for `https://a.test/v3`. */
function listRedirects(baseUrl: string, emulator: MockedService): readonly Redirect[] {
  // In a browser, the URL may be relative to the page.
  const [base, inside] = [new URL(baseUrl, globalThis.location?.href), ownUrl(emulator)];
  const outside = base.href === new URL(emulator.baseUrl).href ? inside : base;
  return [...emulator.aliases, ''].map((prefix) => ({
    from: toAddress(outside, prefix),
    to: toAddress(inside, prefix),
  }));
}

/** The base URL of an emulator without the name of its world, which its `fetch` does not need. */
function ownUrl({ baseUrl, serviceUrl = baseUrl }: MockedService): URL {
  const url = new URL(baseUrl);
  const [name] = /^\/w\/[\w.-]{1,64}(?=\/|$)/.exec(url.pathname) ?? [];
  // Where paths of the service itself begin like that, the path of an emulator names no world.
  const isOfService = serviceUrl !== baseUrl && new URL(serviceUrl, url).pathname.startsWith('/w/');
  if (name !== undefined && !isOfService) url.pathname = url.pathname.slice(name.length);
  return url;
}

function toAddress({ origin, pathname }: URL, prefix: string): Address {
  return { origin, path: prefix + pathname.replace(/\/+$/, '') };
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
