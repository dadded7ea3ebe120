import * as nodeModule from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { OutputFile } from '../../emit/source-file.js';
import type { Batch, VerifiedFile } from './print-batch.js';
import { isCode } from '../text-file.js';
import type { Request } from './print-thread.js';

/** Prints files and proves them inert. */
export interface Printer {
  /** Loads what printing needs, in the background. */
  load(options: Pick<Batch, 'format'>): void;
  /** Begins to print files while others are being made; `print` is handed the same objects. */
  begin(batch: Batch): void;
  /** Prints the files of a batch, in its order. */
  print(batch: Batch): Promise<readonly VerifiedFile[]>;
  /** Ends what runs in the background. */
  close(): void;
}

/** A printer in this thread; its libraries are loaded with the first file. */
export const printerHere: Printer = { load() {}, begin() {}, print: printHere, close() {} };

/** Starts a second thread to print in. Where speccast runs from its sources, it prints in this thread. */
export function startPrinter(): Printer {
  // A thread cannot load TypeScript.
  const hasThreads = import.meta.url.endsWith('.js') && availableParallelism() > 1;
  return hasThreads ? new ThreadPrinter(new URL('./print-thread.js', import.meta.url)) : printerHere;
}

/** Files that a thread prints between two responses: so few that this thread begins early to format them. */
const BATCH = 8;

/**
 * Prints in a thread; both threads format what is printed. A thread that cannot start, fails or ends is given no more files,
 * and this one does what is left.
 */
export class ThreadPrinter implements Printer {
  #thread: Thread | undefined;
  /**
   * Files that were begun while others were made. Otherwise the thread waits for the emitters, and then this one for the thread:
   * a first run of GitHub's description would take 12.7 s instead of 10.9 (medians of three, Node 20).
   */
  readonly #begun = new WeakMap<OutputFile, Promise<VerifiedFile | undefined>>();

  /** `file` responds to each batch with its files, and to each file with that file formatted. */
  constructor(file: URL) {
    try {
      this.#thread = Thread.open(file);
    } catch {
      // Where no further threads are to be had, this one prints.
    }
  }

  load({ format }: Pick<Batch, 'format'>): void {
    void this.#ask({ files: [], header: '', format }, () => Promise.resolve());
  }

  begin({ files, ...options }: Batch): void {
    for (let start = 0; start < files.length; start += BATCH) {
      const slice = files.slice(start, start + BATCH);
      // A thread that fails has begun nothing.
      const printed = this.#ask({ ...options, files: slice }, () => Promise.resolve<readonly VerifiedFile[]>([]));
      for (const [index, file] of slice.entries())
        this.#begun.set(
          file,
          printed.then((all) => all[index]),
        );
    }
  }

  async print({ files, format, ...options }: Batch): Promise<readonly VerifiedFile[]> {
    const finished: VerifiedFile[] = [];
    const unformatted: number[] = [];
    const printSlice = async (start: number): Promise<void> => {
      const slice = files.slice(start, start + BATCH);
      const begun = await Promise.all(slice.map((file) => this.#begun.get(file)));
      // Only now are all modules known; the proof of a file that imports another one has to say so.
      const isWhole = ({ imported = [] }: VerifiedFile): boolean =>
        imported.every((path) => options.modules?.has(path));
      const whole = begun.map((file) => (file && isWhole(file) ? file : undefined));
      const batch = { ...options, files: slice.filter((_, index) => whole[index] === undefined), format: false };
      const printed = batch.files.length === 0 ? [] : await this.#ask(batch, () => printHere(batch));
      const others = printed.values();
      for (const [offset, file] of whole.entries()) {
        const one = file ?? others.next().value;
        if (one === undefined) throw new Error(`${slice[offset]?.path} was not printed`);
        finished[start + offset] = one;
        if (format && isCode(one)) unformatted.push(start + offset);
      }
    };
    const slices = files.flatMap((_, start) => (start % BATCH === 0 ? [printSlice(start)] : []));
    const formatAll = async (
      take: () => number | undefined,
      formatOne: (file: VerifiedFile) => Promise<VerifiedFile>,
    ): Promise<void> => {
      for (const slice of slices) {
        await slice;
        for (let index = take(); index !== undefined; index = take()) {
          const file = finished[index];
          if (file !== undefined) finished[index] = await formatOne(file);
          // The thread may have responded, and is handed the next file.
          await new Promise(setImmediate);
        }
      }
    };
    // Twice at a time: the next file is there when the thread has done the first.
    const formatThere = (): Promise<void> =>
      formatAll(
        () => unformatted.shift(),
        (file) => this.#ask(file, () => formatHere(file)),
      );
    await Promise.all([...slices, formatThere(), formatThere(), formatAll(() => unformatted.pop(), formatHere)]);
    return finished;
  }

  close(): void {
    this.#thread?.close();
    this.#thread = undefined;
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
}

async function printHere(batch: Batch): Promise<readonly VerifiedFile[]> {
  const { printBatch } = await import('./print-batch.js');
  return printBatch(batch);
}

async function formatHere(file: VerifiedFile): Promise<VerifiedFile> {
  const { formatFile } = await import('./format.js');
  return formatFile(file);
}

/**
 * Megabytes of new objects in a thread before its garbage is collected. With Node's default, syntax trees are copied again
 * and again; with more, printing takes no less time.
 */
const YOUNG_GENERATION = 48;

/** A thread that responds to its requests in their order. */
export class Thread {
  readonly #worker: Worker;
  readonly #ended: Promise<never>;
  readonly #waiting: ((response: unknown) => void)[] = [];

  /** Starts a thread, whose `file` responds to each message with a message. Throws where the system has no more threads. */
  static open(file: URL): Thread {
    return new Thread(file);
  }

  private constructor(file: URL) {
    // By this variable the thread keeps compiled code between runs, if this thread does (see cli.ts).
    const found = 'getCompileCacheDir' in nodeModule ? nodeModule.getCompileCacheDir : undefined;
    const folder: unknown = typeof found === 'function' ? found() : undefined;
    const compiled = typeof folder === 'string' ? { NODE_COMPILE_CACHE: dirname(folder) } : {};
    this.#worker = new Worker(file, {
      env: { ...process.env, ...compiled },
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION },
    });
    this.#ended = new Promise<never>((_, reject) => {
      this.#worker.once('error', reject);
      this.#worker.once('exit', (code) => reject(new Error(`the thread ended with ${code}`)));
    });
    // `ask` rejects with it; a thread that ends before the first request is no unhandled rejection.
    this.#ended.catch(() => {});
    this.#worker.on('message', (response: unknown) => this.#waiting.shift()?.(response));
  }

  /** Sends a request, and returns its response: plain data. Rejects once the thread has failed or ended. */
  async ask<Result>(request: object): Promise<Result> {
    const response = new Promise<unknown>((resolve) => this.#waiting.push(resolve));
    this.#worker.postMessage(request);
    // `as`: the file that the constructor is given responds so.
    return (await Promise.race([response, this.#ended])) as Result;
  }

  close(): void {
    void this.#worker.terminate();
  }
}
