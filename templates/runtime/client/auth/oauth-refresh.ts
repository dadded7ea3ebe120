import type { Auth } from '../options/auth.js';
import { checkSecret } from './credentials.js';
import { fetchedToken, type FetchedTokenOptions, type RefreshOptions } from './fetched-token.js';

/** Options of `oauthRefresh`. */
export interface OAuthRefreshOptions extends FetchedTokenOptions, RefreshOptions {
  /** Scopes of the access token, a subset of the granted ones. Default: all granted scopes. */
  readonly scopes?: readonly string[] | undefined;
}

/**
 * Creates a credential that fetches access tokens with a refresh token (RFC 6749, section 6):
 * `auth: oauthRefresh({ clientId, refreshToken })`. An access token is fetched once for all calls, renewed before it expires, and fetched
 * again when the service rejects it. Calls fail with a `TokenError` if no token can be fetched.
 */
export function oauthRefresh(options: OAuthRefreshOptions): Auth {
  checkSecret('refreshToken', options.refreshToken);
  return fetchedToken(options, (scheme) => ({
    url: scheme.kind === 'bearer' ? scheme.tokenUrl : undefined,
    scope: options.scopes?.join(' '),
  }));
}
