import type { SecurityScheme } from '../../operation.js';
import { InvalidOptionError } from '../errors/errors.js';
import type { Auth, BearerOptions, CredentialLocation, SchemeOption, TokenProvider } from '../options/auth.js';
import { createTokenCache, rejectTokens } from './token-cache.js';

/** An API key, which is sent in the header, query parameter or cookie that the spec names: `auth: apiKey('k1')`. */
export function apiKey(key: string, options: SchemeOption = {}): Auth {
  checkSecret('apiKey', key);
  return { kind: 'apiKey', scheme: options.scheme, location: locateKey, secret: () => key };
}

/** User name and password of HTTP basic authentication: `auth: basic('ann', 'secret')`. */
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

/**
 * A bearer token, or a function that returns one: `auth: bearer(() => readToken())`. The function is called again, once a call, when
 * the service rejects its token.
 */
export function bearer(token: string | TokenProvider, options: BearerOptions = {}): Auth {
  const common = { kind: 'bearer', scheme: options.scheme, location: locateToken(options) } as const;
  if (typeof token === 'function') {
    // Providers get only the documented fields.
    return {
      ...common,
      renew: rejectTokens,
      secret: createTokenCache(({ force, signal }) => token({ force, signal })),
    };
  }
  checkSecret('token', token);
  return { ...common, secret: () => token };
}

/** Throws `InvalidOptionError` for a secret that is missing or empty. */
export function checkSecret(option: string, secret: unknown): void {
  if (typeof secret !== 'string' || secret.trim() === '') throw new InvalidOptionError(option, 'must not be empty');
}

function locateKey(scheme: SecurityScheme, key: string): CredentialLocation {
  // `as`: an API key is only used for schemes of its kind.
  const { in: location, name } = scheme as Extract<SecurityScheme, { kind: 'apiKey' }>;
  return location === 'cookie' ? [location, `${name}=${encodeURIComponent(key)}`] : [name, key, location];
}

/** Returns the function that puts a token into the header or the query, as the option `in` states. */
export function locateToken({ in: location }: BearerOptions): Auth['location'] {
  return location === 'query' ? inQuery : inHeader;
}

function inHeader(_: SecurityScheme, token: string): CredentialLocation {
  return ['authorization', `Bearer ${token}`];
}

function inQuery(scheme: SecurityScheme, token: string): CredentialLocation {
  if (scheme.kind === 'bearer' && scheme.queryParameter !== undefined) return [scheme.queryParameter, token, 'query'];
  throw new InvalidOptionError('auth', "has `in: 'query'`, but the spec names no query parameter for the token");
}
