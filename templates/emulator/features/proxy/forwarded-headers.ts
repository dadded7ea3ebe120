import { gzipTag } from '../../act/rows/entity-tags.js';
import { worldHeader } from '../../receive/worlds.js';
import { connectionHeader, type RewriteLinks } from '../recording/replay.js';

/** Names and values of headers, in the order in which they were sent. */
export type HeaderPairs = readonly [string, string][];

/** Returns whether a header is for the connection only, by the value of `Connection`. */
function isHopByHop(name: string, connection: string): boolean {
  const named = connection.toLowerCase().split(',');
  return connectionHeader.test(name) || named.some((one) => one.trim() === name);
}

/** Returns the headers of a request for the service: without those of the connection, the host and the world. */
export function requestHeaders({ headers, method, body }: Request): Record<string, string> {
  const connection = headers.get('connection') ?? '';
  const result: Record<string, string> = {};
  for (const [name, value] of headers) {
    if (isHopByHop(name, connection) || ['host', 'expect', worldHeader].includes(name)) continue;
    // The service knows its tags as they were before the body was compressed here.
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
