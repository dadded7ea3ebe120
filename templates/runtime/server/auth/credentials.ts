import type { SecurityScheme, Service } from '../../operation.js';
import type { Query } from '../../parameters/query.js';

/** Query parameters that carry credentials. */
export function credentialParameters(service: Service): ReadonlySet<string> {
  const known = parametersBy.get(service);
  if (known !== undefined) return known;
  const names = Object.values(service.security).flatMap((scheme) => {
    if (scheme.kind === 'apiKey') return scheme.in === 'query' ? scheme.name : [];
    return scheme.kind === 'bearer' ? (scheme.queryParameter ?? []) : [];
  });
  const parameters = new Set(names);
  parametersBy.set(service, parameters);
  return parameters;
}

const parametersBy = new WeakMap<Service, ReadonlySet<string>>();

/** The credential that a request carries for a scheme. */
export function credentialOf(scheme: SecurityScheme, headers: Headers, query: Query): string | undefined {
  if (scheme.kind === 'mutualTLS') return undefined;
  if (scheme.kind === 'apiKey') {
    if (scheme.in === 'query') return query.get(scheme.name) ?? keyInHeader(scheme, headers);
    return scheme.in === 'header' ? (headers.get(scheme.name) ?? undefined) : cookie(headers, scheme.name);
  }
  const [, kind = '', value = ''] = /^\s*(\S+)\s+(\S.*?)\s*$/.exec(headers.get('authorization') ?? '') ?? [];
  if (scheme.kind === 'basic') return kind.toLowerCase() === 'basic' ? value : undefined;
  if (kind.toLowerCase() === 'bearer' || (scheme.kind === 'other' && value !== '')) return value;
  return scheme.kind === 'bearer' && scheme.queryParameter !== undefined ? query.get(scheme.queryParameter) : undefined;
}

/** The header that carries an API key beside its parameter. */
export function keyHeaderOf(scheme: SecurityScheme): string | undefined {
  return 'header' in scheme && typeof scheme.header === 'string' ? scheme.header : undefined;
}

function keyInHeader(scheme: SecurityScheme, headers: Headers): string | undefined {
  const name = keyHeaderOf(scheme);
  return name === undefined ? undefined : (headers.get(name) ?? undefined);
}

function cookie(headers: Headers, name: string): string | undefined {
  const pairs = (headers.get('cookie') ?? '').split(/;\s*/).map((pair) => pair.split('='));
  return pairs.find(([key]) => key === name)?.[1];
}
