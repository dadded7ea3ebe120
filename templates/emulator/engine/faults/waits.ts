import type { Clock } from '../clock.js';
import { connectionFault } from './cut-body.js';

interface Waiting {
  /** Milliseconds until its end, as told to the clock. */
  left: number;
  readonly end: (error?: Error) => void;
}

/** Calls that wait: until real time has passed, or until the clock is told that it has. */
export class Waits {
  readonly #waiting = new Set<Waiting>();

  /** Settles after so many milliseconds; without a number, only by `end`. Rejects when the signal aborts. */
  wait(milliseconds: number | undefined, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (error?: unknown): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        this.#waiting.delete(waiting);
        if (error === undefined) resolve();
        else reject(error);
      };
      const abort = (): void => settle(signal.reason);
      const timer = milliseconds === undefined ? undefined : setTimeout(settle, milliseconds, undefined);
      const waiting = { left: milliseconds ?? Infinity, end: settle };
      this.#waiting.add(waiting);
      signal.addEventListener('abort', abort);
      if (signal.aborted) abort();
    });
  }

  /** Lets what waits go on, and disconnects what stalls. */
  end(): void {
    for (const { left, end } of this.#waiting) end(left === Infinity ? connectionFault() : undefined);
  }

  /** A clock by which waiting ends, too, when it is moved past the end. */
  heed(clock: Clock): Clock {
    return {
      ...clock,
      set: (time) => {
        this.#pass(time - clock.now());
        clock.set(time);
      },
      advance: (milliseconds) => {
        this.#pass(milliseconds);
        clock.advance(milliseconds);
      },
      reset: () => clock.reset(),
    };
  }

  #pass(milliseconds: number): void {
    for (const waiting of this.#waiting) {
      waiting.left -= milliseconds;
      if (waiting.left <= 0) waiting.end();
    }
  }
}
