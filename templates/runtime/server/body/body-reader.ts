import { HttpError } from '../errors/http-error.js';

/** The body of a request without its content encoding, chunk by chunk. */
export class BodyReader {
  readonly #announced: number | undefined;
  readonly #encoding: CompressionFormat | undefined;
  readonly #source: ReadableStreamDefaultReader<Uint8Array>;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #received = 0;
  #cut: { readonly error: unknown } | undefined;

  /** Rejects (415) an encoding that is not known. */
  constructor(body: ReadableStream<Uint8Array>, headers: Headers) {
    this.#encoding = encodingOf(headers);
    this.#announced = announcedLength(headers);
    this.#source = body.getReader();
    this.#reader = this.#encoding === undefined ? this.#source : this.#decoded(this.#encoding);
  }

  /** Why the body ended early; undefined as long as it did not. */
  get cut(): { readonly error: unknown } | undefined {
    return this.#cut;
  }

  /** The next chunk; undefined at the end, and where the body breaks off. Rejects (400) bytes that are not of the encoding. */
  async next(): Promise<Uint8Array | undefined> {
    try {
      if (this.#encoding === undefined) return await this.#receive();
      return (await this.#reader.read()).value;
    } catch (error) {
      if (this.#cut !== undefined) return undefined;
      if (error instanceof HttpError) throw error;
      throw new HttpError(400, 'parseError', `The body is not valid ${this.#encoding}.`, {
        location: 'Content-Encoding',
        locationType: 'header',
      });
    }
  }

  /** Rejects (400) a body that is not as long as was announced. */
  checkLength(): void {
    if (this.#announced === undefined || this.#announced === this.#received) return;
    const message = `Content-Length announces ${this.#announced} bytes, but the body has ${this.#received}.`;
    throw new HttpError(400, 'invalidContentLength', message, { location: 'Content-Length', locationType: 'header' });
  }

  /** Gives the rest up. */
  cancel(): void {
    for (const reader of new Set([this.#reader, this.#source])) reader.cancel().catch(() => {});
  }

  async #receive(): Promise<Uint8Array | undefined> {
    try {
      const { value } = await this.#source.read();
      this.#received += value?.length ?? 0;
      return value;
    } catch (error) {
      this.#cut ??= { error };
      if (this.#encoding !== undefined) throw error;
      return undefined;
    }
  }

  #decoded(encoding: CompressionFormat): ReadableStreamDefaultReader<Uint8Array> {
    const source = new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        pull: async (controller) => {
          const chunk = await this.#receive();
          if (chunk === undefined) controller.close();
          // Bytes of requests are never shared between threads.
          else controller.enqueue(chunk as Uint8Array<ArrayBuffer>);
        },
      },
      { highWaterMark: 0 },
    );
    return source.pipeThrough(new DecompressionStream(encoding)).getReader();
  }
}

const encodings: Readonly<Record<string, CompressionFormat>> = { gzip: 'gzip', 'x-gzip': 'gzip', deflate: 'deflate' };

function encodingOf(headers: Headers): CompressionFormat | undefined {
  const stated = (headers.get('content-encoding') ?? '').split(',').map((name) => name.trim().toLowerCase());
  const named = stated.filter((name) => name !== '' && name !== 'identity');
  const [first, ...others] = named;
  if (first === undefined) return undefined;
  const encoding = others.length === 0 && Object.hasOwn(encodings, first) ? encodings[first] : undefined;
  if (encoding !== undefined) return encoding;
  const message = `The content encoding ${named.join(', ')} is not known; identity, gzip and deflate are.`;
  throw new HttpError(415, 'unsupportedMediaType', message, { location: 'Content-Encoding', locationType: 'header' });
}

/** The announced length; undefined where something else says where the body ends. */
function announcedLength(headers: Headers): number | undefined {
  const length = headers.get('content-length')?.trim() ?? '';
  return /^\d{1,15}$/.test(length) && !headers.has('transfer-encoding') ? Number(length) : undefined;
}
