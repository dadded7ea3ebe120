import { readImage, type Size } from '../domain/image-size.js';
import { decodePng, encodePng } from '../domain/png.js';
import { flatRaster, type DecodeImage } from '../domain/raster.js';
import { renderThumbnail } from '../domain/thumbnails.js';
import type { RenderPicture } from '../plan/plan.js';

/** Loads what decodes images beside PNG. */
export type LoadDecoder = () => Promise<{ readonly decodeImage: DecodeImage }>;

/**
 * Makes what draws pictures: a PNG of a size that shows the uploaded image between black bars, or a grey area where nothing
 * was uploaded or its pixels cannot be read. The decoder is loaded the first time that an image is no PNG.
 */
export function createRenderPicture(load: LoadDecoder): RenderPicture {
  const drawn = new WeakMap<Uint8Array, Map<string, Promise<Uint8Array>>>();
  let loading: Promise<DecodeImage> | undefined;
  const decode: DecodeImage = async (bytes) => {
    if (readImage(bytes)?.type === 'image/png') return decodePng(bytes);
    // Some bundlers and policies keep the decoder out; sizes are right without it.
    loading ??= load().then(
      ({ decodeImage }) => decodeImage,
      () => unreadable,
    );
    return (await loading)(bytes);
  };
  return (upload, size) => {
    if (upload === undefined) return greyArea(size);
    const known = drawn.get(upload) ?? new Map<string, Promise<Uint8Array>>();
    drawn.set(upload, known);
    const key = `${size.width}x${size.height}`;
    const picture = known.get(key) ?? draw(upload, size, decode);
    known.set(key, picture);
    return picture;
  };
}

const unreadable: DecodeImage = async () => undefined;

async function draw(upload: Uint8Array, size: Size, decode: DecodeImage): Promise<Uint8Array> {
  return (await renderThumbnail(upload, size, decode)) ?? greyArea(size);
}

function greyArea(size: Size): Promise<Uint8Array> {
  return encodePng(flatRaster(size, 128, 128, 128));
}

/** Draws pictures with the decoders that stand in a module of their own. */
export const renderPicture: RenderPicture = createRenderPicture(() => import('../../images/decode-image.js'));
