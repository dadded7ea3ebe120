import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import * as zlib from 'node:zlib';
import type { SeenBody } from './traffic/validate-request.js';

/** The bytes of a body that passes by, up to a limit. */
export class CapturedBody {
  readonly #limit: number;
  #chunks: Uint8Array[] = [];
  /** Bytes that passed. */
  length = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(chunk: Uint8Array): void {
    this.length += chunk.length;
    if (this.isTooLong) this.#chunks = [];
    // The bytes of a chunk may be used again once it was sent.
    else this.#chunks.push(Uint8Array.from(chunk));
  }

  get isTooLong(): boolean {
    return this.length > this.#limit;
  }

  /** The bytes as they were sent; undefined if there were too many. */
  get bytes(): Uint8Array | undefined {
    return this.isTooLong ? undefined : Buffer.concat(this.#chunks);
  }
}

/** A body without its content encoding. */
export interface DecodedBody {
  readonly seen: SeenBody;
  /** What is wrong with the encoding, in a sentence without a full stop. */
  readonly mistake?: string;
}

// A body of zeros is a thousand times as long.
const mostTimes = 100;

// As of Node 22.15.
const zstd: unknown = Reflect.get(zlib, 'zstdDecompressSync');

const decoders: Readonly<Record<string, (bytes: Uint8Array, options: { maxOutputLength: number }) => Uint8Array>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  br: brotliDecompressSync,
  // Some services leave out the header of zlib.
  deflate: (bytes, options) => ((bytes[0] ?? 0) % 16 === 8 ? inflateSync : inflateRawSync)(bytes, options),
  ...(typeof zstd === 'function' && {
    zstd: (bytes: Uint8Array, options: object): Uint8Array =>
      Buffer.from(Reflect.apply(zstd, undefined, [bytes, options])),
  }),
};

/** Undoes the content encoding of a body that was captured. */
export function decodeBody(body: CapturedBody, encoding: string): DecodedBody {
  const { bytes } = body;
  if (bytes === undefined) return { seen: 'too long' };
  if (bytes.length === 0) return { seen: 'none' };
  let decoded: Uint8Array = bytes;
  const names = encoding.split(',').map((name) => name.trim().toLowerCase());
  for (const name of names.toReversed()) {
    if (name === '' || name === 'identity') continue;
    const decode = Object.hasOwn(decoders, name) ? decoders[name] : undefined;
    if (decode === undefined)
      return { seen: 'unread', mistake: `The content encoding ${JSON.stringify(name)} cannot be read here` };
    try {
      decoded = decode(decoded, { maxOutputLength: Math.max(1 << 20, bytes.length * mostTimes) });
    } catch (error) {
      // A body of zeros is no mistake, but nothing to unpack.
      if (error instanceof RangeError) return { seen: 'too long' };
      return { seen: 'unread', mistake: `The body is no ${name}, which Content-Encoding says it is` };
    }
  }
  return { seen: decoded };
}
