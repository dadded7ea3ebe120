import { connectionFault } from '../../respond/connection-fault.js';

/** Delayed calls: they continue when the time has passed, or the clock is moved past it. */
export class Waits {
  /** Remaining milliseconds by the clock, and a function that ends the delay. */
  readonly #waiting = new Set<{ left: number; readonly end: (error?: Error) => void }>();

  /** Resolves after a number of milliseconds, or, without a number, by `end` only. Rejects when the signal aborts. */
  wait(milliseconds: number | undefined, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const finish = (error?: unknown): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        this.#waiting.delete(waiting);
        if (error === undefined) resolve();
        else reject(error);
      };
      const abort = (): void => finish(signal.reason);
      const timer = milliseconds === undefined ? undefined : setTimeout(finish, milliseconds, undefined);
      const waiting = { left: milliseconds ?? Infinity, end: finish };
      this.#waiting.add(waiting);
      signal.addEventListener('abort', abort);
      if (signal.aborted) abort();
    });
  }

  /** Continues delayed calls and disconnects stalled ones. */
  end(): void {
    for (const { left, end } of this.#waiting) end(left === Infinity ? connectionFault() : undefined);
  }

  /** Ends the delays that are over once a number of milliseconds has passed. */
  pass(milliseconds: number): void {
    for (const waiting of this.#waiting) {
      waiting.left -= milliseconds;
      if (waiting.left <= 0) waiting.end();
    }
  }
}
