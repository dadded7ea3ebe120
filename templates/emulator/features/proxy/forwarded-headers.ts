import { gzipTag } from '../../act/rows/entity-tags.js';
import { worldHeader } from '../../receive/world-name.js';
import type { ClientLinks } from './client-links.js';

/** Names and values. */
export type HeaderPairs = readonly (readonly [string, string])[];

// RFC 9110, section 7.6.1.
const ofConnection: readonly string[] = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

function hopByHop(connection: string): ReadonlySet<string> {
  const named = connection.split(',').map((name) => name.trim().toLowerCase());
  return new Set([...ofConnection, ...named]);
}

/** The headers of a request as they are passed on: without those of the connection, the host and the world. */
export function requestHeaders({ headers, method, body }: Request): Record<string, string> {
  const dropped = hopByHop(headers.get('connection') ?? '');
  const kept = [...headers].filter(([name]) => !dropped.has(name) && !['host', 'expect', worldHeader].includes(name));
  const result: Record<string, string> = Object.fromEntries(
    // The service knows its tags as they were before the body was compressed here.
    kept.map(([name, value]) => [name, name.startsWith('if-') ? value.replaceAll(gzipTag, '') : value]),
  );
  if (body === null) {
    delete result['content-length'];
    if (['POST', 'PUT', 'PATCH'].includes(method)) result['content-length'] = '0';
  } else if (result['content-length'] === undefined) result['transfer-encoding'] = 'chunked';
  return result;
}

/** A response that is passed on, and where it redirects to if that is elsewhere. */
export interface ForwardedHeaders {
  readonly headers: Headers;
  readonly foreign?: string;
}

/** The headers of a response as they are passed on: addresses of the real service become those of the proxy. */
export function responseHeaders(pairs: HeaderPairs, links: ClientLinks, there: URL): ForwardedHeaders {
  const connection = pairs.filter(([name]) => name.toLowerCase() === 'connection').map(([, value]) => value);
  const dropped = hopByHop(connection.join(','));
  const headers = new Headers();
  let foreign: string | undefined;
  for (const [name, value] of pairs) {
    const lower = name.toLowerCase();
    if (dropped.has(lower)) continue;
    const here = links.header(lower, value, there);
    if (here === undefined && lower === 'location') foreign = value;
    headers.append(name, here ?? value);
  }
  return { headers, ...(foreign !== undefined && { foreign }) };
}
