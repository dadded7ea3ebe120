import { Worker, type WorkerOptions } from 'node:worker_threads';

/** The failure of a thread that runs code of the user. */
export interface ThreadFailure {
  readonly kind: 'failed';
  readonly message: string;
  readonly stack: string;
}

/** Starts a thread for code of the user. Its standard output goes to standard error, so that it does not mix with the results of speccast. */
export function startThread(code: string | URL, options: WorkerOptions): Worker {
  const worker = new Worker(code, { ...options, stdout: true });
  worker.stdout.pipe(process.stderr, { end: false });
  return worker;
}

/** Waits for the next message of a thread; returns a failure if the thread fails or ends first. */
export function nextMessage<Message>(worker: Worker): Promise<Message | ThreadFailure> {
  return new Promise((resolve) => {
    const fail = ({ message, stack = '' }: { readonly message: string; readonly stack?: string }): void =>
      resolve({ kind: 'failed', message, stack });
    worker.once('message', resolve);
    worker.once('messageerror', ({ message }) => fail({ message }));
    worker.once('error', fail);
    worker.once('exit', () => fail({ message: 'it ended its thread' }));
  });
}
