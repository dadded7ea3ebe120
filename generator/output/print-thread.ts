import { parentPort } from 'node:worker_threads';
import { printClaimed } from './print-claimed.js';
import type { ThreadJob } from './print-claimed.js';

// The other end of `startPrinter`: one answer a job, in order.
parentPort?.on('message', (job: ThreadJob) => parentPort?.postMessage(printClaimed(job)));
