import * as nodeModule from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';

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
  readonly #failed: Promise<never>;
  readonly #waiting: ((answer: unknown) => void)[] = [];

  /** `file` answers each message with one of its own. */
  constructor(file: URL) {
    this.#worker = new Worker(file, { env: { ...process.env, ...compiledCode() } });
    this.#failed = new Promise<never>((_, reject) => this.#worker.once('error', reject));
    // Whoever waits for an answer is told; before that there is nobody to tell.
    this.#failed.catch(() => {});
    this.#worker.on('message', (answer: unknown) => this.#waiting.shift()?.(answer));
  }

  /** What the thread answers: plain data. Rejects once the thread has failed. */
  async ask<Answer>(question: object): Promise<Answer> {
    const answer = new Promise<unknown>((resolve) => this.#waiting.push(resolve));
    this.#worker.postMessage(question);
    // The file that is named to the constructor says what it answers.
    return (await Promise.race([answer, this.#failed])) as Answer;
  }

  close(): void {
    void this.#worker.terminate();
  }
}
