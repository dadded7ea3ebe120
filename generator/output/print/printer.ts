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
  /** Loads the libraries for printing in the background. */
  load(options: Pick<Batch, 'format'>): void;
  /** Starts to print files in the background. A later call of `print` must pass the same file objects. */
  begin(batch: Batch): void;
  /** Prints the files of a batch, in its order. */
  print(batch: Batch): Promise<readonly VerifiedFile[]>;
  /** Stops the background work. */
  close(): void;
}

/** A printer in this thread. It loads its libraries with the first file. */
export const printerHere: Printer = { load() {}, begin() {}, print: printHere, close() {} };

/** Starts a printer in a second thread; in this thread if there is one processor only, or if speccast runs from its sources. */
export function startPrinter(): Printer {
  // From its sources: a thread cannot load TypeScript.
  const hasThreads = import.meta.url.endsWith('.js') && availableParallelism() > 1;
  return hasThreads ? new ThreadPrinter(new URL('./print-thread.js', import.meta.url)) : printerHere;
}

/** Number of files in a request to the thread: small, so that this thread can start early to format the first ones. */
const BATCH = 8;

/**
 * Prints in a second thread; both threads format the printed files. If the second thread cannot start, fails or ends, this thread
 * does the rest.
 */
export class ThreadPrinter implements Printer {
  #thread: Thread | undefined;
  /**
   * Files that `begin` has started to print. Without it, the second thread would wait for the emitters, and then this one for the
   * second: a first run of GitHub's description would take 12.7 s instead of 10.9 (medians of three, Node 20).
   */
  readonly #begun = new WeakMap<OutputFile, Promise<VerifiedFile | undefined>>();

  /** `file` responds to each batch with its files, and to each file with that file formatted. */
  constructor(file: URL) {
    try {
      this.#thread = Thread.open(file);
    } catch {
      // No thread can be started: this one prints.
    }
  }

  load({ format }: Pick<Batch, 'format'>): void {
    void this.#ask({ files: [], header: '', format }, () => Promise.resolve());
  }

  begin({ files, ...options }: Batch): void {
    for (let start = 0; start < files.length; start += BATCH) {
      const slice = files.slice(start, start + BATCH);
      // If the thread fails, the files are not printed here: `print` does that later.
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
      // `begin` did not know all modules of the package. A file that imports an unknown one must be printed again, to report that.
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
          // Lets this thread receive a response of the other one, which can then get its next file.
          await new Promise(setImmediate);
        }
      }
    };
    // Two loops for the thread, so that a second file waits there when it has finished the first.
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

/** A thread that responds to requests in order. */
export class Thread {
  readonly #worker: Worker;
  readonly #ended: Promise<never>;
  readonly #waiting: ((response: unknown) => void)[] = [];

  /** Starts a thread. The module `file` must respond to each message with one message. Throws if no thread can be started. */
  static open(file: URL): Thread {
    return new Thread(file);
  }

  private constructor(file: URL) {
    // With this variable, the thread also uses the cache of compiled code, if this thread does (see cli.ts).
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
    // `ask` rejects with this error. Without a handler here, a thread that ends before the first request would be an unhandled rejection.
    this.#ended.catch(() => {});
    this.#worker.on('message', (response: unknown) => this.#waiting.shift()?.(response));
  }

  /** Sends a request, and returns its response: plain data. Rejects once the thread has failed or ended. */
  async ask<Result>(request: object): Promise<Result> {
    const response = new Promise<unknown>((resolve) => this.#waiting.push(resolve));
    this.#worker.postMessage(request);
    // `as`: the caller knows the type of the response.
    return (await Promise.race([response, this.#ended])) as Result;
  }

  close(): void {
    void this.#worker.terminate();
  }
}
