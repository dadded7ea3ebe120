import { parentPort } from 'node:worker_threads';
import type { Batch } from './print-batch.js';
import { printBatch } from './print-batch.js';

let last: Promise<unknown> = Promise.resolve();

// The other end of `startPrinter`: one answer a batch, in order; where one fails the thread does.
parentPort?.on('message', (batch: Batch) => {
  last = last.then(async () => parentPort?.postMessage(await printBatch(batch)));
});
