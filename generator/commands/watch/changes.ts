import { statSync } from 'node:fs';

/** Milliseconds of silence after a change: editors write a file in several steps. */
const SILENCE = 15;

/**
 * Milliseconds that a file which is empty or gone may take to come back: many save by emptying or removing it first. Who
 * removes a folder has done so by then, too.
 */
const PATIENCE = 400;

/** Milliseconds after which no silence is waited for any longer. */
const MOST = 500;

/** Collects changes of files until they have settled. */
export class Changes {
  readonly #signal: AbortSignal;
  #paths = new Set<string>();
  #wake: (() => void) | undefined;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    signal.addEventListener('abort', () => this.#wake?.(), { once: true });
  }

  /** Notes that a file was changed, came or went. */
  readonly note = (path: string): void => {
    this.#paths.add(path);
    this.#wake?.();
  };

  /** Whether something is to be done at once. */
  readonly arePending = (): boolean => this.#signal.aborted || this.#paths.size > 0;

  /** Waits for changes and then for silence; gives the paths, or `undefined` once the command is told to stop. */
  async next(): Promise<readonly string[] | undefined> {
    while (this.#paths.size === 0 && !this.#signal.aborted)
      await new Promise<void>((resolve) => (this.#wake = resolve));
    const all = new Set<string>();
    for (const start = performance.now(); !this.#signal.aborted;) {
      const fresh = this.#paths;
      this.#paths = new Set();
      for (const path of fresh) all.add(path);
      const waited = performance.now() - start;
      const isSettled = fresh.size === 0 && (waited >= PATIENCE || ![...all].some(isUnfinished));
      if (isSettled || waited >= MOST) return [...all];
      await new Promise((resolve) => setTimeout(resolve, SILENCE));
    }
    return undefined;
  }
}

function isUnfinished(path: string): boolean {
  try {
    return statSync(path).size === 0;
  } catch {
    return true;
  }
}
