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
  const drawn = new WeakMap<Uint8Array, Map<string, Promise<Uint8Array>>>();
  let loading: ReturnType<LoadDecoder> | undefined;
  const decode: DecodeImage = async (bytes) => {
    if (readImage(bytes)?.type === 'image/png') return decodePng(bytes);
    // Some bundlers and policies exclude the decoder. Sizes are right without it.
    loading ??= load().catch(() => ({ decodeImage: async () => undefined }));
    const { decodeImage } = await loading;
    return decodeImage(bytes);
  };
  const draw = async (upload: Uint8Array, size: Size): Promise<Uint8Array> =>
    (await renderThumbnail(upload, size, decode)) ?? drawGrey(size);
  return (upload, size) => {
    if (upload === undefined) return drawGrey(size);
    const known = drawn.get(upload) ?? new Map<string, Promise<Uint8Array>>();
    drawn.set(upload, known);
    const key = `${size.width}x${size.height}`;
    const picture = known.get(key) ?? draw(upload, size);
    known.set(key, picture);
    return picture;
  };
}

function drawGrey(size: Size): Promise<Uint8Array> {
  return encodePng(flatRaster(size, 128, 128, 128));
}

/** Draws pictures, with the decoders of a separate module. */
export const renderPicture: RenderPicture = createRenderPicture(() => import('../../images/decode-image.js'));
