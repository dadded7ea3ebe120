import type { Scope } from './scope.js';

/** Work in progress that several callers wait for. It is aborted when the last of them has stopped waiting. */
export interface Flight<T> {
  /** Number of callers that have ever waited. */
  callers: number;
  /** Waits for the result, or until the scope of the caller ends. */
  readonly wait: (scope: Scope) => Promise<T>;
}

/**
 * Starts work. Calls `onOver` once, when no further caller can join it. If `keep` returns true, the work continues when no caller waits
 * for it any more. Default: false.
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
  // No unhandled rejection, if it fails when no caller waits.
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
