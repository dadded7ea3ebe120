import type { HttpExchange, Incoming } from './exchange.js';

/** The body of a request. It is received only as fast as it is read. */
export class RequestBody {
  readonly #exchange: HttpExchange;
  #stream: ReadableStream<Uint8Array> | undefined;
  #state: 'unread' | 'read' | 'skipped' = 'unread';
  /** True if it ended early while it was read. */
  isBroken = false;

  constructor(exchange: HttpExchange) {
    this.#exchange = exchange;
  }

  /** True if it was read, partly read or skipped. */
  get used(): boolean {
    return this.#state !== 'unread';
  }

  /** Tells whether there are bytes left that neither the emulator nor its response will read. */
  isLeft({ body }: Response): boolean {
    if (this.#state === 'read' || this.#exchange.incoming.complete) return false;
    return this.#state === 'skipped' || this.#stream === undefined || !(this.#stream.locked || body === this.#stream);
  }

  /** True if the client is still waiting for a 100 Continue. */
  get awaited(): boolean {
    return this.#exchange.waits && this.#state === 'unread';
  }

  /** Its bytes as they arrive. */
  get stream(): ReadableStream<Uint8Array> {
    this.#stream ??= new ReadableStream(
      {
        pull: (controller) => {
          if (this.#state === 'unread') this.#begin(controller);
          this.#exchange.incoming.resume();
        },
        cancel: () => this.skip(),
      },
      { highWaterMark: 0 },
    );
    return this.#stream;
  }

  #begin(controller: ReadableStreamDefaultController<Uint8Array>): void {
    const { incoming, outgoing, waits } = this.#exchange;
    this.#state = 'read';
    if (waits) outgoing.writeContinue();
    incoming.on('data', (chunk: Buffer) => {
      if (this.#state === 'skipped') return;
      controller.enqueue(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.length));
      incoming.pause();
    });
    const end = (): void => {
      if (this.#state === 'skipped') return;
      this.#state = 'skipped';
      this.isBroken = incoming.aborted || !incoming.readableEnded;
      if (this.isBroken) controller.error(new TypeError('The request broke off.'));
      else controller.close();
    };
    incoming.once('end', end).once('close', end);
  }

  /** Discards the rest. */
  skip(): void {
    this.#state = 'skipped';
    this.#exchange.incoming.resume();
  }
}

/** Reads and discards the rest of a body. Resolves to false if it exceeds the limits: 64 MiB and ten seconds by default. */
export function discard(incoming: Incoming, maxBytes: number = 64 * 1024 * 1024, timeoutMs = 10_000): Promise<boolean> {
  const announced = Number(incoming.headers['content-length'] ?? 0);
  if (incoming.complete || incoming.destroyed) return Promise.resolve(incoming.complete);
  if (announced > maxBytes) return Promise.resolve(false);
  return new Promise((resolve) => {
    let bytes = 0;
    const count = (chunk: Uint8Array): void => {
      bytes += chunk.length;
      if (bytes > maxBytes) finish();
    };
    const finish = (): void => {
      clearTimeout(timer);
      incoming.off('data', count).off('end', finish).off('close', finish);
      resolve(incoming.complete);
    };
    const timer = setTimeout(finish, timeoutMs);
    incoming.on('data', count).on('end', finish).on('close', finish).resume();
  });
}
