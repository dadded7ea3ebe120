import { InvalidOptionError, TokenError } from '../errors/errors.js';
import type { Fetch } from '../options/hooks.js';
import { follow, openScope } from '../options/scope.js';
import type { Auth, BearerOptions, Token } from '../options/auth.js';
import { locateToken } from './credentials.js';
import { rejectTokens } from './reject-tokens.js';
import { createTokenCache, type FetchNeed, type FetchToken } from './token-cache.js';
import {
  checkUrl,
  type Granted,
  postForm,
  readTokenResponse,
  type SendOptions,
  tokenErrors,
  type TokenResponse,
} from './token-response.js';

/** Longest time for new tokens, including the second try and `onTokens`. */
const timeoutMs = 30_000;

/** The way to fetch the tokens of a credential. */
interface TokenFetching {
  readonly fetchToken: FetchToken;
  /** Secrets that no error or log may show. */
  readonly secrets: () => readonly string[];
  /** Tells whether a request is finished that no caller waits for any more. Default: no. */
  readonly keep?: () => boolean;
}

/** Makes a credential whose tokens are fetched ahead of their end, once for all calls, and once more when the service rejects one. */
export function fetchedToken(options: BearerOptions, { fetchToken, secrets, keep }: TokenFetching): Auth {
  const cached = createTokenCache(fetchToken, keep);
  return {
    kind: 'bearer',
    scheme: options.scheme,
    location: locateToken(options),
    renew: rejectTokens,
    secret: async (need, scheme, rejected) => {
      const hide = () => {
        for (const secret of secrets()) need.redactor.add(secret);
      };
      hide();
      const token = await cached(need, scheme, rejected);
      // This call may have waited for what another one fetched.
      hide();
      return token;
    },
  };
}

/** A request to a token endpoint. */
export interface TokenRequest {
  /** The option `tokenUrl`, or the address in the spec. */
  readonly url: string | undefined;
  readonly form: Readonly<Record<string, string | undefined>>;
  /** Default: the client's. */
  readonly fetch: Fetch | undefined;
}

/** Tokens with the time when they end, in milliseconds since the epoch. */
export interface GrantedUntil extends Omit<Granted, 'expiresIn'> {
  readonly expiresAt: number | undefined;
}

/** Fetches a token; waits for `keep`, which gets the whole grant. */
export async function requestToken(
  need: FetchNeed,
  request: TokenRequest,
  keep: (granted: GrantedUntil) => unknown,
): Promise<Token> {
  need.signal.throwIfAborted();
  const invalid = tokenErrors(need.redactor, need.operation, 'No new access token');
  const scope = openScope(follow(need.signal, (reason) => reason));
  scope.limit(timeoutMs, () => invalid(`no response within ${timeoutMs} ms`));
  try {
    const started = need.now();
    const response = await post(need, request, { fetch: request.fetch ?? need.fetch, scope, invalid });
    const { expiresIn, ...granted } = readTokenResponse(response, invalid);
    const expiresAt = expiresIn === undefined ? undefined : started + expiresIn * 1000;
    await scope.wait(keep({ ...granted, expiresAt }));
    // A token without a known end is good until the service rejects it.
    return { token: granted.accessToken, expiresAt: expiresAt ?? Infinity };
  } finally {
    scope.close();
  }
}

/** Asks the token endpoint, a second time where it or the network fails. */
async function post(need: FetchNeed, { url, form }: TokenRequest, way: SendOptions): Promise<TokenResponse> {
  const { scope, invalid } = way;
  if (url === undefined) throw new InvalidOptionError('tokenUrl', 'must be given: the spec names no token URL');
  const fields = new URLSearchParams(
    Object.entries(form).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
  for (let isLast = false; ; isLast = true) {
    try {
      const response = await scope.wait(postForm(checkUrl(url, 'tokenUrl'), fields, way));
      if (response.status < 500 || isLast) return response;
    } catch (error) {
      if (scope.signal.aborted) throw scope.signal.reason;
      if (error instanceof TokenError || error instanceof InvalidOptionError) throw error;
      if (isLast) throw invalid('the network failed', { cause: need.redactor.error(error) });
    }
  }
}
