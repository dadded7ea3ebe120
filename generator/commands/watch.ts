import { existsSync, watch } from 'node:fs';
import { dirname } from 'node:path';
import { EXIT } from './console.js';
import type { CommandInput, ExitCode } from './console.js';
import type { Target } from './targets.js';

/** Milliseconds of silence after a change: editors write a file in several steps. */
const SETTLE = 100;

/** What is watched and what happens on a change. */
export interface WatchOptions {
  readonly targets: () => readonly Target[];
  readonly run: () => Promise<ExitCode>;
}

/** Runs now and after every change in a folder that holds a spec, until the command is told to stop. */
export async function watchSpecs(
  { console, untilStopped }: CommandInput,
  { targets, run }: WatchOptions,
): Promise<ExitCode> {
  const signal = untilStopped();
  const files = targets().flatMap(({ spec, overlays }) => [spec, ...overlays.map(({ path }) => path)]);
  const folders = new Set(files.map((file) => dirname(file)).filter((folder) => existsSync(folder)));
  const changes = new Changes(signal);
  for (const folder of folders) watch(folder, { recursive: true, signal }, changes.note);
  do {
    await run();
    console.err('Waiting for changes …\n');
  } while (await changes.next());
  return EXIT.done;
}

class Changes {
  readonly #signal: AbortSignal;
  #pending = false;
  #wake: (() => void) | undefined;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    signal.addEventListener('abort', () => this.#wake?.(), { once: true });
  }

  readonly note = (): void => {
    this.#pending = true;
    this.#wake?.();
  };

  /** Waits for a change and then for silence; false once the command is told to stop. */
  async next(): Promise<boolean> {
    if (!this.#pending && !this.#signal.aborted) await new Promise<void>((resolve) => (this.#wake = resolve));
    while (this.#pending && !this.#signal.aborted) {
      this.#pending = false;
      await new Promise((resolve) => setTimeout(resolve, SETTLE));
    }
    return !this.#signal.aborted;
  }
}
