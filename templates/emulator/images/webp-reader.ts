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
  if (!image) throw new Error('The bytes are no WebP.');
  return image;
}

/** A frame of an animation, as a separate file. */
interface WebpFrame {
  readonly file: Uint8Array;
  /** Position in the animation, in pixels. */
  readonly left: number;
  readonly top: number;
}

interface Chunk {
  readonly name: string;
  readonly data: Uint8Array;
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
  const head = { name: 'VP8X', data: Uint8Array.of(0x10, 0, 0, 0, ...frame.subarray(6, 12)) };
  const file = writeRiff(alpha ? [head, alpha, picture] : [picture]);
  return { file, left: 2 * uint24(frame, 0), top: 2 * uint24(frame, 3) };
}

/** Reads the complete chunks. Each has at least eight bytes, so the loop ends. */
function readChunks(bytes: Uint8Array): readonly Chunk[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: Chunk[] = [];
  for (let at = 0; at + 8 <= bytes.length;) {
    const end = at + 8 + view.getUint32(at + 4, true);
    if (end > bytes.length) break;
    chunks.push({ name: String.fromCharCode(...bytes.subarray(at, at + 4)), data: bytes.subarray(at + 8, end) });
    at = end + (end % 2 === at % 2 ? 0 : 1);
  }
  return chunks;
}

function writeRiff(chunks: readonly Chunk[]): Uint8Array {
  const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
  const writeSize = (size: number): Uint8Array => Uint8Array.of(size, size >> 8, size >> 16, size >> 24);
  const body = chunks.flatMap(({ name, data }) => [
    encode(name),
    writeSize(data.length),
    data,
    new Uint8Array(data.length % 2),
  ]);
  const content = joinBytes([encode('WEBP'), ...body]);
  return joinBytes([encode('RIFF'), writeSize(content.length), content]);
}

function uint24(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16);
}

/** Decodes a WebP without animation. Throws if it is damaged. */
export type ReadWebp = (bytes: Uint8Array) => Promise<Raster>;
