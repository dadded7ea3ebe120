import { decodeUtf8, isJsonType } from '@speccast/runtime/requests';
import { gzipTag } from '../../act/rows/entity-tags.js';
import { worldHeader } from '../../receive/worlds.js';
import { connectionHeader, type RewriteLinks } from '../recording/replay.js';

/** Creates functions that replace URLs of a real service by those of the proxy. `here`: URL of the request; `there`: its URL at the service. */
export function createLinks(address: UpstreamAddress, here: URL, there: URL): RewriteLinks {
  const { origin, protocol } = here;
  const replace = (text: string) => address.replaceOrigin(text, origin);
  return {
    header: (name, value) => {
      if (name === 'location' || name === 'content-location') return address.toClient(value, there, origin);
      if (name === 'set-cookie') return rewriteCookie(value, address, protocol);
      if (name !== 'link') return value;
      return value.replace(/<([^<>]*)>/g, (_whole, target: string) => {
        const isPath = target.startsWith('/') && !target.startsWith('//');
        return `<${isPath ? address.clientPath(target) : replace(target)}>`;
      });
    },
    body: (bytes, type) => {
      const text = hasLinks(type) ? decodeUtf8(bytes, { ignoreBOM: true }) : undefined;
      if (text === undefined || !text.includes(address.origin.replace(/^.*\/\//, ''))) return bytes;
      const rewritten = isJsonType(type)
        ? rewriteJson(text, replace)
        : text.replace(xmlString, (whole, before: string | undefined, link: string) =>
            before === undefined ? whole : before + replace(link),
          );
      return rewritten === text ? bytes : Buffer.from(rewritten);
    },
  };
}

/** Changes host and path of a cookie of the service to those of the proxy, and removes `Secure` if the proxy has no TLS. */
function rewriteCookie(cookie: string, { hostname, clientPath }: UpstreamAddress, protocol: string) {
  const [pair = '', ...attributes] = cookie.split(';');
  // Browsers accept cookies with `SameSite=None`, and names such as `__Host-id`, only with `Secure`.
  const isPlain =
    protocol === 'http:' &&
    !/^\s*__(?:Host|Secure)-/i.test(pair) &&
    !attributes.some((one) => /^\s*samesite\s*=\s*none\s*$/i.test(one));
  const own = attributes.flatMap((attribute) => {
    const [, name = '', value = ''] = /^\s*([^=\s]*)\s*=?\s*(.*?)\s*$/s.exec(attribute) ?? [];
    const domain = value.toLowerCase().replace(/^\./, '');
    if (/^domain$/i.test(name) && (domain === hostname || hostname.endsWith(`.${domain}`))) return [];
    if (/^path$/i.test(name)) return ` Path=${clientPath(value)}`;
    return /^secure$/i.test(name) && isPlain ? [] : attribute;
  });
  return [pair, ...own].join(';');
}

const jsonString = /"([^"\\]*(?:\\.[^"\\]*)*)"(\s*:)?/g;

/** Replaces strings that begin with an address. All other characters stay, and so do names of members. */
function rewriteJson(text: string, replace: (address: string) => string) {
  return text.replace(jsonString, (whole, literal: string, colon: string | undefined) => {
    if (colon !== undefined || !literal.startsWith('http')) return whole;
    const plain = literal.replaceAll('\\/', '/');
    const address = replace(plain);
    if (address === plain) return whole;
    return `"${plain === literal ? address : address.replaceAll('/', '\\/')}"`;
  });
}

/** Matches a declaration of a namespace, which is not replaced, or a value that begins with a URL. */
const xmlString = /\bxmlns(?::[\w.-]+)?\s*=\s*(?:"[^"]*"|'[^']*')|([>"'\s])(https?:\/\/[^<>"'\s]*)/g;

/** Returns whether URLs in bodies of a media type are replaced. */
export function hasLinks(type: string): boolean {
  return isJsonType(type) || /(?:\/|\+)xml$/.test(type);
}

/** The address of a real service, with functions that convert between its URLs and those of the emulator. */
export interface UpstreamAddress {
  /** Without a trailing slash, user and query. */
  readonly href: string;
  readonly origin: string;
  /** The host that cookies may name. */
  readonly hostname: string;
  /** Returns the URL of a request at the service. If `href` has a path, this path replaces the base path of the spec. */
  readonly target: (here: URL) => URL;
  /** Converts a URL in a response to one of the emulator at `origin`; undefined if it is a URL of another service. */
  readonly toClient: (address: string, base: URL, origin: string) => string | undefined;
  /** Replaces the address of the service in a text that begins with it. Templates in the text stay. */
  readonly replaceOrigin: (text: string, origin: string) => string;
  /** Converts a path of the service, with query and fragment: `/v2/pets?limit=1` → `/v1/pets?limit=1`. */
  readonly clientPath: (path: string) => string;
}

/** Matches the end of a host, or of a path of which more parts may follow. */
const ends = /^(?:[/?#{]|$)/;

/** Reads the address of a real service. Throws a `TypeError` (message without a full stop) if it does not begin with `http:` or `https:`. */
export function readUpstreamAddress(url: string | URL, basePath: string): UpstreamAddress {
  const text = String(url);
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  if (!parsed || !/^https?:$/.test(parsed.protocol)) {
    const quoted = JSON.stringify(text.replace(/\/\/[^/?#@]*@/, '//').slice(0, 200));
    throw new TypeError(`the upstream has to be an address that begins with http:// or https://, not ${quoted}`);
  }
  if (parsed.username !== '' || parsed.password !== '')
    throw new TypeError('the address of the upstream may not contain credentials; clients send their own');
  if (parsed.search !== '' || parsed.hash !== '')
    throw new TypeError('the address of the upstream may have a path, but no query and no fragment');
  const { origin, hostname } = parsed;
  const ownPath = parsed.pathname.replace(/\/+$/, '');
  const clientPath = (path: string) => {
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

/** Names and values of headers, in the order in which they were sent. */
export type HeaderPairs = readonly [string, string][];

/** Returns whether a header is for the connection only, by the value of `Connection`. */
function isHopByHop(name: string, connection: string) {
  const named = connection.toLowerCase().split(',');
  return connectionHeader.test(name) || named.some((one) => one.trim() === name);
}

/** Returns the headers of a request for the service: without those of the connection, the host and the world. */
export function requestHeaders({ headers, method, body }: Request): Record<string, string> {
  const connection = headers.get('connection') ?? '';
  const result: Record<string, string> = {};
  for (const [name, value] of headers) {
    if (isHopByHop(name, connection) || ['host', 'expect', worldHeader].includes(name)) continue;
    // Compression by this server adds a suffix to entity tags, which the service does not know.
    result[name] = name.startsWith('if-') ? value.replaceAll(gzipTag, '') : value;
  }
  if (body === null) {
    delete result['content-length'];
    if (['POST', 'PUT', 'PATCH'].includes(method)) result['content-length'] = '0';
  } else if (result['content-length'] === undefined) result['transfer-encoding'] = 'chunked';
  return result;
}

/** The headers of a response for the client. */
export interface ForwardedHeaders {
  readonly headers: Headers;
  /** Address of another service that the response redirects to. */
  readonly foreign: string | undefined;
}

/** Returns the headers of a response for the client: addresses of the real service become those of the proxy. */
export function responseHeaders(pairs: HeaderPairs, links: RewriteLinks): ForwardedHeaders {
  const connections = pairs.filter(([name]) => name.toLowerCase() === 'connection').map(([, value]) => value);
  const headers = new Headers();
  let foreign: string | undefined;
  for (const [name, value] of pairs) {
    const lower = name.toLowerCase();
    if (isHopByHop(lower, connections.join(','))) continue;
    const here = links.header(lower, value);
    if (here === undefined && lower === 'location') foreign = value;
    headers.append(name, here ?? value);
  }
  return { headers, foreign };
}
