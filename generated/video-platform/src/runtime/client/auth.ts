import { InvalidOptionError } from './errors.js';
import { createTokenCache } from './token-cache.js';

/** A token and when it stops working, in milliseconds since the epoch. */
export interface Token {
  readonly token: string;
  readonly expiresAt?: number | undefined;
}

/** What a token provider is told. */
export interface TokenNeed {
  /** True after the service refused the last token: fetch a new one, do not answer from a cache. */
  readonly force: boolean;
  /** Aborted when nobody waits for the token any more. */
  readonly signal: AbortSignal;
}

/** Gives a token. Without `expiresAt` it is asked for every attempt; with it, again when the token is about to expire. */
export type TokenProvider = (need: TokenNeed) => string | Token | Promise<string | Token>;

/** Which security scheme of the spec a credential is for; default: every one of its kind. */
export interface SchemeOption {
  readonly scheme?: string | undefined;
}

/** Where a token travels. */
export interface BearerOptions extends SchemeOption {
  /** `query` only works where the spec names a query parameter for it. Default: `header`. */
  readonly in?: 'header' | 'query' | undefined;
}

/** A request for the secret of a credential. */
export interface SecretNeed {
  readonly signal: AbortSignal;
  readonly now: () => number;
  /** The secret that the service has just refused. */
  readonly refused?: string | undefined;
}

/** A credential. Its secret lives in a closure: printing or serializing the object does not show it. */
export interface Auth {
  readonly kind: 'apiKey' | 'basic' | 'bearer';
  readonly scheme: string | undefined;
  readonly in: 'header' | 'query' | undefined;
  /** Whether a refused secret can be replaced by a new one. */
  readonly renewable: boolean;
  readonly secret: (need: SecretNeed) => string | Promise<string>;
  /** Other forms of the secret that must not be shown. */
  readonly alsoHide?: () => readonly string[];
}

/** An API key, sent where the spec's scheme says. */
export function apiKey(key: string, options: SchemeOption = {}): Auth {
  refuseEmpty('apiKey', key);
  return { kind: 'apiKey', scheme: options.scheme, in: undefined, renewable: false, secret: () => key };
}

/** User name and password of HTTP basic authentication. */
export function basic(user: string, password: string, options: SchemeOption = {}): Auth {
  const bytes = new TextEncoder().encode(`${user}:${password}`);
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return {
    kind: 'basic',
    scheme: options.scheme,
    in: undefined,
    renewable: false,
    secret: () => text,
    alsoHide: () => [password],
  };
}

/** A token, or a function that fetches one; a function is asked again, once, when the service refuses its token. */
export function bearer(token: string | TokenProvider, options: BearerOptions = {}): Auth {
  const common = { kind: 'bearer', scheme: options.scheme, in: options.in } as const;
  if (typeof token === 'function') return { ...common, renewable: true, secret: createTokenCache(token) };
  refuseEmpty('token', token);
  return { ...common, renewable: false, secret: () => token };
}

function refuseEmpty(option: string, secret: string): void {
  if (typeof secret !== 'string' || secret.trim() === '') throw new InvalidOptionError(option, 'must not be empty');
}
