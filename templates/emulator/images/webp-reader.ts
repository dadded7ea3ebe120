import { inflate } from '../engine/domain/zlib.js';
import type { DecodedImage } from './decode-jpeg.js';
import type { ReadWebp } from './decode-webp.js';

/** The decoder of WebP of icodec, which is libwebp as WebAssembly; makes a memory of its own each time. */
export type OpenWebp = (options: {
  readonly wasmBinary: Uint8Array;
  readonly print: (text: string) => void;
  readonly printErr: (text: string) => void;
}) => Promise<{ decode(bytes: Uint8Array): unknown }>;

/** Bytes of a WebAssembly module that there can be at most. */
const maxLength = 4_000_000;

/** Under this name the decoder looks for what takes its pixels. */
const receiver = '_icodec_ImageData';

/** Makes a reader of WebP from the decoder and its WebAssembly module, which is a zlib stream in base 64. */
export function createWebpReader(open: OpenWebp, packed: string): ReadWebp {
  let unpacked: Promise<Uint8Array | undefined> | undefined;
  return async (bytes) => {
    unpacked ??= inflate([Uint8Array.from(atob(packed), (character) => character.charCodeAt(0))], maxLength);
    const wasmBinary = await unpacked;
    if (wasmBinary === undefined) throw new Error('The decoder of WebP is damaged.');
    // Memory that one picture has grown, or spoilt, is let go with it.
    const { decode } = await open({ wasmBinary, print: () => {}, printErr: () => {} });
    return receiving(() => decode(bytes));
  };
}

/** The pixels that the decoder hands to the one global function it knows, which is there for no longer than that. */
function receiving(work: () => unknown): DecodedImage {
  let image: DecodedImage | undefined;
  const before = Reflect.getOwnPropertyDescriptor(globalThis, receiver);
  Reflect.set(globalThis, receiver, (data: Uint8ClampedArray, width: number, height: number) => {
    image = { data: data.slice(), width, height };
    return image;
  });
  try {
    work();
  } finally {
    Reflect.deleteProperty(globalThis, receiver);
    if (before !== undefined) Reflect.defineProperty(globalThis, receiver, before);
  }
  if (image === undefined) throw new Error('The bytes are no WebP.');
  return image;
}
