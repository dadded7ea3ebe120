import type { Console } from '../terminal/console.js';

/** Measures the stages of a run, and shows a watching person which one is on. */
export class StageTimer {
  readonly timings: Map<string, number> = new Map();
  readonly #console: Console;
  readonly #label: string;
  #stage: string | undefined;
  #since = 0;

  constructor(console: Console, label: string) {
    this.#console = console;
    this.#label = label;
  }

  /** Ends the stage before and begins the next. */
  readonly start = (stage: string): void => {
    this.stop();
    this.#stage = stage;
    this.#since = performance.now();
    this.#show(`${this.#label}: ${stage} …`);
  };

  /** Ends the last stage. */
  stop(): void {
    if (this.#stage === undefined) return;
    this.timings.set(this.#stage, performance.now() - this.#since);
    this.#stage = undefined;
    this.#show('');
  }

  #show(text: string): void {
    if (this.#console.interactive) this.#console.err(`\r\u001b[2K${text}`);
  }
}
