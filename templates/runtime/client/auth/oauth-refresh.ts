import type { Auth } from '../options/auth.js';
import { checkSecret } from './credentials.js';
import { fetchedToken, type FetchedTokenOptions, type RefreshOptions } from './fetched-token.js';

/** Options of `oauthRefresh`. */
export interface OAuthRefreshOptions extends FetchedTokenOptions, RefreshOptions {
  /** Fewer scopes than were granted. Default: all of these. */
  readonly scopes?: readonly string[] | undefined;
}

/**
 * Makes a credential whose tokens are fetched with a refresh token (RFC 6749, section 6): ahead of its end, once for all calls that wait, and
 * once more when the service rejects it.
 */
export function oauthRefresh(options: OAuthRefreshOptions): Auth {
  checkSecret('refreshToken', options.refreshToken);
  return fetchedToken(options, (scheme) => ({
    url: scheme.kind === 'bearer' ? scheme.tokenUrl : undefined,
    scope: options.scopes?.join(' '),
  }));
}
