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
 * Prints with a second thread, which loads the parser while this one still reads the spec, and then prints every other
 * file: a fifth of a short run. From its sources speccast prints in this thread, because a thread could not load them.
 */
export function startPrinter(): Printer {
  if (!import.meta.url.endsWith('.js') || availableParallelism() < 2) return printerHere;
  const thread = new Worker(new URL('./print-thread.js', import.meta.url));
  const failed = new Promise<never>((_, reject) => thread.once('error', reject));
  // Whoever waits for a job is told; before that there is nobody to tell.
  failed.catch(() => {});
  return {
    async print(job) {
      const half = (rest: number): PrintJob => ({ ...job, files: job.files.filter((_, at) => at % 2 === rest) });
      const printed = new Promise<PrintedJob>((resolve) => thread.once('message', resolve));
      thread.postMessage(half(0));
      const here = await printerHere.print(half(1));
      return zip(await Promise.race([printed, failed]), here);
    },
    close: () => void thread.terminate(),
  };
}

/** Two halves of a job as one, its files in their order. */
function zip(even: PrintedJob, odd: PrintedJob): PrintedJob {
  const files = even.files.flatMap((file, index) => [file, ...odd.files.slice(index, index + 1)]);
  return { files, findings: [...even.findings, ...odd.findings] };
}
