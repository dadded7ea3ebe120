import type { SecurityScheme, Service } from '../operation.js';
import { Refusal, type OperationPlan } from './plan.js';
import type { Query } from './query.js';

/** What a request says about who sends it. */
export interface Credentials {
  /** Names of the security schemes the request satisfies. */
  readonly schemes: ReadonlySet<string>;
  readonly token?: string;
  readonly keyed: boolean;
}

/** Credentials that are known; where a list is absent, any but `invalid…` and `expired…` is taken. */
export interface KnownCredentials {
  readonly keys?: readonly string[];
  readonly tokens?: readonly string[];
}

/** Reads keys and tokens; a token in the header wins over one in the query. Bad ones are refused (400, 401). */
export function readCredentials(
  service: Service,
  headers: Headers,
  query: Query,
  known: KnownCredentials = {},
): Credentials {
  const schemes = new Set<string>();
  let token: string | undefined;
  let keyed = false;
  for (const [name, scheme] of Object.entries(service.security)) {
    const value = valueOf(scheme, headers, query);
    if (value === undefined || value === '') continue;
    schemes.add(name);
    if (scheme.kind === 'apiKey') {
      checkKey(value, known.keys);
      keyed = true;
    } else token ??= value;
  }
  if (token !== undefined) checkToken(token, known.tokens);
  return { schemes, keyed, ...(token === undefined ? {} : { token }) };
}

/** Refuses (401) a request whose credentials satisfy none of the operation's alternatives. */
export function authenticate(plan: OperationPlan, credentials: Credentials): void {
  const { auth } = plan.operation;
  const satisfied = auth.some((one) =>
    (typeof one === 'string' ? [one] : one).every((name) => credentials.schemes.has(name)),
  );
  if (auth.length > 0 && !satisfied) throw refuse(credentials.keyed);
}

/** The refusal of a request that needs a token, or any credential where it sent none. */
export function refuse(keyed: boolean, location?: string): Refusal {
  const message = keyed
    ? 'This request needs an OAuth 2.0 token; an API key is not enough.'
    : 'This request needs a credential: it carries none.';
  return unauthorized('required', message, location);
}

/** Query parameters that carry credentials. */
export function credentialParameters({ security }: Service): readonly string[] {
  return Object.values(security).flatMap((scheme) => {
    if (scheme.kind === 'apiKey') return scheme.in === 'query' ? scheme.name : [];
    return scheme.kind === 'bearer' ? (scheme.queryParameter ?? []) : [];
  });
}

function valueOf(scheme: SecurityScheme, headers: Headers, query: Query): string | undefined {
  if (scheme.kind === 'apiKey') {
    if (scheme.in === 'query') return query.text(scheme.name);
    return scheme.in === 'header' ? (headers.get(scheme.name) ?? undefined) : cookie(headers, scheme.name);
  }
  const [, kind = '', value = ''] = /^\s*(\S+)\s+(\S.*?)\s*$/.exec(headers.get('authorization') ?? '') ?? [];
  if (scheme.kind === 'basic') return kind.toLowerCase() === 'basic' ? value : undefined;
  if (kind.toLowerCase() === 'bearer' || (scheme.kind === 'other' && value !== '')) return value;
  return scheme.kind === 'bearer' && scheme.queryParameter !== undefined
    ? query.text(scheme.queryParameter)
    : undefined;
}

function cookie(headers: Headers, name: string): string | undefined {
  const pairs = (headers.get('cookie') ?? '').split(/;\s*/).map((pair) => pair.split('='));
  return pairs.find(([key]) => key === name)?.[1];
}

function checkKey(key: string, known: readonly string[] | undefined): void {
  if (known === undefined ? !key.startsWith('invalid') : known.includes(key)) return;
  throw new Refusal(400, 'keyInvalid', 'The API key is not valid.', { location: 'key', locationType: 'parameter' });
}

function checkToken(token: string, known: readonly string[] | undefined): void {
  if (known === undefined ? !/^(invalid|expired)/.test(token) : known.includes(token)) return;
  throw unauthorized('authError', 'The token is not valid or has expired.');
}

function unauthorized(reason: string, message: string, location?: string): Refusal {
  const error = reason === 'authError' ? ', error="invalid_token"' : '';
  return new Refusal(401, reason, message, {
    headers: { 'www-authenticate': `Bearer realm="emulator"${error}` },
    ...(location === undefined
      ? { location: 'Authorization', locationType: 'header' }
      : { location, locationType: 'parameter' }),
  });
}
