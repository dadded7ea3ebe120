import type { Bytes } from '../body/media.js';
import { TimeoutError } from '../errors/errors.js';
import { showUrl } from '../response/response.js';
import type { Scope } from '../options/scope.js';
import { toConnectionError } from './send-request.js';
import type { Call } from '../options/options.js';

/** The rules under which a body is read. */
export interface BodyWatch {
  readonly call: Pick<Call, 'redactor' | 'pointToCaller'> & { readonly operation: { readonly id: string } };
  /** When it ends, the body fails with its error. It is closed at the end of the body. */
  readonly scope: Scope;
  /** Another scope that is closed at the end of the body. */
  readonly outer?: Scope | undefined;
  /** Time limit between bytes; 0 for none. */
  readonly idleTimeoutMs: number;
}

/** Reads all bytes of a body. */
export async function readBytes({ body }: Response, watch: BodyWatch): Promise<Bytes> {
  return new BodyReader(body ?? new Blob([]).stream(), watch).readAll();
}

/** Returns the response with a body that fails when a scope ends, and closes the scope at its end. */
export function trackBody(response: Response, watch: BodyWatch): Response {
  const { body, status, statusText, headers } = response;
  if (body === null) {
    close(watch);
    return response;
  }
  const reader = new BodyReader(body, watch);
  const stream = new ReadableStream<Uint8Array>(
    {
      start: (controller) =>
        void watch.scope.onEnd((error) => controller.error(watch.call.pointToCaller?.(error) ?? error)),
      async pull(controller) {
        const piece = await reader.read();
        if (!piece) controller.close();
        else controller.enqueue(piece);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return showUrl(new Response(stream, { status, statusText, headers }), response.url);
}

function close({ scope, outer }: BodyWatch): void {
  scope.close();
  outer?.close();
}

/** Reads a body piece by piece, until its end or that of its scope. */
export class BodyReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #watch: BodyWatch;

  constructor(body: ReadableStream<Uint8Array>, watch: BodyWatch) {
    this.#reader = body.getReader();
    this.#watch = watch;
    watch.scope.onEnd((error) => void this.cancel(error));
  }

  cancel(reason?: unknown): Promise<void> {
    close(this.#watch);
    // A body that cannot be cancelled has already ended.
    return this.#reader.cancel(reason).catch(() => undefined);
  }

  /** Reads the rest of the body. With `most`, it stops after about that many bytes, and returns those before an error. */
  async readAll(most: number = Infinity): Promise<Bytes> {
    const pieces: Uint8Array[] = [];
    let size = 0;
    try {
      while (size < most) {
        const piece = await this.read();
        if (!piece) break;
        pieces.push(piece);
        size += piece.length;
      }
    } catch (error) {
      if (most === Infinity) throw error;
    }
    // `as`: received bytes are not in shared memory.
    if (pieces.length === 1) return pieces[0] as Bytes;
    const bytes = new Uint8Array(size);
    for (let piece = pieces.pop(); piece; piece = pieces.pop()) bytes.set(piece, (size -= piece.length));
    return bytes;
  }

  /** Reads the next piece; `undefined` at the end. */
  async read(): Promise<Uint8Array | undefined> {
    const { call, scope, idleTimeoutMs } = this.#watch;
    const { id } = call.operation;
    const timer =
      idleTimeoutMs > 0 && setTimeout(() => scope.end(new TimeoutError(id, 'idle', idleTimeoutMs)), idleTimeoutMs);
    try {
      const { done, value } = await this.#reader.read();
      scope.check();
      if (done) close(this.#watch);
      else if (!ArrayBuffer.isView(value)) throw new TypeError('The body is not a stream of bytes');
      return value;
    } catch (cause) {
      close(this.#watch);
      scope.check();
      const error = toConnectionError(id, cause, call.redactor);
      throw call.pointToCaller?.(error) ?? error;
    } finally {
      if (timer) clearTimeout(timer);
    }
  }
}
