import { parentPort } from 'node:worker_threads';
import { printClaimed } from '../output/print-claimed.js';
import type { ThreadJob } from '../output/print-claimed.js';
import { printerHere } from '../output/printer.js';
import type { Console } from './console.js';
import { makeVersioned } from './make-versioned.js';
import type { MakeJob } from './make-targets.js';
import type { Outcome } from './outcome.js';

/** Only the first thread tells what it is at. */
const silent: Console = { out: () => {}, err: () => {}, interactive: false, colors: false };

let last: Promise<unknown> = Promise.resolve();

// The other end of `makeTargets`: one answer a job, in order.
parentPort?.on('message', (job: MakeJob | ThreadJob) => {
  last = last.then(async () => parentPort?.postMessage('target' in job ? await make(job) : printClaimed(job)));
});

/** `undefined` where that fails: the first thread does it again, and says why. */
async function make({ cwd, target, mode, tool }: MakeJob): Promise<Outcome | undefined> {
  const input = { args: [], cwd, console: silent, untilStopped: () => new AbortController().signal };
  try {
    return await makeVersioned(input, target, { mode, tool, openPrinter: () => printerHere });
  } catch {
    return undefined;
  }
}
