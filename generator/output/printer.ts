import type { OutputFile } from '../emit/source-file.js';
import type { Batch, VerifiedFile } from './print-batch.js';
import { hasThreads, Thread } from './thread.js';

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

/** How many files are printed at a time: few enough that two threads end together. */
const BATCH = 16;

/** How many batches a thread is handed before it has answered: the next one is there when it has done the first. */
const AHEAD = 2;

/** How many batches must be left for this thread to help: it takes fewer less time than loading ts-morph a second time. */
const MANY = 24;

interface Job {
  readonly batch: Batch;
  readonly done: (files: Promise<readonly VerifiedFile[]>) => void;
}

/**
 * Has a thread print batches, and helps where many are left once nothing else is to be done. A thread that cannot start, fails
 * or ends is given no more of them, and what it did not finish is printed here.
 */
export class ThreadPrinter implements Printer {
  #thread: Thread | undefined;
  readonly #queue: Job[] = [];
  readonly #begun = new Map<OutputFile, Promise<VerifiedFile | undefined>>();
  #asked = 0;

  /** `file` answers each batch with its files. */
  constructor(file: URL) {
    this.#thread = startThread(file);
  }

  ahead({ files, ...options }: Batch): void {
    for (let start = 0; start < files.length; start += BATCH)
      this.#begin({ ...options, files: files.slice(start, start + BATCH) });
    this.#feed();
  }

  async print({ files, ...options }: Batch): Promise<readonly VerifiedFile[]> {
    this.ahead({ ...options, files: files.filter((file) => !this.#begun.has(file)) });
    while (this.#queue.length > MANY) {
      await printNext(this.#queue.pop());
      // The thread may have answered, and wants more.
      await new Promise(setImmediate);
    }
    const verified = await Promise.all(files.map((file) => this.#begun.get(file)));
    this.#begun.clear();
    return verified.filter((file) => file !== undefined);
  }

  close(): void {
    this.#thread?.close();
    this.#thread = undefined;
  }

  #begin(batch: Batch): void {
    const printed = new Promise<readonly VerifiedFile[]>((done) => this.#queue.push({ batch, done }));
    // It is awaited with all others.
    printed.catch(() => {});
    batch.files.forEach((file, index) => this.#begun.set(file, pick(printed, index)));
  }

  #feed(): void {
    while (this.#thread !== undefined && this.#asked < AHEAD) {
      const job = this.#queue.shift();
      if (job === undefined) return;
      this.#asked += 1;
      job.done(this.#printThere(this.#thread, job.batch));
    }
    if (this.#thread === undefined) for (const job of this.#queue.splice(0)) job.done(printHere(job.batch));
  }

  async #printThere(thread: Thread, batch: Batch): Promise<readonly VerifiedFile[]> {
    try {
      return await thread.ask<readonly VerifiedFile[]>(batch);
    } catch {
      this.close();
      return await printHere(batch);
    } finally {
      this.#asked -= 1;
      this.#feed();
    }
  }
}

async function printNext(job: Job | undefined): Promise<void> {
  if (job === undefined) return;
  const printed = printHere(job.batch);
  job.done(printed);
  await printed;
}

async function pick(printed: Promise<readonly VerifiedFile[]>, index: number): Promise<VerifiedFile | undefined> {
  return (await printed)[index];
}

async function printHere(batch: Batch): Promise<readonly VerifiedFile[]> {
  const { printBatch } = await import('./print-batch.js');
  return printBatch(batch);
}

function startThread(file: URL): Thread | undefined {
  try {
    return Thread.open(file);
  } catch {
    // Where no further threads are to be had, this one prints.
    return undefined;
  }
}
