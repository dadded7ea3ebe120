/** The time a call or an attempt may take: ends early by its parent or by a timeout. */
export interface Scope {
  /** Aborted with the error that the call then fails with. */
  readonly signal: AbortSignal;
  /** Lifts the time limit; the parent can still end the scope. */
  readonly stopTimer: () => void;
  /** Takes listeners and timers away; a closed scope never aborts. */
  readonly close: () => void;
}

/** What can end a scope. */
export interface ScopeEnds {
  readonly parent: AbortSignal | undefined;
  /** Makes the error out of the parent's reason. */
  readonly toError: (reason: unknown) => unknown;
  /** 0, `Infinity` and absent: no limit. */
  readonly timeoutMs: number | undefined;
  readonly toTimeoutError: (timeoutMs: number) => unknown;
}

// Timers take 32 bits and run at once beyond them.
const longestTimerMs = 2 ** 31 - 1;

/** Opens a scope; whoever opens it closes it. */
export function openScope({ parent, toError, timeoutMs = 0, toTimeoutError }: ScopeEnds): Scope {
  const controller = new AbortController();
  const onAbort = (): void => controller.abort(toError(parent?.reason));
  if (parent?.aborted) onAbort();
  else parent?.addEventListener('abort', onAbort, { once: true });
  const limited = timeoutMs > 0 && timeoutMs <= longestTimerMs;
  const timer = limited ? setTimeout(() => controller.abort(toTimeoutError(timeoutMs)), timeoutMs) : undefined;
  const stopTimer = (): void => clearTimeout(timer);
  const close = (): void => {
    parent?.removeEventListener('abort', onAbort);
    stopTimer();
  };
  return { signal: controller.signal, stopTimer, close };
}

/** Waits for work, but no longer than the signal allows: then rejects with its reason. */
export function race<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort);
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/** Waits on a real timer, which is taken away when the signal ends the wait. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout>;
  const done = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return race(signal, done).finally(() => clearTimeout(timer));
}
