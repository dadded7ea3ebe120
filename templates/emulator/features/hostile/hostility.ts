import { numbersFrom } from '../../values/ids.js';
import { freedoms, type Freedom, type HostileOption, type Hostility } from '../../plan/freedoms.js';

/** The state of the hostile mode. */
export interface HostileMode {
  readonly seed: number;
  readonly allowed: ReadonlySet<Freedom>;
  /** Number of times that each request was sent: `GET /pets?limit=2`. */
  readonly asked: Map<string, number>;
}

/** Starts the hostile mode that an option describes. */
export function startHostileMode(option: HostileOption | undefined): HostileMode | undefined {
  if (option === undefined) return undefined;
  const { seed, freedoms: some = freedoms } = typeof option === 'number' ? { seed: option } : option;
  return { seed, allowed: new Set(some), asked: new Map() };
}

const mostRemembered = 10_000;

/** Decides for the next response to a request. Another response to the same request may differ. */
export function hostilityFor(
  { seed, allowed, asked }: HostileMode,
  { method, url: { pathname, search } }: { readonly method: string; readonly url: URL },
  used: Set<Freedom>,
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
  return {
    may: (freedom, outOf = 2) => allowed.has(freedom) && next(freedom) % outOf === 0,
    number: (freedom, below) => next(freedom) % Math.max(1, below),
    use: (freedom) => void used.add(freedom),
  };
}
