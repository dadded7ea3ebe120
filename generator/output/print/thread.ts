import * as nodeModule from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';

/**
 * Megabytes that a thread fills with new objects before it looks for garbage among them, whatever Node would take: with few,
 * syntax trees are copied again and again, and more take no less time.
 */
const YOUNG_GENERATION = 48;

/** Whether another thread can run code of this copy of speccast: from its sources it could not load them. */
export function hasThreads(): boolean {
  return import.meta.url.endsWith('.js') && availableParallelism() > 1;
}

/** Has a thread keep compiled code between runs where this one does (see cli.ts): a thread does not know of it otherwise. */
function compiledCode(): { readonly NODE_COMPILE_CACHE?: string } {
  const found = 'getCompileCacheDir' in nodeModule ? nodeModule.getCompileCacheDir : undefined;
  const folder: unknown = typeof found === 'function' ? found() : undefined;
  return typeof folder === 'string' ? { NODE_COMPILE_CACHE: dirname(folder) } : {};
}

/** A thread that responds to one request after the other, in order. */
export class Thread {
  readonly #worker: Worker;
  readonly #ended: Promise<never>;
  readonly #waiting: ((response: unknown) => void)[] = [];

  /** Starts a thread; `file` responds to each message with one of its own. Throws where none can be had. */
  static open(file: URL): Thread {
    return new Thread(file);
  }

  private constructor(file: URL) {
    this.#worker = new Worker(file, {
      env: { ...process.env, ...compiledCode() },
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION },
    });
    this.#ended = new Promise<never>((_, reject) => {
      this.#worker.once('error', reject);
      this.#worker.once('exit', (code) => reject(new Error(`the thread ended with ${code}`)));
    });
    // Whoever waits for a response gets the error; before that nobody does.
    this.#ended.catch(() => {});
    this.#worker.on('message', (response: unknown) => this.#waiting.shift()?.(response));
  }

  /** What the thread responds: plain data. Rejects once the thread has failed or ended. */
  async ask<Result>(request: object): Promise<Result> {
    const response = new Promise<unknown>((resolve) => this.#waiting.push(resolve));
    this.#worker.postMessage(request);
    // The file that is named to the constructor says what it responds.
    return (await Promise.race([response, this.#ended])) as Result;
  }

  close(): void {
    void this.#worker.terminate();
  }
}
