import { readImage, type Size } from '../../values/pictures/image-size.js';
import { decodePng, encodePng } from '../../values/pictures/png.js';
import { flatRaster, type DecodeImage } from '../../values/pictures/raster.js';
import { renderThumbnail } from '../../values/pictures/thumbnails.js';
import type { RenderPicture } from '../../plan/plan.js';

/** Loads the decoder of formats other than PNG. */
export type LoadDecoder = () => Promise<{ readonly decodeImage: DecodeImage }>;

/**
 * Makes a function that draws a PNG: the uploaded image between black bars, or a grey area if nothing was uploaded or the image
 * cannot be decoded. The decoder is loaded for the first image that is not a PNG.
 */
export function createRenderPicture(load: LoadDecoder): RenderPicture {
  const drawn = new WeakMap<Uint8Array, Record<string, Promise<Uint8Array>>>();
  let loading: ReturnType<LoadDecoder> | undefined;
  const decode: DecodeImage = async (bytes) => {
    if (readImage(bytes)?.type === 'image/png') return decodePng(bytes);
    // Some bundlers and policies exclude the decoder. Sizes are right without it.
    loading ??= load().catch(() => ({ decodeImage: async () => undefined }));
    return (await loading).decodeImage(bytes);
  };
  return (upload, size) => {
    if (!upload) return drawGrey(size);
    const known = drawn.get(upload) ?? {};
    drawn.set(upload, known);
    const draw = async (): Promise<Uint8Array> => (await renderThumbnail(upload, size, decode)) ?? drawGrey(size);
    return (known[`${size.width}x${size.height}`] ??= draw());
  };
}

function drawGrey(size: Size): Promise<Uint8Array> {
  return encodePng(flatRaster(size, 128, 128, 128));
}

/** Draws pictures, with the decoders of a separate module. */
export const renderPicture: RenderPicture = createRenderPicture(() => import('../../images/decode-image.js'));
