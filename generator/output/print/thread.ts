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

/** Has a thread keep compiled code between runs where this one does (see cli.ts): a thread is not told of it otherwise. */
function compiledCode(): { readonly NODE_COMPILE_CACHE?: string } {
  const found = 'getCompileCacheDir' in nodeModule ? nodeModule.getCompileCacheDir : undefined;
  const folder: unknown = typeof found === 'function' ? found() : undefined;
  return typeof folder === 'string' ? { NODE_COMPILE_CACHE: dirname(folder) } : {};
}

/** A thread that answers one question after the other, in order. */
export class Thread {
  readonly #worker: Worker;
  readonly #ended: Promise<never>;
  readonly #waiting: ((answer: unknown) => void)[] = [];

  /** Starts a thread; `file` answers each message with one of its own. Throws where none can be had. */
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
    // Whoever waits for an answer is told; before that there is nobody to tell.
    this.#ended.catch(() => {});
    this.#worker.on('message', (answer: unknown) => this.#waiting.shift()?.(answer));
  }

  /** What the thread answers: plain data. Rejects once the thread has failed or ended. */
  async ask<Answer>(question: object): Promise<Answer> {
    const answer = new Promise<unknown>((resolve) => this.#waiting.push(resolve));
    this.#worker.postMessage(question);
    // The file that is named to the constructor says what it answers.
    return (await Promise.race([answer, this.#ended])) as Answer;
  }

  close(): void {
    void this.#worker.terminate();
  }
}
