import type { Scope } from './scope.js';

/** Work that several callers wait for. It ends early when the last of them has gone. */
export interface Flight<T> {
  /** Number of callers that have ever waited. */
  callers: number;
  /** Waits as long as the caller's scope lasts. */
  readonly wait: (scope: Scope) => Promise<T>;
}

/**
 * Starts work. Calls `onOver` once, when no further caller can join it. `keep`: the work goes on if no caller waits for it any more.
 * Default: it does not.
 */
export function startFlight<T>(
  send: (signal: AbortSignal) => Promise<T>,
  onOver: () => unknown = () => {},
  keep: () => boolean = () => false,
): Flight<T> {
  const stop = new AbortController();
  let waiting = 0;
  let isOver = false;
  const land = () => {
    if (!isOver) onOver();
    isOver = true;
  };
  const work = send(stop.signal).finally(land);
  // It may fail when the last caller has gone.
  work.catch(() => {});
  const flight: Flight<T> = {
    callers: 0,
    wait: async (scope) => {
      flight.callers += 1;
      waiting += 1;
      try {
        return await scope.wait(work);
      } finally {
        waiting -= 1;
        if (!waiting && !isOver && !keep()) {
          land();
          stop.abort();
        }
      }
    },
  };
  return flight;
}
