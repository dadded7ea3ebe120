import type { Fetch } from '../options/hooks.js';
import type { Auth, BearerOptions } from '../options/auth.js';
import { checkSecret } from './credentials.js';
import { fetchedToken, requestToken } from './fetched-token.js';
import type { FetchNeed } from './token-cache.js';
import { checkUrl } from './token-response.js';

/** Tokens of a token endpoint. */
export interface OAuthTokens {
  readonly accessToken: string;
  /** Milliseconds since the epoch; absent where the endpoint does not tell it. */
  readonly expiresAt?: number | undefined;
  /** The one to use from now on; endpoints may replace it with every response. */
  readonly refreshToken: string;
  /** The scopes granted, separated by blanks, where the endpoint tells them. */
  readonly scope?: string | undefined;
}

/** Options of `oauthRefresh`. */
export interface OAuthRefreshOptions extends BearerOptions {
  readonly clientId: string;
  /** Public clients (browsers, installed applications) have none. */
  readonly clientSecret?: string | undefined;
  readonly refreshToken: string;
  /** Default: the token URL of the spec. */
  readonly tokenUrl?: string | undefined;
  /** Fewer scopes than were granted. Default: all of these. */
  readonly scopes?: readonly string[] | undefined;
  /** Saves new tokens; awaited before the access token is used, and a failure fails the call. */
  readonly onTokens?: ((tokens: OAuthTokens) => unknown) | undefined;
  /** Sends the token request. Default: the client's. */
  readonly fetch?: Fetch | undefined;
}

/**
 * Makes a credential whose tokens are fetched with a refresh token (RFC 6749, section 6): ahead of its end, once for all calls that wait, and
 * once more when the service rejects it.
 */
export function oauthRefresh(options: OAuthRefreshOptions): Auth {
  const { clientId, clientSecret = '', tokenUrl, scopes, fetch, onTokens } = options;
  checkSecret('clientId', clientId);
  checkSecret('refreshToken', options.refreshToken);
  if (tokenUrl !== undefined) checkUrl(tokenUrl, 'tokenUrl');
  let current = options.refreshToken;
  let hasRotated = false;
  let last: Promise<unknown> = Promise.resolve();
  // A call that is in progress may have been sent with one of the latest.
  let recent: readonly string[] = [];

  const refresh = (need: FetchNeed) => {
    const url = tokenUrl ?? (need.scheme.kind === 'bearer' ? need.scheme.tokenUrl : undefined);
    const form = {
      grant_type: 'refresh_token',
      refresh_token: current,
      client_id: clientId,
      client_secret: options.clientSecret,
      scope: scopes?.join(' '),
    };
    return requestToken(need, { url, form, fetch }, ({ refreshToken = current, ...granted }) => {
      hasRotated ||= refreshToken !== current;
      recent = [...recent.slice(-6), granted.accessToken, refreshToken];
      current = refreshToken;
      return onTokens?.({ ...granted, refreshToken });
    });
  };

  return fetchedToken(options, {
    // One after another: an endpoint that replaces refresh tokens takes each of them once.
    fetchToken: (need) => {
      const turn = last.then(() => refresh(need));
      last = turn.catch(() => undefined);
      return turn;
    },
    secrets: () => [clientSecret, options.refreshToken, ...recent],
    // Giving up half-way could lose a refresh token that replaces the old one.
    keep: () => hasRotated || onTokens !== undefined,
  });
}
