/** Numbers that look random and are the same on every run, from 0 up to but not 1 (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What the payloads are made with. */
export interface Chance {
  /** A whole number below a limit. */
  readonly below: (limit: number) => number;
  readonly pick: <T>(items: readonly [T, ...T[]]) => T;
  /** A text of lower-case letters. */
  readonly text: (length: number) => string;
  /** Decimal digits without leading zero. */
  readonly digits: (length: number) => string;
}

/** Chances that are the same for the same seed. */
export function createChance(seed: number): Chance {
  const random = createRandom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  return {
    below,
    pick: (items) => items[below(items.length)] ?? items[0],
    text: (length) => Array.from({ length }, () => String.fromCharCode(97 + below(26))).join(''),
    digits: (length) => Array.from({ length }, (_, index) => (index === 0 ? 1 + below(9) : below(10))).join(''),
  };
}
