/** The time a call or an attempt may take: over when somebody ends it, by a timeout or by its parent. */
export interface Scope {
  /** Aborted with the error that the call then fails with. */
  readonly signal: AbortSignal;
  /** Ends what waits in the scope, with this error; only the first one counts. */
  end(error: unknown): void;
  /** Ends the scope after a time, instead of an earlier one; 0, `Infinity` and absent: no limit. */
  limit(ms: number | undefined, toError?: (ms: number) => unknown): void;
  /** Throws the error of a scope that has ended. */
  check(): void;
  /** Waits for work, but no longer than the scope lasts. */
  wait<T>(work: T | PromiseLike<T>): Promise<T>;
  /** Calls `stop` when the scope ends; returns a function that removes it again. */
  onEnd(stop: (error: unknown) => void): () => void;
  /** Takes timers and listeners away; a closed scope never ends. */
  close(): void;
}

// Timers take 32 bits and run at once beyond them.
const longestTimerMs = 2_147_483_647;

/** Opens a scope that ends with its parent; whoever opens it closes it. */
export function openScope(parent?: Pick<Scope, 'onEnd'>): Scope {
  return new TimedScope(parent);
}

/** Tells what waits directly and makes a signal only for who asks: signals cost more than the rest of a call. */
class TimedScope implements Scope {
  readonly #stops = new Set<(error: unknown) => void>();
  #controller: AbortController | undefined;
  #ending: { readonly error: unknown } | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #leave: (() => void) | undefined;

  constructor(parent: Pick<Scope, 'onEnd'> | undefined) {
    this.#leave = parent?.onEnd((error) => this.end(error));
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#ending) this.#controller.abort(this.#ending.error);
    return this.#controller.signal;
  }

  end(error: unknown): void {
    if (this.#ending) return;
    const stops = [...this.#stops];
    this.#ending = { error };
    this.close();
    this.#controller?.abort(error);
    for (const stop of stops) stop(error);
  }

  check(): void {
    if (this.#ending) throw this.#ending.error;
  }

  limit(ms = 0, toError?: (ms: number) => unknown): void {
    clearTimeout(this.#timer);
    if (ms > 0 && ms <= longestTimerMs && !this.#ending) this.#timer = setTimeout(() => this.end(toError?.(ms)), ms);
  }

  wait<T>(work: T | PromiseLike<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const leave = this.onEnd(reject);
      const over =
        <R>(report: (result: R) => void) =>
        (result: R) => {
          leave();
          report(result);
        };
      Promise.resolve(work).then(over(resolve), over(reject));
    });
  }

  onEnd(stop: (error: unknown) => void): () => void {
    if (this.#ending) stop(this.#ending.error);
    this.#stops.add(stop);
    return () => this.#stops.delete(stop);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#leave?.();
    this.#stops.clear();
  }
}

/** The functions that follow a signal: one listener for all, as Node warns of more than ten. */
class Followers extends Set<() => void> {
  handleEvent(): void {
    for (const tell of this) tell();
  }
}

const followers = new WeakMap<AbortSignal, Followers>();

/** Returns a parent for scopes that ends with a caller's signal. Default of `toError`: the reason of the signal. */
export function follow(
  signal: AbortSignal,
  toError: (reason: unknown) => unknown = (reason) => reason,
): Pick<Scope, 'onEnd'> {
  return {
    onEnd: (stop) => {
      const onAbort = () => stop(toError(signal.reason));
      const all = followers.get(signal) ?? new Followers();
      followers.set(signal, all);
      if (signal.aborted) onAbort();
      else signal.addEventListener('abort', all.add(onAbort));
      return () => {
        all.delete(onAbort);
        if (!all.size) signal.removeEventListener('abort', all);
      };
    },
  };
}

/** Waits on a real timer, which is taken away when the scope ends. */
export function pause(scope: Scope, ms: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  return scope.wait(over).finally(() => clearTimeout(timer));
}
