import type { Operation, SecurityScheme, Service } from '../operation.js';
import type { Auth, SecretNeed } from './auth.js';
import { InvalidOptionError, MissingCredentialError } from './errors.js';

/** A credential and the scheme it is sent as. */
export interface Credential {
  readonly auth: Auth;
  readonly scheme: SecurityScheme;
}

/** What signing adds to a request. */
export interface Signature {
  readonly headers: readonly (readonly [string, string])[];
  /** `name=value`, encoded. */
  readonly query: readonly string[];
}

/**
 * The credentials to send: those of the first alternative that the client can satisfy, one with a token before all others.
 * Throws `MissingCredentialError` where there is none.
 */
export function chooseCredentials(
  service: Service,
  operation: Operation<never, unknown>,
  auths: readonly Auth[],
): readonly Credential[] {
  const alternatives = operation.auth.map((one) => (typeof one === 'string' ? [one] : one));
  if (alternatives.length === 0) return Object.keys(service.security).length === 0 ? unnamedCredential(auths) : [];
  const satisfied = alternatives.map((names) => satisfy(service, names, auths)).filter((found) => found !== undefined);
  const [first, ...others] = satisfied;
  if (first === undefined) throw missing(service, operation.id, alternatives, auths);
  return others.reduce((best, one) => (rank(one) > rank(best) ? one : best), first);
}

/** Fetches the secrets and says where they go; `seen` is told each of them before anything else happens. */
export async function sign(
  credentials: readonly Credential[],
  need: (auth: Auth) => SecretNeed,
  seen: (auth: Auth, secret: string) => void,
): Promise<Signature> {
  const headers: (readonly [string, string])[] = [];
  const query: string[] = [];
  for (const { auth, scheme } of credentials) {
    const secret = await auth.secret(need(auth));
    seen(auth, secret);
    const place = placeOf(scheme, auth, secret);
    if (place.in === 'query') query.push(`${encodeURIComponent(place.name)}=${encodeURIComponent(place.value)}`);
    else headers.push([place.name, checkHeaderValue(place.value)]);
  }
  return { headers, query };
}

function placeOf(
  scheme: SecurityScheme,
  auth: Auth,
  secret: string,
): { readonly in: 'header' | 'query'; readonly name: string; readonly value: string } {
  if (scheme.kind === 'apiKey') {
    if (scheme.in === 'cookie')
      return { in: 'header', name: 'cookie', value: `${scheme.name}=${encodeURIComponent(secret)}` };
    return { in: scheme.in, name: scheme.name, value: secret };
  }
  if (scheme.kind === 'basic') return { in: 'header', name: 'authorization', value: `Basic ${secret}` };
  if (auth.in !== 'query') return { in: 'header', name: 'authorization', value: `Bearer ${secret}` };
  const name = scheme.kind === 'bearer' ? scheme.queryParameter : undefined;
  if (name === undefined)
    throw new InvalidOptionError('auth', 'asks for the token in the query, for which the spec names no parameter');
  return { in: 'query', name, value: secret };
}

// The platform's own message would show the value.
function checkHeaderValue(value: string): string {
  if (/[^\u0020-\u007e]/.test(value))
    throw new InvalidOptionError(
      'auth',
      'holds a credential with characters that a header cannot carry (a line break at its end?)',
    );
  return value;
}

function satisfy(
  service: Service,
  names: readonly string[],
  auths: readonly Auth[],
): readonly Credential[] | undefined {
  const credentials: Credential[] = [];
  for (const name of names) {
    const scheme = service.security[name];
    // What the client knows nothing about (client certificates) is left to `fetch` and middleware.
    if (scheme === undefined || scheme.kind === 'other') continue;
    const fitting = auths.filter((auth) => auth.kind === scheme.kind);
    const auth = fitting.find((one) => one.scheme === name) ?? fitting.find((one) => one.scheme === undefined);
    if (auth === undefined) return undefined;
    credentials.push({ auth, scheme });
  }
  return credentials;
}

/** A spec that says nothing about credentials forbids none: tokens and passwords have one well-known place. */
function unnamedCredential(auths: readonly Auth[]): readonly Credential[] {
  const auth = auths.find((one) => one.kind === 'bearer') ?? auths.find((one) => one.kind === 'basic');
  return auth === undefined || auth.kind === 'apiKey' ? [] : [{ auth, scheme: { kind: auth.kind } }];
}

function rank(credentials: readonly Credential[]): number {
  if (credentials.some(({ auth }) => auth.kind === 'bearer')) return 2;
  return credentials.length === 0 ? 0 : 1;
}

const words = {
  apiKey: 'an API key',
  basic: 'a user name and password',
  bearer: 'a token',
  other: 'a credential',
} as const;
const remedies = {
  apiKey: '`apiKey`',
  basic: '`auth: basic(user, password)`',
  bearer: '`auth: bearer(token)`',
  other: '`fetch`',
} as const;

function missing(
  service: Service,
  operation: string,
  needs: readonly (readonly string[])[],
  auths: readonly Auth[],
): MissingCredentialError {
  const describe = (texts: Record<SecurityScheme['kind'], string>): string =>
    [
      ...new Set(
        needs.map((names) => names.map((name) => texts[service.security[name]?.kind ?? 'other']).join(' and ')),
      ),
    ].join(' or ');
  const given =
    auths.length === 0 ? 'no credential' : `only ${[...new Set(auths.map((auth) => words[auth.kind]))].join(' and ')}`;
  const oauth = needs.flat().some((name) => isOAuth(service.security[name]));
  const wanted = describe({ ...words, bearer: oauth ? 'an OAuth 2.0 token' : words.bearer });
  return new MissingCredentialError(
    operation,
    needs,
    `${operation} needs ${wanted}, but the client has ${given}: give it the option ${describe(remedies)}. Nothing was sent.`,
  );
}

function isOAuth(scheme: SecurityScheme | undefined): boolean {
  return scheme?.kind === 'bearer' && scheme.oauth2 === true;
}
