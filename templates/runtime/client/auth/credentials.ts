import type { SecurityScheme } from '../../operation.js';
import { InvalidOptionError } from '../errors/errors.js';
import type { Auth, BearerOptions, CredentialLocation, SchemeOption, TokenProvider } from '../options/auth.js';
import { createTokenCache, rejectTokens } from './token-cache.js';

/** An API key, sent where the spec's scheme says. */
export function apiKey(key: string, options: SchemeOption = {}): Auth {
  checkSecret('apiKey', key);
  return { kind: 'apiKey', scheme: options.scheme, location: locateKey, secret: () => key };
}

/** User name and password of HTTP basic authentication. */
export function basic(user: string, password: string, options: SchemeOption = {}): Auth {
  const bytes = new TextEncoder().encode(`${user}:${password}`);
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return {
    kind: 'basic',
    scheme: options.scheme,
    location: () => ['authorization', `Basic ${text}`],
    secret: ({ redactor }) => {
      redactor.add(password);
      return text;
    },
  };
}

/** A token, or a function that fetches one; a function is asked again, once, when the service rejects its token. */
export function bearer(token: string | TokenProvider, options: BearerOptions = {}): Auth {
  const common = { kind: 'bearer', scheme: options.scheme, location: locateToken(options) } as const;
  if (typeof token === 'function') {
    // A provider is told no more than it is promised.
    return {
      ...common,
      renew: rejectTokens,
      secret: createTokenCache(({ force, signal }) => token({ force, signal })),
    };
  }
  checkSecret('token', token);
  return { ...common, secret: () => token };
}

/** Throws `InvalidOptionError` for a secret that is missing. */
export function checkSecret(option: string, secret: unknown): void {
  if (typeof secret !== 'string' || secret.trim() === '') throw new InvalidOptionError(option, 'must not be empty');
}

function locateKey(scheme: SecurityScheme, key: string): CredentialLocation {
  // An API key is only asked about schemes of its kind.
  const { in: location, name } = scheme as Extract<SecurityScheme, { kind: 'apiKey' }>;
  return location === 'cookie' ? [location, `${name}=${encodeURIComponent(key)}`] : [name, key, location];
}

/** Returns the function that places a token, by the option `in`. */
export function locateToken({ in: location }: BearerOptions): Auth['location'] {
  return location === 'query' ? inQuery : inHeader;
}

function inHeader(_: SecurityScheme, token: string): CredentialLocation {
  return ['authorization', `Bearer ${token}`];
}

function inQuery(scheme: SecurityScheme, token: string): CredentialLocation {
  if (scheme.kind === 'bearer' && scheme.queryParameter !== undefined) return [scheme.queryParameter, token, 'query'];
  throw new InvalidOptionError('auth', 'asks for the token in the query, for which the spec names no parameter');
}
