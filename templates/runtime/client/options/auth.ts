import type { SecurityScheme } from '../../operation.js';
import type { Fetch, Redactor } from './hooks.js';

/** A token and when it stops working, in milliseconds since the epoch. */
export interface Token {
  readonly token: string;
  readonly expiresAt?: number | undefined;
}

/** The facts that a token provider is called with. */
export interface TokenNeed {
  /** True after the service rejected the last token: fetch a new one, not one from a cache. */
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

/** The options of a token. */
export interface BearerOptions extends SchemeOption {
  /** `query` only works where the spec names a query parameter for it. Default: `header`. */
  readonly in?: 'header' | 'query' | undefined;
}

/** The values that `getAccessToken()` may return. */
export type AccessTokenResult = string | { readonly token?: string | null | undefined } | null | undefined;

/** @deprecated Use `AccessTokenResult`; removed in 0.3. */
export type AccessTokenAnswer = AccessTokenResult;

/** Anything that gives tokens and renews them by itself, such as the clients of google-auth-library. */
export interface AccessTokenSource {
  getAccessToken(): AccessTokenResult | PromiseLike<AccessTokenResult>;
}

/** The call that needs the secret of a credential, and the means to fetch it. */
export interface SecretNeed {
  /** Id of the operation that is called. */
  readonly operation: string;
  readonly signal: AbortSignal;
  readonly now: () => number;
  readonly fetch: Fetch;
  readonly redactor: Redactor;
}

/** A header, or a query parameter. */
export type CredentialLocation = readonly [name: string, value: string, location?: 'header' | 'query'];

/** The secrets of a call that is being sent. */
export interface SentSecrets {
  /** The secret of each credential that the last request was sent with. */
  readonly sent: Map<Auth, string>;
  /** Secrets that the service rejected, of credentials that can be renewed. */
  readonly rejected: Map<Auth, string>;
}

/** A credential. Its secret lives in a closure: printing or serializing the object does not show it. */
export interface Auth {
  readonly kind: 'apiKey' | 'basic' | 'bearer';
  readonly scheme: string | undefined;
  /** Returns the place of a secret; called with schemes of its kind only. */
  readonly location: (scheme: SecurityScheme, secret: string) => CredentialLocation;
  /** Prepares the next attempt of a call that failed, where a new secret can replace a rejected one; returns whether it did. */
  readonly renew?: ((sending: SentSecrets, error: unknown) => boolean) | undefined;
  /** The secret as it is sent, which the caller hides; `rejected` is the one that the service has just rejected. */
  readonly secret: (need: SecretNeed, scheme: SecurityScheme, rejected?: string) => string | Promise<string>;
}

/** A credential and the scheme it is sent as. */
export interface Credential {
  readonly auth: Auth;
  readonly scheme: SecurityScheme;
}
