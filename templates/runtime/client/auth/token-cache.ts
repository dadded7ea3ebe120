import type { SecurityScheme } from '../../operation.js';
import { ApiError } from '../errors/api-error.js';
import { TokenError } from '../errors/errors.js';
import { startFlight, type Flight } from '../options/flight.js';
import { follow, openScope } from '../options/scope.js';
import type { Auth, SecretNeed, Token } from '../options/auth.js';

/** A token this close to its end is renewed in the background. */
const earlyMs = 120_000;
/** A token this close to its end is not used for a new request. */
const lateMs = 30_000;
/** Time between the starts of two renewals in the background. */
const restMs = 5_000;

/** The need for a token of a scheme. */
export interface FetchNeed extends SecretNeed {
  readonly scheme: SecurityScheme;
  /** True after the service rejected the last token. */
  readonly force: boolean;
}

/** Fetches a token for the cache. */
export type FetchToken = (need: FetchNeed) => string | Token | Promise<string | Token>;

/** A token with the time that it had left when it came. */
type Kept = Token & { readonly life: number };

/**
 * Asks for a token at most once at a time, keeps it, and renews it ahead of its end. `keep`: a request is finished even if no caller
 * waits for it any more.
 */
export function createTokenCache(fetchToken: FetchToken, keep?: () => boolean): Auth['secret'] {
  let known: Kept | undefined;
  let flight: Flight<string> | undefined;
  let isForced = false;
  let restUntil = -Infinity;

  const start = (need: FetchNeed) => {
    const fetchChecked = async (signal: AbortSignal) => {
      const response: unknown = await fetchToken({ ...need, signal });
      const { token, expiresAt } = typeof response === 'string' ? { token: response } : { ...Object(response) };
      if (typeof token !== 'string' || !token) throw new TokenError(need.operation, 'The token provider gave no token');
      // A request that was overtaken may bring the token that was rejected meanwhile.
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
    // A request that began before a token was rejected may bring the same one.
    const joined = flight && (isForced || !need.force) ? flight : start(need);
    const scope = openScope(follow(need.signal));
    try {
      return await joined.wait(scope);
    } catch (error) {
      if (!(error instanceof TokenError)) throw error;
      // Each of the calls that a request fails gets an error of its own.
      const cause = 'cause' in error ? { cause: error.cause } : {};
      throw new TokenError(need.operation, error.message, { ...error, ...cause, operation: need.operation });
    } finally {
      scope.close();
    }
  };
}

/** Marks the tokens that a service has rejected with 401, once a call; returns whether there were any that can be replaced. */
export const rejectTokens: Auth['renew'] = ({ sent, rejected }, error) => {
  if (!ApiError.is(error) || error.status !== 401 || rejected.size) return false;
  for (const [auth, secret] of sent) if (auth.renew) rejected.set(auth, secret);
  return true;
};
