import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { OutputFile } from '../../emit/source-file.js';
import type { Batch, VerifiedFile } from './print-batch.js';
import { isCode } from '../text-file.js';
import type { Request } from './print-thread.js';

/** Prints files and proves them inert. */
export interface Printer {
  /** Begins with some of the files while others are still being made. */
  ahead(batch: Batch): void;
  /** Finishes the files of a batch, in its order: those that were begun with, and the others. */
  print(batch: Batch): Promise<readonly VerifiedFile[]>;
  /** Ends what runs in the background. */
  close(): void;
}

/** Prints in this thread; what that takes is loaded with the first file. */
export const printerHere: Printer = {
  ahead() {},
  print: printHere,
  close() {},
};

/** Prints in a second thread while this one emits the rest. From its sources speccast prints in this thread. */
export function startPrinter(): Printer {
  return hasThreads() ? new ThreadPrinter(new URL('./print-thread.js', import.meta.url)) : printerHere;
}

/** How many files a thread is handed at a time: so few that it begins early. */
const BATCH = 8;

/** How many files a thread is handed to format before it has responded: the next one is there when it has done the first. */
const AHEAD = 2;

/** A file to format, there or here. */
interface Job {
  readonly there: () => void;
  readonly here: () => Promise<unknown>;
}

/**
 * Has a thread print files while this one emits others; both format what is printed. A thread that cannot start, fails or ends
 * is given no more of them, and what it did not finish is done here.
 */
export class ThreadPrinter implements Printer {
  #thread: Thread | undefined;
  /** Files to format. */
  readonly #printed: Job[] = [];
  readonly #begun = new Map<OutputFile, Promise<VerifiedFile | undefined>>();
  #formatting = 0;
  /** Called when there may be something to help with. */
  #onMore = (): void => {};

  /** `file` responds to each batch with its files, and to each file with that file formatted. */
  constructor(file: URL) {
    this.#thread = startThread(file);
  }

  ahead({ files, ...options }: Batch): void {
    for (let start = 0; start < files.length; start += BATCH)
      this.#begin({ ...options, files: files.slice(start, start + BATCH) });
    // Ready for what is to be formatted.
    if (files.length === 0 && options.format) void this.#ask({ ...options, files }, () => Promise.resolve());
  }

  async print({ files, ...options }: Batch): Promise<readonly VerifiedFile[]> {
    this.ahead({ ...options, files: files.filter((file) => !this.#begun.has(file)) });
    const verified = Promise.all(files.map((file) => this.#begun.get(file)));
    await this.#help(verified);
    this.#begun.clear();
    return (await verified).filter((file) => file !== undefined);
  }

  close(): void {
    this.#thread?.close();
    this.#thread = undefined;
  }

  #begin({ files, format, ...options }: Batch): void {
    const batch = { ...options, files, format: false };
    const printed = this.#ask(batch, () => printHere(batch));
    for (const [index, file] of files.entries()) {
      const finished = this.#finish(printed, index, format);
      // It is awaited with all others.
      finished.catch(() => {});
      this.#begun.set(file, finished);
    }
  }

  async #finish(
    printed: Promise<readonly VerifiedFile[]>,
    index: number,
    format: boolean,
  ): Promise<VerifiedFile | undefined> {
    const file = (await printed)[index];
    if (file === undefined || !format || !isCode(file)) return file;
    return new Promise((done) => {
      const here = (): Promise<VerifiedFile> => formatHere(file);
      this.#printed.push({
        there: () => done(this.#format(file, here)),
        here: () => {
          const formatted = here();
          done(formatted);
          return formatted;
        },
      });
      this.#feed();
    });
  }

  async #format(file: VerifiedFile, here: () => Promise<VerifiedFile>): Promise<VerifiedFile> {
    try {
      return await this.#ask(file, here);
    } finally {
      this.#formatting -= 1;
      this.#feed();
    }
  }

  #feed(): void {
    while (this.#formatting < AHEAD) {
      const job = this.#printed.shift();
      if (job === undefined) break;
      this.#formatting += 1;
      job.there();
    }
    this.#onMore();
  }

  async #ask<Done>(request: Request, here: () => Promise<Done>): Promise<Done> {
    const thread = this.#thread;
    if (thread === undefined) return here();
    try {
      return await thread.ask<Done>(request);
    } catch {
      this.close();
      return await here();
    }
  }

  /** Formats beside the thread what is left, until nothing is. */
  async #help(verified: Promise<unknown>): Promise<void> {
    const over = verified.then(
      () => true,
      () => true,
    );
    for (;;) {
      const more = new Promise<false>((resolve) => (this.#onMore = () => resolve(false)));
      const job = this.#printed.pop();
      if (job === undefined && (await Promise.race([over, more]))) return;
      await job?.here();
      // The thread may have responded, and wants more.
      await new Promise(setImmediate);
    }
  }
}

async function printHere(batch: Batch): Promise<readonly VerifiedFile[]> {
  const { printBatch } = await import('./print-batch.js');
  return printBatch(batch);
}

async function formatHere(file: VerifiedFile): Promise<VerifiedFile> {
  const { formatFile } = await import('./format.js');
  return formatFile(file);
}

function startThread(file: URL): Thread | undefined {
  try {
    return Thread.open(file);
  } catch {
    // Where no further threads are to be had, this one prints.
    return undefined;
  }
}

import * as nodeModule from 'node:module';

/**
 * Megabytes that a thread fills with new objects before it looks for garbage among them, whatever Node would take: with few,
 * syntax trees are copied again and again, and more take no less time.
 */
const YOUNG_GENERATION = 48;

/** Whether another thread can run code of this copy of speccast: from its sources it could not load them. */
function hasThreads(): boolean {
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
