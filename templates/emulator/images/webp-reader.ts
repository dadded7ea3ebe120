import { joinBytes } from '../values/bytes.js';
import type { Raster } from '../values/pictures/raster.js';
import { unpackModule } from './unpack-module.js';

/** The WebP decoder of icodec: libwebp as WebAssembly, with new memory for each call. */
export type OpenWebp = (options: {
  readonly wasmBinary: Uint8Array;
  readonly print: (text: string) => void;
  readonly printErr: (text: string) => void;
}) => Promise<{ decode(bytes: Uint8Array): unknown }>;

/** The global function that the decoder passes its pixels to. */
const receiver = '_icodec_ImageData';

/** Creates a WebP reader from the decoder and its WebAssembly module, a zlib stream in base64. */
export function createWebpReader(open: OpenWebp, packed: string): ReadWebp {
  return async (bytes) => {
    const wasmBinary = await unpackModule(packed);
    // The memory is released with the image that used it.
    const { decode } = await open({ wasmBinary, print: () => {}, printErr: () => {} });
    return receiving(() => decode(bytes));
  };
}

/** Receives the pixels with the global function, which exists only during the call. */
function receiving(work: () => unknown): Raster {
  let image: Raster | undefined;
  const before = Reflect.getOwnPropertyDescriptor(globalThis, receiver);
  Reflect.set(globalThis, receiver, (data: Uint8ClampedArray, width: number, height: number) => {
    image = { width, height, pixels: new Uint8Array(data) };
    return image;
  });
  try {
    work();
  } finally {
    Reflect.deleteProperty(globalThis, receiver);
    if (before) Reflect.defineProperty(globalThis, receiver, before);
  }
  if (!image) throw new Error('The bytes are not a WebP image.');
  return image;
}

/** A frame of an animation, as a separate file. */
interface WebpFrame {
  readonly file: Uint8Array;
  /** Position in the animation, in pixels. */
  readonly left: number;
  readonly top: number;
}

/** Finds the first frame of an animated WebP; undefined if there is none. */
export function findFirstFrame(bytes: Uint8Array): WebpFrame | undefined {
  const frame = readChunks(bytes.subarray(12)).find(({ name }) => name === 'ANMF')?.data;
  if (!frame || frame.length < 16) return undefined;
  const parts = readChunks(frame.subarray(16));
  const picture = parts.find(({ name }) => name === 'VP8 ' || name === 'VP8L');
  const alpha = parts.find(({ name }) => name === 'ALPH');
  if (!picture) return undefined;
  // A separate alpha channel needs the extended format with a flag. The size has the same format in a frame.
  const head = writeChunk('VP8X', Uint8Array.of(0x10, 0, 0, 0, ...frame.subarray(6, 12)));
  const content = alpha ? [head, alpha.whole, picture.whole] : [picture.whole];
  // Each coordinate has three bytes, and counts in units of two pixels.
  const position = new DataView(frame.buffer, frame.byteOffset);
  return {
    file: writeChunk('RIFF', joinBytes([new TextEncoder().encode('WEBP'), ...content])),
    left: 2 * (position.getUint32(0, true) & 0xffffff),
    top: 2 * (position.getUint32(2, true) >>> 8),
  };
}

/** Reads the complete chunks. Each has at least eight bytes, so the loop ends. */
function readChunks(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: { readonly name: string; readonly data: Uint8Array; readonly whole: Uint8Array }[] = [];
  for (let at = 0; at + 8 <= bytes.length;) {
    const end = at + 8 + view.getUint32(at + 4, true);
    if (end > bytes.length) break;
    // Chunks of an odd length are followed by a zero.
    const next = end + (end % 2 === at % 2 ? 0 : 1);
    const name = String.fromCharCode(...bytes.subarray(at, at + 4));
    chunks.push({ name, data: bytes.subarray(at + 8, end), whole: bytes.subarray(at, next) });
    at = next;
  }
  return chunks;
}

/** Writes a chunk of an even length. A file is one, too. */
function writeChunk(name: string, data: Uint8Array): Uint8Array {
  const size = data.length;
  return joinBytes([new TextEncoder().encode(name), Uint8Array.of(size, size >> 8, size >> 16, size >> 24), data]);
}

/** Decodes a WebP without animation. Throws if it is damaged. */
export type ReadWebp = (bytes: Uint8Array) => Promise<Raster>;
