import { numbersFrom } from '../sampling/ids.js';
import { freedoms, type Freedom, type HostileOption } from './freedoms.js';

/** Decides which liberties one answer takes; what it decides follows from the seed and the request alone. */
export interface Hostility {
  /** Whether a freedom is taken here, in one of `outOf` cases; each freedom decides for itself. */
  may(freedom: Freedom, outOf?: number): boolean;
  /** A number from 0 to `below` - 1. */
  number(freedom: Freedom, below: number): number;
  /** Notes that a freedom was made use of. */
  use(freedom: Freedom): void;
}

/** What a running emulator remembers of its hostile mode: how often it was asked the same. */
export interface HostileMode {
  readonly seed: number;
  readonly allowed: ReadonlySet<Freedom>;
  readonly asked: Map<string, number>;
}

/** The hostile mode as an option asks for it. */
export function hostileModeOf(option: HostileOption | undefined): HostileMode | undefined {
  if (option === undefined) return undefined;
  const { seed, freedoms: some = freedoms } = typeof option === 'number' ? { seed: option } : option;
  return { seed, allowed: new Set(some), asked: new Map() };
}

const mostRemembered = 10_000;

/** Decides for the next answer to a request: the same request may be answered otherwise the next time. */
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
