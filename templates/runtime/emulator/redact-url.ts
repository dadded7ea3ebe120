import type { SecurityScheme, Service } from '../operation.js';

/** What stands in a journal where a credential stood. */
const mask = 'redacted';

/** The address of a request without the keys and tokens that its query carries. */
export function redactUrl(address: string, { security }: Service): string {
  const url = new URL(address);
  const carriers = Object.values(security)
    .flatMap(queryParameterOf)
    .filter((name) => url.searchParams.has(name));
  if (carriers.length === 0) return address;
  for (const name of carriers) url.searchParams.set(name, mask);
  return url.href;
}

function queryParameterOf(scheme: SecurityScheme): readonly string[] {
  if (scheme.kind === 'apiKey') return scheme.in === 'query' ? [scheme.name] : [];
  return scheme.kind === 'bearer' && scheme.queryParameter !== undefined ? [scheme.queryParameter] : [];
}
