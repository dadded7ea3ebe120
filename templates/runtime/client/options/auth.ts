import type { SecurityScheme } from '../../operation.js';
import type { Fetch, Redactor } from './hooks.js';

/** A token, and the time of its expiry. */
export interface Token {
  readonly token: string;
  /** Milliseconds since the epoch. Without it, the token is used for one call. */
  readonly expiresAt?: number | undefined;
}

/** The argument of a token provider. */
export interface TokenNeed {
  /** True after the service rejected the last token: return a new one, not one from a cache. */
  readonly force: boolean;
  /** Aborted when no call waits for the token any more. */
  readonly signal: AbortSignal;
}

/** Returns a token. It is called for every call, or, if it returns `expiresAt`, only when the token is about to expire. */
export type TokenProvider = (need: TokenNeed) => string | Token | Promise<string | Token>;

/** The security scheme of a credential. */
export interface SchemeOption {
  /** Name of the scheme in the spec. Default: all schemes of the same kind. */
  readonly scheme?: string | undefined;
}

/** Options of `bearer`. */
export interface BearerOptions extends SchemeOption {
  /** The place of the token. `query` only works if the spec names a query parameter for it. Default: `header`. */
  readonly in?: 'header' | 'query' | undefined;
}

/** The values that `getAccessToken()` may return. */
export type AccessTokenResult = string | { readonly token?: string | null | undefined } | null | undefined;

/** @deprecated Use `AccessTokenResult`; removed in 0.3. */
export type AccessTokenAnswer = AccessTokenResult;

/** An object that returns tokens and renews them by itself, such as a client of google-auth-library. */
export interface AccessTokenSource {
  getAccessToken(): AccessTokenResult | PromiseLike<AccessTokenResult>;
}

/** The circumstances in which a call needs the secret of a credential. */
export interface SecretNeed {
  /** Id of the operation that is called. */
  readonly operation: string;
  readonly signal: AbortSignal;
  readonly now: () => number;
  readonly fetch: Fetch;
  readonly redactor: Redactor;
}

/** The header (default) or query parameter with a credential. */
export type CredentialLocation = readonly [name: string, value: string, location?: 'header' | 'query'];

/** The secrets of a call that is being sent. */
export interface SentSecrets {
  /** The secret of each credential that the last request was sent with. */
  readonly sent: Map<Auth, string>;
  /** Secrets that the service rejected, of credentials that can be renewed. */
  readonly rejected: Map<Auth, string>;
}

/** A credential, created by `apiKey()`, `basic()` or `bearer()`. Its secret is in a closure: printing the object does not show it. */
export interface Auth {
  readonly kind: 'apiKey' | 'basic' | 'bearer';
  readonly scheme: string | undefined;
  /** Returns the header or query parameter for a secret. It is called only with schemes of its kind. */
  readonly location: (scheme: SecurityScheme, secret: string) => CredentialLocation;
  /** Called after a failed attempt; returns whether the call may be sent again with a new secret. */
  readonly renew?: ((sending: SentSecrets, error: unknown) => boolean) | undefined;
  /** Returns the secret to send. `rejected` is the one that the service has just rejected. */
  readonly secret: (need: SecretNeed, scheme: SecurityScheme, rejected?: string) => string | Promise<string>;
}

/** A credential, and the scheme by which it is sent. */
export interface Credential {
  readonly auth: Auth;
  readonly scheme: SecurityScheme;
}
