/** The time of an emulator, in milliseconds since the epoch. */
export interface Clock {
  now(): number;
  /** Sets the time; it goes on from there. */
  set(time: number): void;
  /** Moves the time on. */
  advance(milliseconds: number): void;
  /** Undoes what it was set to and moved by. */
  reset(): void;
}

/** A clock that says what is asked for plus what it was moved by; without a source it stands still until moved. */
export function createClock(source: () => number = fixedTime): Clock {
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
  };
}

const start = Date.UTC(2026, 0, 1);

/** The source of a clock that was given none. */
export function fixedTime(): number {
  return start;
}
