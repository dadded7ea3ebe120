import { parentPort } from 'node:worker_threads';
import { printBatch, type Batch, type VerifiedFile } from './print-batch.js';

/** What a thread is asked to do: to print files, or to format one that is printed. */
export type Request = Batch | VerifiedFile;

let last: Promise<unknown> = Promise.resolve();

// The other end of `startPrinter`: one response a request, in order; where one fails the thread does.
parentPort?.on('message', (request: Request) => {
  last = last.then(async () => parentPort?.postMessage(await respond(request)));
});

async function respond(request: Request): Promise<readonly VerifiedFile[] | VerifiedFile> {
  if ('files' in request) return printBatch(request);
  const { formatFile } = await import('./format.js');
  return formatFile(request);
}
