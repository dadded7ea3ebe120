import { readImage } from '../engine/domain/image-size.js';
import { draw, maxPixels, type Raster } from '../engine/domain/raster.js';
import type { DecodedImage } from './decode-jpeg.js';
import { firstFrameOf } from './webp-frame.js';

/** Decodes a WebP that does not move; throws where it is damaged. */
export type ReadWebp = (bytes: Uint8Array) => Promise<DecodedImage>;

/** The pixels of a WebP, or of the first frame of one that moves. Throws, or answers undefined, where it is damaged. */
export async function decodeWebp(bytes: Uint8Array, read: ReadWebp): Promise<Raster | undefined> {
  const frame = firstFrameOf(bytes);
  if (frame === undefined) return rasterOf(await read(bytes));
  const [canvas, facts] = [readImage(bytes), readImage(frame.file)];
  if (canvas === undefined || facts === undefined || facts.width * facts.height > maxPixels) return undefined;
  const { width, height } = canvas;
  if (frame.left + facts.width > width || frame.top + facts.height > height) return undefined;
  const empty = { width, height, pixels: new Uint8Array(width * height * 4) };
  return draw(empty, rasterOf(await read(frame.file)), frame.left, frame.top);
}

function rasterOf({ width, height, data }: DecodedImage): Raster {
  return { width, height, pixels: new Uint8Array(data) };
}
