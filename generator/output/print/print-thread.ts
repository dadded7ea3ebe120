import { parentPort } from 'node:worker_threads';
import { printBatch, type Batch, type VerifiedFile } from './print-batch.js';

/** A request to a thread: files to print, or a printed file to format. */
export type Request = Batch | VerifiedFile;

let last: Promise<unknown> = Promise.resolve();

// Responds to the requests of `ThreadPrinter`, one after the other. If a request fails, the thread fails.
parentPort?.on('message', (request: Request) => {
  last = last.then(async () => {
    const response =
      'files' in request ? await printBatch(request) : await (await import('./format.js')).formatFile(request);
    parentPort?.postMessage(response);
  });
});
