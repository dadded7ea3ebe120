import * as zlib from 'node:zlib';
import type { UpstreamResponse } from './send-upstream.js';
import type { SeenBody } from './traffic/validate-request.js';

/** A body that was passed on. */
export interface PassedBody {
  /** Number of its bytes as they were sent. */
  readonly length: number;
  /** The bytes as they were sent; undefined if there were too many. */
  readonly bytes: Uint8Array | undefined;
  /** The body without its content encoding. */
  readonly seen: SeenBody;
  /** Reason why the encoding cannot be undone, without a full stop. */
  readonly mistake?: string;
}

/** The response of a real service. */
export interface PassedResponse extends Pick<UpstreamResponse, 'status' | 'statusText' | 'httpVersion' | 'headers'> {
  readonly body: PassedBody;
}

/** Copies the bytes of a body that is passed on, up to a limit. */
export class CapturedBody {
  readonly #limit: number;
  #chunks: Uint8Array[] = [];
  #length = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(chunk: Uint8Array): void {
    this.#length += chunk.length;
    // Copied: the memory of a chunk may be reused once it was sent.
    if (this.#length <= this.#limit) this.#chunks.push(Uint8Array.from(chunk));
    else this.#chunks = [];
  }

  /** Returns the body, and undoes its content encoding. `encoding` is undefined for a body that broke off. */
  end(encoding: string | undefined): PassedBody {
    const length = this.#length;
    const bytes = length > this.#limit ? undefined : Buffer.concat(this.#chunks);
    return { length, bytes, ...(encoding === undefined ? { seen: 'unread' } : decode(bytes, encoding)) };
  }
}

// Maximum growth of a body by decompression: a body of zeros would grow a thousandfold.
const mostTimes = 100;

type Decode = (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Uint8Array;

/** The functions of `zlib`. Node has `zstdDecompressSync` since 22.15. */
const { gunzipSync, zstdDecompressSync }: { readonly gunzipSync: Decode; readonly zstdDecompressSync?: Decode } = zlib;

const decoders = new Map<string, Decode | undefined>([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['br', zlib.brotliDecompressSync],
  ['zstd', zstdDecompressSync],
  // Some services leave out the header of zlib.
  ['deflate', (bytes, options) => zlib[(bytes[0] ?? 0) % 16 === 8 ? 'inflateSync' : 'inflateRawSync'](bytes, options)],
]);

/** Undoes the content encoding of a body. */
function decode(bytes: Uint8Array | undefined, encoding: string): Pick<PassedBody, 'seen' | 'mistake'> {
  if (!bytes) return { seen: 'too long' };
  if (!bytes.length) return { seen: bytes };
  let decoded: Uint8Array = bytes;
  for (const stated of encoding.toLowerCase().split(',').toReversed()) {
    const name = stated.trim();
    if (name === '' || name === 'identity') continue;
    const decoder = decoders.get(name);
    if (!decoder)
      return { seen: 'unread', mistake: `The content encoding ${JSON.stringify(name)} cannot be read here` };
    try {
      decoded = decoder(decoded, { maxOutputLength: Math.max(1 << 20, bytes.length * mostTimes) });
    } catch (error) {
      // The limit was exceeded.
      if (error instanceof RangeError) return { seen: 'too long' };
      return { seen: 'unread', mistake: `The body is not valid ${name}, which Content-Encoding declares` };
    }
  }
  return { seen: decoded };
}
