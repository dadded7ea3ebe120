import type { SecurityScheme } from '../../operation.js';
import { TokenError } from '../errors/errors.js';
import { race } from '../options/scope.js';
import type { Auth, SecretNeed, Token } from '../options/auth.js';

/** A token this close to its end is renewed in the background. */
const earlyMs = 120_000;
/** A token this close to its end is not used for a new request. */
const lateMs = 30_000;
/** Pause after a failed renewal in the background. */
const restMs = 5_000;

/** The need for a token of a scheme. */
export interface FetchNeed extends SecretNeed {
  readonly scheme: SecurityScheme;
  /** True after the service rejected the last token. */
  readonly force: boolean;
}

/** Fetches a token for the cache. */
export type FetchToken = (need: FetchNeed) => string | Token | Promise<string | Token>;

/** A token that is being fetched. */
interface Flight {
  readonly token: Promise<Token>;
  readonly force: boolean;
  readonly stop: AbortController;
  waiting: number;
  /** It does not end when the last caller leaves: it began without any, or it is over. */
  held: boolean;
}

/** A token with the time that it had left when it came. */
type Kept = Token & { readonly life: number };

/**
 * Asks for a token at most once at a time, keeps it, and renews it ahead of its end. `keep`: a request is finished even if no caller
 * waits for it any more.
 */
export function createTokenCache(fetchToken: FetchToken, keep: () => boolean = () => false): Auth['secret'] {
  let known: Kept | undefined;
  let flight: Flight | undefined;
  let restUntil = -Infinity;

  const start = (need: FetchNeed) => {
    const stop = new AbortController();
    const token = fetchChecked(fetchToken, { ...need, signal: stop.signal });
    const started: Flight = { token, force: need.force, stop, waiting: 0, held: false };
    const land = (found = known) => {
      started.held = true;
      // A request that was overtaken may bring the token that was rejected meanwhile.
      if (flight === started) [flight, known] = [undefined, found];
    };
    const keepToken = (found: Token) => land({ ...found, life: (found.expiresAt ?? 0) - need.now() });
    token.then(keepToken, () => land());
    return (flight = started);
  };

  return async (caller, scheme, rejected) => {
    const need = { ...caller, scheme, force: rejected !== undefined };
    const isRejected = need.force && known?.token === rejected;
    const left = known && !isRejected ? measureLeft(known, need) : -Infinity;
    if (known && left > Math.min(lateMs, known.life / 4)) {
      if (left <= Math.min(earlyMs, known.life / 2) && !flight && need.now() >= restUntil) {
        const early = start({ ...need, force: false });
        early.held = true;
        early.token.catch(() => (restUntil = need.now() + restMs));
      }
      return known.token;
    }
    if (isRejected) known = undefined;
    // A request that began before a token was rejected may bring the same one.
    const joined = flight && (flight.force || !need.force) ? flight : start(need);
    // A provider that hangs is given up with its last caller, even if it was asked in the background.
    joined.held = false;
    joined.waiting += 1;
    try {
      return (await race(need.signal, joined.token)).token;
    } catch (error) {
      throw copyError(error, need.operation);
    } finally {
      joined.waiting -= 1;
      if (!joined.waiting && !joined.held && !keep()) {
        joined.stop.abort();
        if (flight === joined) flight = undefined;
      }
    }
  };
}

/** Without `expiresAt` a token is used for one call, except to replace one that the service has just rejected. */
function measureLeft({ expiresAt }: Token, { force, now }: FetchNeed): number {
  return expiresAt === undefined ? (force ? Infinity : -Infinity) : expiresAt - now();
}

/** Copies the error of a request for each of the calls that it fails. */
function copyError(error: unknown, operation: string): unknown {
  if (!(error instanceof TokenError)) return error;
  const cause = 'cause' in error ? { cause: error.cause } : {};
  return new TokenError(operation, error.message, { ...error, ...cause, operation });
}

async function fetchChecked(fetchToken: FetchToken, need: FetchNeed): Promise<Token> {
  const response: unknown = await fetchToken(need);
  const { token, expiresAt } = typeof response === 'string' ? { token: response } : { ...Object(response) };
  if (typeof token !== 'string' || !token) throw new TokenError(need.operation, 'The token provider gave no token');
  return { token, expiresAt };
}
