import { type Size, readImage } from './image-size.js';
import { encodePng } from './png.js';
import { draw, flatRaster, resize, type DecodeImage } from './raster.js';

/**
 * Draws a PNG of the target size that shows the whole image in the middle, between black bars; undefined if the bytes are not an image.
 * Images that the decoder cannot read show a grey area of the right shape.
 */
export async function renderThumbnail(
  bytes: Uint8Array,
  target: Size,
  decode: DecodeImage,
): Promise<Uint8Array | undefined> {
  const source = readImage(bytes);
  if (!source) return undefined;
  const scale = Math.min(target.width / source.width, target.height / source.height);
  const fit = (length: number, most: number): number => Math.min(most, Math.max(1, Math.round(length * scale)));
  const size = { width: fit(source.width, target.width), height: fit(source.height, target.height) };
  const decoded = await decode(bytes);
  const picture = decoded ? resize(decoded, size) : flatRaster(size, 128, 128, 128);
  const left = Math.floor((target.width - size.width) / 2);
  const top = Math.floor((target.height - size.height) / 2);
  return encodePng(draw(flatRaster(target, 0, 0, 0), picture, left, top));
}
