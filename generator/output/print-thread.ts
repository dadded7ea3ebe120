import { parentPort } from 'node:worker_threads';
import { printJob } from './print-job.js';

// The other end of `startPrinter`: one answer a job, in order.
parentPort?.on('message', (job: Parameters<typeof printJob>[0]) => parentPort?.postMessage(printJob(job)));
