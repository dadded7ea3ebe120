import { parentPort } from 'node:worker_threads';
import type { Batch, VerifiedFile } from './print-batch.js';
import { printBatch } from './print-batch.js';

/** What a thread is asked: to print files, or to format one that is printed. */
export type Question = Batch | VerifiedFile;

let last: Promise<unknown> = Promise.resolve();

// The other end of `startPrinter`: one answer a question, in order; where one fails the thread does.
parentPort?.on('message', (question: Question) => {
  last = last.then(async () => parentPort?.postMessage(await answer(question)));
});

async function answer(question: Question): Promise<readonly VerifiedFile[] | VerifiedFile> {
  if ('files' in question) return printBatch(question);
  const { formatFile } = await import('./format.js');
  return formatFile(question);
}
