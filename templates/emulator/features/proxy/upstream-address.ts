/** The address of a real service, and how paths of the emulator are paths there. */
export interface UpstreamAddress {
  /** Without a trailing slash, user and query. */
  readonly href: string;
  readonly origin: string;
  /** The host that cookies may name. */
  readonly hostname: string;
  /** Returns the address of a request there: an address with a path takes the place of the base path of the spec. */
  readonly target: (here: URL) => URL;
  /** Converts an address that a response names for a client of `origin`; undefined if it is elsewhere. */
  readonly toClient: (address: string, base: URL, origin: string) => string | undefined;
  /** Replaces the address of the service in a text that begins with it. Templates in the text stay. */
  readonly replaceOrigin: (text: string, origin: string) => string;
  /** Converts a path of the service, with what follows it: `/v2/pets?limit=1` → `/v1/pets?limit=1`. */
  readonly clientPath: (path: string) => string;
}

/** Matches the end of a host, or of a path of which more parts may follow. */
const ends = /^(?:[/?#{]|$)/;

/** Reads the address of a real service. Throws a `TypeError` with a sentence without a full stop if it is no address of HTTP. */
export function readUpstreamAddress(url: string | URL, basePath: string): UpstreamAddress {
  const text = String(url);
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  if (!parsed || !/^https?:$/.test(parsed.protocol)) {
    const quoted = JSON.stringify(text.replace(/\/\/[^/?#@]*@/, '//').slice(0, 200));
    throw new TypeError(`the upstream has to be an address that begins with http:// or https://, not ${quoted}`);
  }
  if (parsed.username !== '' || parsed.password !== '')
    throw new TypeError('the address of the upstream may not hold credentials; clients send their own');
  if (parsed.search !== '' || parsed.hash !== '')
    throw new TypeError('the address of the upstream may have a path, but no query and no fragment');
  const { origin, hostname } = parsed;
  const ownPath = parsed.pathname.replace(/\/+$/, '');
  const clientPath = (path: string): string => {
    const rest = path.slice(ownPath.length);
    return ownPath !== '' && path.startsWith(ownPath) && ends.test(rest) ? basePath + rest : path;
  };
  return {
    href: origin + ownPath,
    origin,
    hostname,
    clientPath,
    target: ({ pathname, search }) => {
      const isBelow = `${pathname}/`.startsWith(`${basePath}/`);
      const path = ownPath !== '' && isBelow ? ownPath + pathname.slice(basePath.length) : pathname;
      // Not resolved against the origin: a path may begin with two slashes.
      return new URL(origin + path + search);
    },
    toClient: (address, base, clientOrigin) => {
      const isAbsolute = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(address);
      if (!isAbsolute && !address.startsWith('/')) return address;
      if (!URL.canParse(address, base)) return undefined;
      const there = new URL(address, base);
      if (there.origin !== origin) return undefined;
      return (isAbsolute ? clientOrigin : '') + clientPath(there.pathname) + there.search + there.hash;
    },
    replaceOrigin: (address, clientOrigin) => {
      const path = address.slice(origin.length);
      // The origin may be the beginning of a longer one.
      return address.startsWith(origin) && ends.test(path) ? clientOrigin + clientPath(path) : address;
    },
  };
}
