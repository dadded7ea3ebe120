import type { Size } from '../../values/pictures/image-size.js';
import { encodePng } from '../../values/pictures/png.js';
import { flatRaster } from '../../values/pictures/raster.js';
import { renderThumbnail } from '../../values/pictures/thumbnails.js';
import type { RenderPicture } from '../../plan/plan.js';

const drawn = new WeakMap<Uint8Array, Record<string, Promise<Uint8Array>>>();

/**
 * Draws a PNG: the uploaded image between black bars, or a grey area if nothing was uploaded or the image cannot be decoded. The
 * decoder is loaded with the first image.
 */
export const renderPicture: RenderPicture = (upload, size) => {
  if (!upload) return drawGrey(size);
  const known = drawn.get(upload) ?? {};
  drawn.set(upload, known);
  const draw = async (): Promise<Uint8Array> => {
    // Some bundlers and policies exclude the decoder. Sizes are right without it.
    const decoder = await import('../../images/decode-image.js').catch(() => undefined);
    const picture = await renderThumbnail(upload, size, async (bytes) => decoder?.decodeImage(bytes));
    return picture ?? drawGrey(size);
  };
  return (known[`${size.width}x${size.height}`] ??= draw());
};

function drawGrey(size: Size): Promise<Uint8Array> {
  return encodePng(flatRaster(size, 128, 128, 128));
}
