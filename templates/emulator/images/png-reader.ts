import type { Size } from '../values/pictures/image-size.js';
import type { Raster } from '../values/pictures/raster.js';
import { inflate } from '../values/pictures/zlib.js';
import { unpackModule } from './unpack-module.js';

/** The used exports of lodepng as WebAssembly; addresses are positions in its memory. */
interface Lodepng {
  readonly memory: WebAssembly.Memory;
  malloc(length: number): number;
  /**
   * Takes the addresses for its results (address of the pixels, width, height), and the address and length of the file. Returns 0,
   * or a code for a damaged PNG.
   */
  lodepng_decode32(...args: readonly number[]): number;
}

/** Decodes a PNG of a known size. Throws if it is damaged. */
export type ReadPng = (bytes: Uint8Array, size: Size) => Promise<Raster>;

/** Creates a PNG reader from the WebAssembly module of lodepng, a zlib stream in base64. */
export function createPngReader(packed: string): ReadPng {
  return async (bytes, { width, height }) => {
    // lodepng unpacks data of any length. A pixel has at most 8 bytes, and an image at most two lines for each of its rows.
    const lines = await inflate(listData(bytes), 8 * width * height + 2 * height + 8);
    if (!lines) throw new Error('The data of the PNG is damaged or too long.');
    // The memory is released with the image that used it.
    const { instance } = await WebAssembly.instantiate(await unpackModule(packed));
    // A module does not declare the types of its exports.
    const { memory, malloc, lodepng_decode32: decode } = instance.exports as unknown as Lodepng;
    const [file, result] = [malloc(bytes.length), malloc(12)];
    new Uint8Array(memory.buffer, file).set(bytes);
    if (decode(result, result + 4, result + 8, file, bytes.length) !== 0) throw new Error('The PNG is damaged.');
    const [at] = new Uint32Array(memory.buffer, result, 1);
    return { width, height, pixels: new Uint8Array(memory.buffer, at, width * height * 4).slice() };
  };
}

/** Lists the contents of the `IDAT` chunks. Each chunk has at least twelve bytes, so the loop ends. */
function listData(bytes: Uint8Array): readonly Uint8Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found: Uint8Array[] = [];
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at))
    if (String.fromCharCode(...bytes.subarray(at + 4, at + 8)) === 'IDAT')
      found.push(bytes.subarray(at + 8, at + 8 + view.getUint32(at)));
  return found;
}
