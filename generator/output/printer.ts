import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { PrintJob, PrintedJob } from './print-job.js';

/** Prints one job after the other. */
export interface Printer {
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

/**
 * Prints in a thread of its own, which loads the compiler while this one still reads the spec: a third of a short run.
 * From its sources speccast prints in this thread, because a thread could not load them.
 */
export function startPrinter(): Printer {
  if (!import.meta.url.endsWith('.js') || availableParallelism() < 2) return printerHere;
  const thread = new Worker(new URL('./print-thread.js', import.meta.url));
  const failed = new Promise<never>((_, reject) => thread.once('error', reject));
  // Whoever waits for a job is told; before that there is nobody to tell.
  failed.catch(() => {});
  return {
    print(job) {
      const printed = new Promise<PrintedJob>((resolve) => thread.once('message', resolve));
      thread.postMessage(job);
      return Promise.race([printed, failed]);
    },
    close: () => void thread.terminate(),
  };
}
