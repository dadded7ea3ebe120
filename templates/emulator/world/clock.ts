/** The time of an emulator, in milliseconds since the epoch. */
export interface Clock {
  now(): number;
  /** Sets the time. The clock continues from there. */
  set(time: number): void;
  /** Moves the time forward. */
  advance(milliseconds: number): void;
  /** Undoes `set` and `advance`. */
  reset(): void;
  /** The total of all moves by `set` and `advance`, in milliseconds. */
  offset(): number;
}

/** The default source of a clock: always the same time. */
const start = Date.UTC(2026, 0, 1);

/** Creates a clock that returns the time of its source plus an offset. Without a source it does not move by itself. */
export function createClock(source: () => number = () => start): Clock {
  let offset = 0;
  return {
    now: () => source() + offset,
    set: (time) => {
      offset = time - source();
    },
    advance: (milliseconds) => {
      offset += milliseconds;
    },
    reset: () => {
      offset = 0;
    },
    offset: () => offset,
  };
}
