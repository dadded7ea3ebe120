import type { Bytes } from './media.js';
import type { Scope } from './scope.js';

/** What holds while a body is read. */
export interface BodyWatch {
  /** Ends the body with its error. */
  readonly scope: Scope;
  /** Called once, when the body is over in whatever way. */
  readonly close: () => void;
  /** Longest time without a byte; 0: no limit. */
  readonly idleTimeoutMs: number;
  readonly toIdleError: (ms: number) => unknown;
  /** Makes our error of the platform's. */
  readonly toError: (cause: unknown) => unknown;
}

interface Pieces {
  /** The next piece; `undefined` at the end. */
  readonly read: () => Promise<Uint8Array | undefined>;
  readonly cancel: (reason: unknown) => Promise<void>;
}

/** All bytes of a body. */
export async function readBytes({ body }: Response, watch: BodyWatch): Promise<Bytes> {
  const { read } = openBody(body ?? new Blob([]).stream(), watch);
  const pieces: Uint8Array[] = [];
  let size = 0;
  for (let piece = await read(); piece !== undefined; piece = await read()) {
    pieces.push(piece);
    size += piece.length;
  }
  const [first] = pieces;
  // What is received is no shared memory.
  if (pieces.length === 1) return first as Bytes;
  const bytes = new Uint8Array(size);
  for (let piece = pieces.pop(); piece !== undefined; piece = pieces.pop()) bytes.set(piece, (size -= piece.length));
  return bytes;
}

/** The same response with a body that obeys a scope and tells when it is over. */
export function trackBody(response: Response, watch: BodyWatch): Response {
  const { body, status, statusText, headers } = response;
  if (body === null) {
    watch.close();
    return response;
  }
  const { read, cancel } = openBody(body, watch);
  const stream = new ReadableStream<Uint8Array>(
    {
      start: (controller) => void watch.scope.onEnd((error) => controller.error(error)),
      async pull(controller) {
        const piece = await read();
        if (piece === undefined) controller.close();
        else controller.enqueue(piece);
      },
      cancel,
    },
    { highWaterMark: 0 },
  );
  const tracked = new Response(stream, { status, statusText, headers });
  return Object.defineProperty(tracked, 'url', { value: response.url, configurable: true });
}

function openBody(body: ReadableStream<Uint8Array>, watch: BodyWatch): Pieces {
  const { scope, close, idleTimeoutMs, toIdleError, toError } = watch;
  const reader = body.getReader();
  const cancel = (reason: unknown): Promise<void> => {
    close();
    // What cannot be cancelled is over already.
    return reader.cancel(reason).catch(() => undefined);
  };
  scope.onEnd((error) => void cancel(error));

  async function read(): Promise<Uint8Array | undefined> {
    const end = (): void => scope.end(toIdleError(idleTimeoutMs));
    const timer = idleTimeoutMs > 0 ? setTimeout(end, idleTimeoutMs) : undefined;
    try {
      const { done, value } = await reader.read();
      scope.check();
      if (done) close();
      else if (!ArrayBuffer.isView(value)) throw new TypeError('The body holds something that is not bytes');
      return value;
    } catch (cause) {
      close();
      scope.check();
      throw toError(cause);
    } finally {
      clearTimeout(timer);
    }
  }
  return { read, cancel };
}
