import { InvalidOptionError, TokenError } from '../errors/errors.js';
import {
  checkUrl,
  type Granted,
  postForm,
  readTokenResponse,
  tokenErrors,
  type ToError,
  type TokenResponse,
} from './token-response.js';
import type { Fetch } from '../options/hooks.js';
import { follow, openScope, type Scope } from '../transport/scope.js';
import type { Auth, BearerOptions, SecretNeed, Token } from './auth.js';
import { locateToken, checkSecret } from './credentials.js';
import { createTokenCache, type FetchNeed } from './token-cache.js';

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

/** Longest time for new tokens, the second try and `onTokens` included. */
const timeoutMs = 30_000;
/**
 * A token that is fetched with a refresh token (RFC 6749, section 6): ahead of its end, once for all calls that wait, and
 * once more when the service rejects it.
 */
export function oauthRefresh(options: OAuthRefreshOptions): Auth {
  checkSecret('clientId', options.clientId);
  checkSecret('refreshToken', options.refreshToken);
  if (options.tokenUrl !== undefined) checkUrl(options.tokenUrl, 'tokenUrl');
  const refresher = new Refresher(options);
  const cached = createTokenCache(
    (need) => refresher.refresh(need),
    () => refresher.isToBeFinished(),
  );
  return {
    kind: 'bearer',
    scheme: options.scheme,
    location: locateToken(options),
    renewable: true,
    secret: async (need, scheme, rejected) => {
      refresher.hide(need);
      const token = await cached(need, scheme, rejected);
      // This call may have waited for what another one fetched.
      refresher.hide(need);
      return token;
    },
  };
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

  hide({ redactor }: SecretNeed): void {
    const { clientSecret = '', refreshToken } = this.#options;
    for (const secret of [clientSecret, refreshToken, ...this.#recent]) redactor.add(secret);
  }

  async #refreshNow(need: FetchNeed): Promise<Token> {
    need.signal.throwIfAborted();
    const invalid = tokenErrors(need.redactor, need.operation, 'No new access token');
    const scope = openScope(follow(need.signal, (reason) => reason));
    scope.limit(timeoutMs, () => invalid(`no response within ${timeoutMs} ms`));
    try {
      const started = need.now();
      const response = await request(this.#options, this.#refreshToken, { need, scope, invalid });
      const { expiresIn, ...granted } = readTokenResponse(response, invalid);
      const expiresAt = expiresIn === undefined ? undefined : started + expiresIn * 1000;
      const refreshToken = this.#take(granted);
      await scope.wait(Promise.resolve(this.#options.onTokens?.({ ...granted, refreshToken, expiresAt })));
      // One without a known end is good until the service rejects it.
      return { token: granted.accessToken, expiresAt: expiresAt ?? Infinity };
    } finally {
      scope.close();
    }
  }

  /** Keeps the tokens of a response; gives the refresh token to use from now on. */
  #take({ accessToken, refreshToken = this.#refreshToken }: Omit<Granted, 'expiresIn'>): string {
    if (refreshToken !== this.#refreshToken) this.#hasRotated = true;
    this.#recent = [...this.#recent.slice(-6), accessToken, refreshToken];
    return (this.#refreshToken = refreshToken);
  }
}

/** What one refresh needs. */
interface Refreshing {
  readonly need: FetchNeed;
  readonly scope: Scope;
  readonly invalid: ToError;
}

/** Asks the token endpoint, a second time where it or the network fails. */
async function request(
  options: OAuthRefreshOptions,
  refreshToken: string,
  refreshing: Refreshing,
): Promise<TokenResponse> {
  const { need, scope, invalid } = refreshing;
  const url = options.tokenUrl ?? (need.scheme.kind === 'bearer' ? need.scheme.tokenUrl : undefined);
  if (url === undefined) throw new InvalidOptionError('tokenUrl', 'must be given: the spec names no token URL');
  const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken });
  form.set('client_id', options.clientId);
  if (options.clientSecret !== undefined) form.set('client_secret', options.clientSecret);
  if (options.scopes !== undefined) form.set('scope', options.scopes.join(' '));
  const way = { fetch: options.fetch ?? need.fetch, scope, invalid };
  for (let isLast = false; ; isLast = true) {
    try {
      const response = await scope.wait(postForm(checkUrl(url, 'tokenUrl'), form, way));
      if (response.status < 500 || isLast) return response;
    } catch (error) {
      if (scope.signal.aborted) throw scope.signal.reason;
      if (error instanceof TokenError || error instanceof InvalidOptionError) throw error;
      if (isLast) throw invalid('the network failed', { cause: need.redactor.error(error) });
    }
  }
}
