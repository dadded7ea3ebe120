import type { SecurityScheme } from '../../operation.js';
import { TokenError } from '../errors/errors.js';
import { race } from '../options/scope.js';
import type { Auth, SecretNeed, Token } from '../options/auth.js';

/** A token this close to its end is renewed in the background. */
const earlyMs = 120_000;
/** A token this close to its end is not used for a new request. */
const lateMs = 30_000;
/** How long a failed renewal in the background is not tried again. */
const restMs = 5_000;

/** What fetching a token may take. */
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
  readonly forced: boolean;
  readonly stop: AbortController;
  waiting: number;
  /** Nobody waits for it from the start, or it has landed: it does not end when the last caller leaves. */
  held: boolean;
}

/** A token with the time that it had left when it came. */
type Kept = Token & { readonly life: number };

/**
 * Asks for a token at most once at a time, keeps it, and renews it ahead of its end. `keep` says that a request nobody
 * waits for any more is to be finished all the same.
 */
export function createTokenCache(fetchToken: FetchToken, keep: () => boolean = () => false): Auth['secret'] {
  const cache = new TokenCache(fetchToken, keep);
  return (need, scheme, rejected) => cache.get(need, scheme, rejected);
}

class TokenCache {
  readonly #fetchToken: FetchToken;
  readonly #keep: () => boolean;
  #known: Kept | undefined;
  #flight: Flight | undefined;
  #restUntil = -Infinity;

  constructor(fetchToken: FetchToken, keep: () => boolean) {
    this.#fetchToken = fetchToken;
    this.#keep = keep;
  }

  async get(need: SecretNeed, scheme: SecurityScheme, rejected: string | undefined): Promise<string> {
    const known = this.#known;
    if (known !== undefined && known.token !== rejected) {
      const left = timeLeft(known, rejected !== undefined, need.now());
      if (left > Math.min(lateMs, known.life / 4)) {
        if (left <= Math.min(earlyMs, known.life / 2)) this.#renewEarly(need, scheme);
        return known.token;
      }
    }
    if (rejected !== undefined && known?.token === rejected) this.#known = undefined;
    try {
      return (await this.#wait(this.#join(need, scheme, rejected !== undefined), need.signal)).token;
    } catch (error) {
      throw ownError(error, need.operation);
    }
  }

  #renewEarly(need: SecretNeed, scheme: SecurityScheme): void {
    if (this.#flight !== undefined || need.now() < this.#restUntil) return;
    const flight = this.#start(need, scheme, false);
    flight.held = true;
    flight.token.catch(() => (this.#restUntil = need.now() + restMs));
  }

  // A rejected request must not be served by a request that began before it and may bring the same token.
  #join(need: SecretNeed, scheme: SecurityScheme, force: boolean): Flight {
    const flight = this.#flight;
    if (flight === undefined || (force && !flight.forced)) return this.#start(need, scheme, force);
    // A provider that hangs is given up with its last caller, even if it was asked in the background.
    flight.held = false;
    return flight;
  }

  #start(need: SecretNeed, scheme: SecurityScheme, force: boolean): Flight {
    const stop = new AbortController();
    const token = ask(this.#fetchToken, { ...need, scheme, force, signal: stop.signal });
    const flight: Flight = { token, forced: force, stop, waiting: 0, held: false };
    const land = (known = this.#known): void => {
      flight.held = true;
      // One that was overtaken may bring the token that was rejected meanwhile.
      if (this.#flight !== flight) return;
      this.#flight = undefined;
      this.#known = known;
    };
    token.then(
      (given) => land({ ...given, life: (given.expiresAt ?? 0) - need.now() }),
      () => land(),
    );
    return (this.#flight = flight);
  }

  async #wait(flight: Flight, signal: AbortSignal): Promise<Token> {
    flight.waiting += 1;
    try {
      return await race(signal, flight.token);
    } finally {
      flight.waiting -= 1;
      if (flight.waiting === 0 && !flight.held && !this.#keep()) {
        flight.stop.abort();
        if (this.#flight === flight) this.#flight = undefined;
      }
    }
  }
}

/** One failure fails several calls: each gets an error of its own. */
function ownError(error: unknown, operation: string): unknown {
  if (!(error instanceof TokenError)) return error;
  const cause = 'cause' in error ? { cause: error.cause } : {};
  return new TokenError(operation, error.message, { ...error, ...cause, operation });
}

// A token without a known end serves nobody but those whose own token was rejected meanwhile.
function timeLeft({ expiresAt }: Token, wasRejected: boolean, now: number): number {
  return expiresAt === undefined ? (wasRejected ? Infinity : -Infinity) : expiresAt - now;
}

async function ask(fetchToken: FetchToken, need: FetchNeed): Promise<Token> {
  const given: unknown = await fetchToken(need);
  const { token, expiresAt } = typeof given === 'string' ? { token: given } : { ...Object(given) };
  if (typeof token !== 'string' || token === '')
    throw new TokenError(need.operation, 'The token provider gave no token');
  return { token, expiresAt };
}
