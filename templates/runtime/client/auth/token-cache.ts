import type { SecurityScheme } from '../../operation.js';
import { ApiError } from '../errors/api-error.js';
import { TokenError } from '../errors/errors.js';
import { startFlight, type Flight } from '../options/flight.js';
import { follow, openScope } from '../options/scope.js';
import type { Auth, SecretNeed, Token } from '../options/auth.js';

/** Time before its expiry at which a token is renewed in the background. */
const earlyMs = 120_000;
/** Time before its expiry at which a token is no longer used for new requests. */
const lateMs = 30_000;
/** Minimum time between the starts of two renewals in the background. */
const restMs = 5_000;

/** The circumstances in which a token is fetched. */
export interface FetchNeed extends SecretNeed {
  readonly scheme: SecurityScheme;
  /** True after the service rejected the last token. */
  readonly force: boolean;
}

/** Fetches a token for the cache. */
export type FetchToken = (need: FetchNeed) => string | Token | Promise<string | Token>;

/** A token, and the milliseconds that it was valid for when it arrived. */
type Kept = Token & { readonly life: number };

/** The properties of what a token provider returned, which is not checked yet. */
const readToken = (response: unknown): { token?: unknown; expiresAt?: number } =>
  typeof response === 'string' ? { token: response } : { ...Object(response) };

/**
 * Creates a function that fetches a token, caches it, and renews it before it expires. Only one request for a token is in progress at a
 * time. If `keep` returns true, a request is finished even if no caller waits for it any more.
 */
export function createTokenCache(fetchToken: FetchToken, keep?: () => boolean): Auth['secret'] {
  let known: Kept | undefined;
  let flight: Flight<string> | undefined;
  let isForced = false;
  let restUntil = -Infinity;

  const start = (need: FetchNeed) => {
    const fetchChecked = async (signal: AbortSignal) => {
      const { token, expiresAt } = readToken(await fetchToken({ ...need, signal }));
      if (typeof token !== 'string' || !token)
        throw new TokenError(need.operation, 'The token provider returned no token');
      // If a newer request has started, this one may return the token that was rejected meanwhile.
      if (flight === started) known = { token, expiresAt, life: (expiresAt ?? 0) - need.now() };
      return token;
    };
    const land = () => {
      if (flight === started) flight = undefined;
    };
    const started = startFlight(fetchChecked, land, keep);
    isForced = need.force;
    return (flight = started);
  };

  return async (caller, scheme, rejected) => {
    const need = { ...caller, scheme, force: rejected !== undefined };
    if (need.force && known?.token === rejected) known = undefined;
    // Without `expiresAt` a token is used for one call, except to replace one that the service has just rejected.
    const left = (known?.expiresAt ?? (need.force ? Infinity : -Infinity)) - need.now();
    if (known && left > Math.min(lateMs, known.life / 4)) {
      if (left <= Math.min(earlyMs, known.life / 2) && !flight && need.now() >= restUntil) {
        restUntil = need.now() + restMs;
        start({ ...need, force: false });
      }
      return known.token;
    }
    // A request that started before the token was rejected may return the same token.
    const joined = flight && (isForced || !need.force) ? flight : start(need);
    const scope = openScope(follow(need.signal));
    try {
      return await joined.wait(scope);
    } catch (error) {
      if (!(error instanceof TokenError)) throw error;
      // Each waiting call gets an error of its own, with its own operation.
      const cause = 'cause' in error ? { cause: error.cause } : {};
      throw new TokenError(need.operation, error.message, { ...error, ...cause, operation: need.operation });
    } finally {
      scope.close();
    }
  };
}

/** Marks the tokens of a call that the service rejected with 401, once a call; returns whether the call may be sent again. */
export const rejectTokens: Auth['renew'] = ({ sent, rejected }, error) => {
  if (!ApiError.is(error) || error.status !== 401 || rejected.size) return false;
  for (const [auth, secret] of sent) if (auth.renew) rejected.set(auth, secret);
  return true;
};
