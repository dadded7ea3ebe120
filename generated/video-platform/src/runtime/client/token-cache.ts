import type { SecretNeed, Token, TokenProvider } from './auth.js';
import { race } from './scope.js';

/** A token this close to its end is not used for a new request. */
const marginMs = 30_000;

/** A request to the provider that is under way. */
interface Flight {
  readonly token: Promise<Token>;
  readonly forced: boolean;
  readonly stop: AbortController;
  waiting: number;
  landed: boolean;
}

/** Asks a provider at most once at a time and keeps a token until shortly before it expires. */
export function createTokenCache(provider: TokenProvider): (need: SecretNeed) => Promise<string> {
  let known: Token | undefined;
  let flight: Flight | undefined;

  function start(forced: boolean): Flight {
    const stop = new AbortController();
    const started: Flight = { token: ask(provider, forced, stop.signal), forced, stop, waiting: 0, landed: false };
    const land = (token?: Token): void => {
      started.landed = true;
      if (flight !== started) return;
      flight = undefined;
      known = token ?? known;
    };
    started.token.then(land, () => land());
    return (flight = started);
  }

  // A refusal must not be answered by a request that began before it and may bring the same token.
  function join(forced: boolean): Flight {
    return flight !== undefined && !flight.stop.signal.aborted && (flight.forced || !forced) ? flight : start(forced);
  }

  return async ({ signal, now, refused }) => {
    if (known !== undefined && known.token !== refused && isUsable(known, refused !== undefined, now))
      return known.token;
    return (await wait(join(refused !== undefined), signal)).token;
  };
}

// A token without a known end serves nobody but those whose own token was refused meanwhile.
function isUsable(token: Token, wasRefused: boolean, now: () => number): boolean {
  return token.expiresAt === undefined ? wasRefused : token.expiresAt - marginMs > now();
}

async function ask(provider: TokenProvider, force: boolean, signal: AbortSignal): Promise<Token> {
  const answer = await provider({ force, signal });
  const token = typeof answer === 'string' ? { token: answer } : answer;
  if (typeof token?.token !== 'string' || token.token === '') throw new TypeError('The token provider gave no token');
  return token;
}

async function wait(flight: Flight, signal: AbortSignal): Promise<Token> {
  flight.waiting += 1;
  try {
    return await race(signal, flight.token);
  } finally {
    flight.waiting -= 1;
    if (flight.waiting === 0 && !flight.landed) flight.stop.abort();
  }
}
