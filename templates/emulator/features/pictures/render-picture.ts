import type { RenderPicture } from '../../plan/plan.js';
import { readImage, type Size } from '../../values/pictures/image-size.js';
import { encodePng } from '../../values/pictures/png.js';
import { type DecodeImage, draw, flatRaster, resize } from '../../values/pictures/raster.js';

const drawn = new WeakMap<Uint8Array, Record<string, Promise<Uint8Array>>>();

/**
 * Draws a PNG: the uploaded image between black bars, or a grey area if nothing was uploaded or the image cannot be decoded. The
 * decoder is loaded with the first image.
 */
export const renderPicture: RenderPicture = (upload, size) => {
  const drawGrey = (): Promise<Uint8Array> => encodePng(flatRaster(size, 128, 128, 128));
  if (!upload) return drawGrey();
  const drawUpload = async (): Promise<Uint8Array> => {
    // Some bundlers and policies exclude the decoder. Without it, the picture is grey, but has the right size.
    const decoder = await import('../../images/decode-image.js').catch(() => undefined);
    return (await renderThumbnail(upload, size, async (bytes) => decoder?.decodeImage(bytes))) ?? drawGrey();
  };
  const known = drawn.get(upload) ?? {};
  drawn.set(upload, known);
  return (known[`${size.width}x${size.height}`] ??= drawUpload());
};

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
