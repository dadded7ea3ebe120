import type { SecurityScheme } from '../../operation.js';
import { InvalidOptionError } from '../errors/errors.js';
import type { Auth, BearerOptions } from '../options/auth.js';
import type { Fetch } from '../options/hooks.js';
import { follow, openScope } from '../options/scope.js';
import { checkSecret, locateToken } from './credentials.js';
import { createTokenCache, rejectTokens, type FetchNeed } from './token-cache.js';
import {
  askServer,
  checkUrl,
  type Granted,
  readTokenResponse,
  type SendOptions,
  tokenErrors,
} from './token-response.js';

/** Longest time for new tokens, including the second try and `onTokens`. */
const timeoutMs = 30_000;

/** Options of credentials whose tokens come from a token endpoint. */
export interface FetchedTokenOptions extends BearerOptions {
  readonly clientId: string;
  /** Public clients (browsers, installed applications) have none. */
  readonly clientSecret?: string | undefined;
  /** Default: the token URL of the spec. */
  readonly tokenUrl?: string | undefined;
  /** Sends the token request. Default: the client's. */
  readonly fetch?: Fetch | undefined;
}

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

/** Options of credentials with a refresh token. */
export interface RefreshOptions {
  readonly refreshToken: string;
  /** Saves new tokens; awaited before the access token is used, and a failure fails the call. */
  readonly onTokens?: ((tokens: OAuthTokens) => unknown) | undefined;
}

type GrantOptions = FetchedTokenOptions & Partial<RefreshOptions>;

/** The scopes of a token, and the address in the spec that it comes from. */
interface Grant {
  readonly url: string | undefined;
  readonly scope: string | undefined;
}

/**
 * Makes a credential whose tokens are fetched ahead of their end, once for all calls, and once more when the service rejects one:
 * with a refresh token, or with the credentials of the program itself. `choose` is called with the scheme of a call.
 */
export function fetchedToken(options: GrantOptions, choose: (scheme: SecurityScheme) => Grant): Auth {
  const { clientId, clientSecret = '', tokenUrl, refreshToken: first = '', onTokens } = options;
  checkSecret('clientId', clientId);
  if (tokenUrl !== undefined) checkUrl(tokenUrl, 'tokenUrl');
  let current = first;
  // A call that is in progress may have been sent with one of the latest.
  let recent: readonly string[] = [];
  let last: Promise<unknown> = Promise.resolve();

  const fetchToken = (need: FetchNeed) => {
    const request = () =>
      requestToken(need, { ...options, refreshToken: current }, choose(need.scheme), (granted) => {
        const { refreshToken = current } = granted;
        recent = [...recent.slice(-6), granted.accessToken, refreshToken];
        if (!first) return undefined;
        current = refreshToken;
        return onTokens?.({ ...granted, refreshToken });
      });
    // One after another: an endpoint that replaces refresh tokens takes each of them once.
    const turn = last.then(request);
    last = turn.catch(() => undefined);
    return turn;
  };
  // Giving up half-way could lose a refresh token that replaces the old one.
  const cached = createTokenCache(fetchToken, () => current !== first || onTokens !== undefined);
  return {
    kind: 'bearer',
    scheme: options.scheme,
    location: locateToken(options),
    renew: rejectTokens,
    secret: async (need, scheme, rejected) => {
      const hide = () => {
        for (const secret of [clientSecret, first, ...recent]) need.redactor.add(secret);
      };
      hide();
      const token = await cached(need, scheme, rejected);
      // This call may have waited for what another one fetched.
      hide();
      return token;
    },
  };
}

/** Fetches a token; waits for `keep`, which gets the whole grant. */
async function requestToken(
  need: FetchNeed,
  { clientId, clientSecret, refreshToken, tokenUrl, fetch = need.fetch }: GrantOptions,
  { url, scope: scopes }: Grant,
  keep: (granted: Granted) => unknown,
) {
  const { redactor, signal, operation, now } = need;
  signal.throwIfAborted();
  const invalid = tokenErrors(redactor, operation, 'No new access token');
  const scope = openScope(follow(signal));
  scope.limit(timeoutMs, () => invalid(`no response within ${timeoutMs} ms`));
  try {
    const startedAt = now();
    const form = {
      grant_type: refreshToken ? 'refresh_token' : 'client_credentials',
      ...(refreshToken && { refresh_token: refreshToken }),
      client_id: clientId,
      ...(clientSecret !== undefined && { client_secret: clientSecret }),
      ...(scopes !== undefined && { scope: scopes }),
    };
    const response = await askTwice(tokenUrl ?? url, { fetch, scope, invalid, redactor }, new URLSearchParams(form));
    const granted = readTokenResponse(response, invalid, startedAt);
    await scope.wait(keep(granted));
    // A token without a known end is good until the service rejects it.
    return { token: granted.accessToken, expiresAt: granted.expiresAt ?? Infinity };
  } finally {
    scope.close();
  }
}

/** Asks the token endpoint, a second time where it or the network fails. */
async function askTwice(url: string | undefined, way: SendOptions, form: URLSearchParams) {
  if (url === undefined) throw new InvalidOptionError('tokenUrl', 'must be given: the spec names no token URL');
  const address = checkUrl(url, 'tokenUrl');
  for (let isLast = false; ; isLast = true) {
    try {
      const response = await askServer(address, way, form);
      if (response.status < 500 || isLast) return response;
    } catch (error) {
      // Only the error of a network that failed has a cause.
      if (isLast || Object(error).cause === undefined) throw error;
    }
  }
}
