import type { OutputFile } from '../emit/source-file.js';
import { claim } from './print-claimed.js';
import type { ClaimedFile, ThreadJob } from './print-claimed.js';
import type { PrintJob, PrintedJob } from './print-job.js';
import { hasThreads, Thread } from './thread.js';

/** Prints one job after the other. */
export interface Printer {
  /** Begins with files of the next job, while others of it are still being made. Default: nothing begins early. */
  ahead?(files: readonly OutputFile[], header: string): void;
  print(job: PrintJob): Promise<PrintedJob>;
  /** Ends what runs in the background. */
  close(): void;
}

/** Prints in this thread; what that takes is loaded with the first job. */
export const printerHere: Printer = {
  async print(job) {
    const { printJob } = await import('./print-job.js');
    return printJob(job);
  },
  close() {},
};

/** Most files of one job that two threads share; further ones are printed in this thread. */
const MOST_SHARED = 1 << 16;

/**
 * Prints with a second thread, which loads the parser while this one still reads the spec, and prints what is emitted
 * while this one still emits the rest: a third of a short run. Then both print until nothing is left, the second thread
 * from the first file on and this one from the last. From its sources speccast prints in this thread alone.
 */
export function startPrinter(): Printer {
  return hasThreads() ? shareWith(new Thread(new URL('./print-thread.js', import.meta.url))) : printerHere;
}

/** The same with a thread that is there already and answers a `ThreadJob` with its `ClaimedFile`s. */
export function shareWith(thread: Thread): Printer {
  return new SharedPrinter(thread);
}

/** What two threads share of the job at hand. */
class SharedPrinter implements Printer {
  readonly #thread: Thread;
  readonly #claims = new Int32Array(new SharedArrayBuffer(MOST_SHARED * Int32Array.BYTES_PER_ELEMENT));
  readonly #indexes = new Map<OutputFile, number>();
  #answers: Promise<readonly ClaimedFile[]>[] = [];

  constructor(thread: Thread) {
    this.#thread = thread;
  }

  ahead(files: readonly OutputFile[], header: string): void {
    const first = this.#indexes.size;
    if (files.length === 0 || first + files.length > MOST_SHARED) return;
    files.forEach((file, offset) => this.#indexes.set(file, first + offset));
    const job: ThreadJob = { files, header, claims: this.#claims, first };
    const answer = this.#thread.ask<readonly ClaimedFile[]>(job);
    // It is awaited with those of the other files.
    answer.catch(() => {});
    this.#answers.push(answer);
  }

  async print(job: PrintJob): Promise<PrintedJob> {
    const { printJob } = await import('./print-job.js');
    this.ahead(
      job.files.filter((file) => !this.#indexes.has(file)),
      job.header,
    );
    const printed = new Map<OutputFile, PrintedJob>();
    for (const file of job.files.toReversed()) {
      const index = this.#indexes.get(file);
      if (index === undefined || claim(this.#claims, index)) printed.set(file, printJob({ ...job, files: [file] }));
    }
    const there = await this.#collect();
    const all = job.files.map((file) => {
      const found = there.get(this.#indexes.get(file) ?? -1);
      const stands = found?.targets.every((path) => job.modules.has(path)) === true;
      if (found !== undefined && stands) return { files: [found.file], findings: found.findings };
      return printed.get(file) ?? printJob({ ...job, files: [file] });
    });
    this.#indexes.clear();
    this.#claims.fill(0);
    return { files: all.flatMap((one) => one.files), findings: all.flatMap((one) => one.findings) };
  }

  close(): void {
    this.#thread.close();
  }

  /** What the other thread has printed, by number, once it has nothing left to do. */
  async #collect(): Promise<ReadonlyMap<number, ClaimedFile>> {
    const answers = await Promise.all(this.#answers);
    this.#answers = [];
    return new Map(answers.flat().map((one) => [one.index, one]));
  }
}
