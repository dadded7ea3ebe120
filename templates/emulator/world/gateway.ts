import { isConnectionFault } from '../respond/connection-fault.js';

/** The members of an emulator that a gateway uses. */
export interface MockedService {
  readonly baseUrl: string;
  readonly serviceUrl?: string;
  readonly aliases: readonly string[];
  readonly fetch: (request: Request) => Promise<Response>;
}

/** Passes intercepted requests to an emulator. */
export interface Gateway {
  /** Matches the URLs to intercept. */
  readonly pattern: RegExp;
  /** Responds to an intercepted request; with an error response for a connection that the emulator breaks. */
  readonly respond: (request: Request) => Promise<Response>;
}

/** A base URL without the name of a world. */
type Address = readonly [origin: string, path: string];

/**
 * Creates a gateway for requests below a base URL, including uploads. Default: the server of the spec. Requests to the emulator's
 * `baseUrl` are always intercepted, too.
 */
export function createGateway(
  emulator: MockedService,
  baseUrl: string = emulator.serviceUrl ?? emulator.baseUrl,
): Gateway {
  const redirects = [...listRedirects(baseUrl, emulator), ...listRedirects(emulator.baseUrl, emulator)];
  return {
    pattern: new RegExp(`^(?:${redirects.map(([from]) => toPattern(from)).join('|')})/`),
    respond: async (request) => {
      const [from, to] = redirects.find(([from]) => new RegExp(`^${toPattern(from)}/`).test(request.url)) ?? [];
      const url = from && to ? move(request.url, from, to) : request.url;
      try {
        const response = await emulator.fetch(url === request.url ? request : new Request(url, request));
        const location = response.headers.get('location');
        // A client expects the base URL that it called.
        if (from && to && location !== null) response.headers.set('location', move(location, to, from));
        return response;
      } catch (error) {
        // For an aborted call, the signal rejects the caller's promise.
        if (isConnectionFault(error) || request.signal.aborted) return Response.error();
        throw error;
      }
    },
  };
}

/** Moves a URL from one base URL to another, in the same world. URLs that are not below the first stay as they are. */
function move(url: string, from: Address, [origin, path]: Address): string {
  return url.replace(new RegExp(`^${toPattern(from)}(?=/)`), (_found, inWorld = '') => origin + inWorld + path);
}

/** Writes a regular expression for URLs; its group is the name of a world between origin and path: `/w/a-test`. */
function toPattern(address: Address): string {
  const [start, end] = address.map((text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  return `${start}(/w/[\\w.-]{1,64})?${end}`;
}

/** Lists the base URL and those for uploads: `https://a.test/v3` → `https://a.test/upload/v3`. */
function listRedirects(baseUrl: string, emulator: MockedService): readonly (readonly [from: Address, to: Address])[] {
  // In a browser, the URL may be relative to the page.
  const [base, inside] = [new URL(baseUrl, globalThis.location?.href), ownUrl(emulator)];
  const outside = base.href === new URL(emulator.baseUrl).href ? inside : base;
  return [...emulator.aliases, ''].map((prefix) => [toAddress(outside, prefix), toAddress(inside, prefix)]);
}

/** Returns the base URL of an emulator without the name of its world, which its `fetch` does not need. */
function ownUrl({ baseUrl, serviceUrl = baseUrl }: MockedService): URL {
  const url = new URL(baseUrl);
  const [name] = /^\/w\/[\w.-]{1,64}(?=\/|$)/.exec(url.pathname) ?? [];
  // If paths of the service itself begin with `/w/`, the path of an emulator names no world.
  const isOfService = serviceUrl !== baseUrl && new URL(serviceUrl, url).pathname.startsWith('/w/');
  if (name !== undefined && !isOfService) url.pathname = url.pathname.slice(name.length);
  return url;
}

function toAddress({ origin, pathname }: URL, prefix: string): Address {
  return [origin, prefix + pathname.replace(/\/+$/, '')];
}
