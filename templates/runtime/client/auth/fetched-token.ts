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

/** Time limit for fetching a token, including the second attempt and `onTokens`. */
const timeoutMs = 30_000;

/** Options of credentials that fetch their tokens from a token endpoint. */
export interface FetchedTokenOptions extends BearerOptions {
  readonly clientId: string;
  /** Secret of the client. Public clients (browsers, installed applications) have none. */
  readonly clientSecret?: string | undefined;
  /** Default: the token URL of the spec. */
  readonly tokenUrl?: string | undefined;
  /** Sends the token request. Default: the `fetch` of the client. */
  readonly fetch?: Fetch | undefined;
}

/** Tokens of a token endpoint. */
export interface OAuthTokens {
  readonly accessToken: string;
  /** Milliseconds since the epoch; absent if the endpoint does not state it. */
  readonly expiresAt?: number | undefined;
  /** The refresh token to use from now on. Endpoints may replace it in every response. */
  readonly refreshToken: string;
  /** The granted scopes, separated by blanks; absent if the endpoint does not state them. */
  readonly scope?: string | undefined;
}

/** Options of credentials with a refresh token. */
export interface RefreshOptions {
  readonly refreshToken: string;
  /** Saves new tokens. It is awaited before the access token is used; if it fails, the call fails. */
  readonly onTokens?: ((tokens: OAuthTokens) => unknown) | undefined;
}

type GrantOptions = FetchedTokenOptions & Partial<RefreshOptions>;

/** The scopes of a token, and the token URL of the spec. */
interface Grant {
  readonly url: string | undefined;
  readonly scope: string | undefined;
}

/**
 * Creates a credential that fetches its tokens with a refresh token or with the client's own credentials: once for all calls, again
 * before they expire, and again when the service rejects one. `choose` returns the grant for the scheme of a call.
 */
export function fetchedToken(options: GrantOptions, choose: (scheme: SecurityScheme) => Grant): Auth {
  const { clientId, clientSecret = '', tokenUrl, refreshToken: first = '', onTokens } = options;
  checkSecret('clientId', clientId);
  if (tokenUrl !== undefined) checkUrl(tokenUrl, 'tokenUrl');
  let current = first;
  // Recent tokens stay hidden in messages: calls in progress may have been sent with them.
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
    // One request after another: an endpoint that replaces refresh tokens accepts each of them only once.
    const turn = last.then(request);
    last = turn.catch(() => undefined);
    return turn;
  };
  // A request that was given up could lose the refresh token that replaces the old one.
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
      // Another call may have fetched new tokens meanwhile.
      hide();
      return token;
    },
  };
}

/** Fetches a token, and waits until `keep` has stored the granted tokens. */
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
    // Without `expiresAt` a token is used until the service rejects it.
    return { token: granted.accessToken, expiresAt: granted.expiresAt ?? Infinity };
  } finally {
    scope.close();
  }
}

/** Sends a request to the token endpoint, and once more if the network or the endpoint (5xx) fails. */
async function askTwice(url: string | undefined, way: SendOptions, form: URLSearchParams) {
  if (url === undefined) throw new InvalidOptionError('tokenUrl', 'is required: the spec has no token URL');
  const address = checkUrl(url, 'tokenUrl');
  for (let isLast = false; ; isLast = true) {
    try {
      const response = await askServer(address, way, form);
      if (response.status < 500 || isLast) return response;
    } catch (error) {
      // Only errors of the network have a cause.
      if (isLast || Object(error).cause === undefined) throw error;
    }
  }
}
