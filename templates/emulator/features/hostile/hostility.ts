import { numbersFrom } from '../../values/ids.js';
import { freedoms, type Freedom, type HostileOption } from '../../plan/freedoms.js';
import type { Hostility, Received } from '../../plan/plan.js';
import type { Feature } from '../../world/engine.js';
import { disguise } from './disguise.js';
import { distortResponse } from './distortions.js';

/** Makes responses as different from the usual as the spec allows, by the option `hostile`. */
export const hostile: Feature = {
  name: 'hostile',
  open: ({ options: { hostile: option } }) => {
    if (option === undefined) return {};
    let mode = startHostileMode(option);
    return {
      receive: (received) => void (received.hostility = hostilityFor(mode, received)),
      reset: () => void (mode = startHostileMode(option)),
    };
  },
};

/** The state of the hostile mode. */
interface HostileMode {
  readonly seed: number;
  readonly allowed: ReadonlySet<Freedom>;
  /** Number of times that each request was sent: `GET /pets?limit=2`. */
  readonly asked: Map<string, number>;
}

/** Starts the hostile mode that an option describes. */
function startHostileMode(option: HostileOption): HostileMode {
  const { seed, freedoms: some = freedoms } = typeof option === 'number' ? { seed: option } : option;
  return { seed, allowed: new Set(some), asked: new Map() };
}

const mostRemembered = 10_000;

/** Decides for the next response to a request. Another response to the same request may differ. */
function hostilityFor(
  { seed, allowed, asked }: HostileMode,
  { request: { method }, url: { pathname, search }, notes }: Received,
): Hostility {
  const request = `${method} ${pathname}${search}`;
  const time = asked.get(request) ?? 0;
  if (asked.size >= mostRemembered) asked.clear();
  asked.set(request, time + 1);
  const numbers = new Map<Freedom, () => number>();
  const next = (freedom: Freedom): number => {
    const own = numbers.get(freedom) ?? numbersFrom(`${seed} ${freedom} ${time} ${request}`);
    numbers.set(freedom, own);
    return own();
  };
  const hostility: Hostility = {
    may: (freedom, outOf = 2) => allowed.has(freedom) && next(freedom) % outOf === 0,
    number: (freedom, below) => next(freedom) % Math.max(1, below),
    use: (freedom) => void notes.freedoms.add(freedom),
    distort: distortResponse,
    disguise: (response) => disguise(response, hostility),
  };
  return hostility;
}
