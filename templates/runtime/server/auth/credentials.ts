import type { SecurityScheme, Service } from '../../operation.js';
import { type Query, readCookies } from '../../parameters/query.js';

/** Lists the names of query parameters for credentials. */
export function credentialParameters({ security }: Service): ReadonlySet<string> {
  const names = Object.values(security).map((scheme) => {
    if (scheme.kind === 'apiKey') return scheme.in === 'query' ? scheme.name : undefined;
    return scheme.kind === 'bearer' ? scheme.queryParameter : undefined;
  });
  return new Set(names.filter((name) => name !== undefined));
}

/** Reads the credential of a request for a scheme: a token, a key, or base64 for `basic`; `undefined` if it has none. */
export function readCredential(scheme: SecurityScheme, headers: Headers, query: Query): string | undefined {
  if (scheme.kind === 'mutualTLS') return undefined;
  if (scheme.kind === 'apiKey') {
    const { in: source, name } = scheme;
    if (source === 'cookie') return readCookies(headers.get('cookie') ?? '').find((one) => one.name === name)?.value;
    const header = source === 'header' ? name : findKeyHeader(scheme);
    const sent = source === 'query' ? query.get(name) : undefined;
    return sent ?? (header && headers.get(header)) ?? undefined;
  }
  const [, kind = '', value = ''] = /^\s*(\S+)\s+(\S.*?)\s*$/.exec(headers.get('authorization') ?? '') ?? [];
  if (scheme.kind === 'basic') return kind.toLowerCase() === 'basic' ? value : undefined;
  if (kind.toLowerCase() === 'bearer' || (scheme.kind === 'other' && value !== '')) return value;
  return scheme.kind === 'bearer' && scheme.queryParameter !== undefined ? query.get(scheme.queryParameter) : undefined;
}

/** Returns the name of a header that may contain an API key instead of its query parameter. */
export function findKeyHeader(scheme: SecurityScheme): string | undefined {
  return 'header' in scheme && typeof scheme.header === 'string' ? scheme.header : undefined;
}
