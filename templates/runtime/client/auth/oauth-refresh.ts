import type { Fetch } from '../options/hooks.js';
import type { Auth, BearerOptions, Token } from '../options/auth.js';
import { checkSecret } from './credentials.js';
import { fetchedToken, requestToken } from './fetched-token.js';
import type { FetchNeed } from './token-cache.js';
import { checkUrl } from './token-response.js';

/** Tokens as the token endpoint gave them. */
export interface OAuthTokens {
  readonly accessToken: string;
  /** Milliseconds since the epoch; absent where the endpoint does not say. */
  readonly expiresAt?: number | undefined;
  /** The one to use from now on; endpoints may replace it with every response. */
  readonly refreshToken: string;
  /** The scopes granted, separated by blanks, where the endpoint says. */
  readonly scope?: string | undefined;
}

/** What access tokens are fetched with. */
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
 * A token that is fetched with a refresh token (RFC 6749, section 6): ahead of its end, once for all calls that wait, and
 * once more when the service rejects it.
 */
export function oauthRefresh(options: OAuthRefreshOptions): Auth {
  checkSecret('clientId', options.clientId);
  checkSecret('refreshToken', options.refreshToken);
  if (options.tokenUrl !== undefined) checkUrl(options.tokenUrl, 'tokenUrl');
  const refresher = new Refresher(options);
  return fetchedToken(options, {
    fetchToken: (need) => refresher.refresh(need),
    secrets: () => refresher.secrets,
    keep: () => refresher.isToBeFinished(),
  });
}

/** Trades refresh tokens for access tokens. */
class Refresher {
  readonly #options: OAuthRefreshOptions;
  #refreshToken: string;
  /** The latest tokens: what a call that is in progress may have been sent with. */
  #recent: readonly string[] = [];
  #hasRotated = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: OAuthRefreshOptions) {
    this.#options = options;
    this.#refreshToken = options.refreshToken;
  }

  /** One after another: an endpoint that replaces refresh tokens takes each of them once. */
  refresh(need: FetchNeed): Promise<Token> {
    const turn = this.#last.then(() => this.#refreshNow(need));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** Whether giving up half-way could lose a refresh token that replaces the old one. */
  isToBeFinished(): boolean {
    return this.#hasRotated || this.#options.onTokens !== undefined;
  }

  get secrets(): readonly string[] {
    const { clientSecret = '', refreshToken } = this.#options;
    return [clientSecret, refreshToken, ...this.#recent];
  }

  #refreshNow(need: FetchNeed): Promise<Token> {
    const { tokenUrl, clientId, clientSecret, scopes, fetch, onTokens } = this.#options;
    const url = tokenUrl ?? (need.scheme.kind === 'bearer' ? need.scheme.tokenUrl : undefined);
    const form = {
      grant_type: 'refresh_token',
      refresh_token: this.#refreshToken,
      client_id: clientId,
      client_secret: clientSecret,
      scope: scopes?.join(' '),
    };
    return requestToken(need, { url, form, fetch }, ({ refreshToken = this.#refreshToken, ...granted }) => {
      if (refreshToken !== this.#refreshToken) this.#hasRotated = true;
      this.#recent = [...this.#recent.slice(-6), granted.accessToken, refreshToken];
      this.#refreshToken = refreshToken;
      return onTokens?.({ ...granted, refreshToken });
    });
  }
}
