/** The lifetime of a call or an attempt. It ends by `end`, by its time limit, or with its parent. */
export interface Scope {
  /** Aborted with the error of the scope when it ends. */
  readonly signal: AbortSignal;
  /** Ends the scope with an error, with which all `wait`s reject. Later calls have no effect. */
  end(error: unknown): void;
  /** Sets the time limit, which replaces an earlier one. 0, `Infinity` and `undefined` mean none. */
  limit(ms: number | undefined, toError?: (ms: number) => unknown): void;
  /** Throws the error of the scope if it has ended. */
  check(): void;
  /** Waits for work; rejects if the scope ends first. */
  wait<T>(work: T | PromiseLike<T>): Promise<T>;
  /** Calls `stop` when the scope ends; returns a function that removes `stop`. */
  onEnd(stop: (error: unknown) => void): () => void;
  /** Removes timers and listeners: a closed scope never ends. */
  close(): void;
}

// `setTimeout` takes 31 bits, and calls back at once for longer times.
const longestTimerMs = 2_147_483_647;

/** Opens a scope that ends with its parent. Callers have to close it. */
export function openScope(parent?: Pick<Scope, 'onEnd'>): Scope {
  return new TimedScope(parent);
}

/** A scope with listeners of its own. It creates an `AbortSignal` only on demand: that takes longer than the rest of a call. */
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

/** The functions to call when a signal is aborted. They share one listener, because Node warns about more than ten. */
class Followers extends Set<() => void> {
  handleEvent(): void {
    for (const onAbort of this) onAbort();
  }
}

const followers = new WeakMap<AbortSignal, Followers>();

/** Converts a signal into a parent of scopes. Their error is the result of `toError`, by default the reason of the signal. */
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

/** Waits with a real timer; rejects if the scope ends first. */
export function pause(scope: Scope, ms: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  return scope.wait(over).finally(() => clearTimeout(timer));
}
