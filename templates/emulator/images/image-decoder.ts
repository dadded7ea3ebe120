import { readImage, type ImageFacts } from '../engine/domain/image-size.js';
import { decodePng } from '../engine/domain/png.js';
import { maxPixels, type DecodeImage, type Raster } from '../engine/domain/raster.js';
import { decodeGif, type OpenGif } from './decode-gif.js';
import { decodeJpeg, type ReadJpeg } from './decode-jpeg.js';
import { decodeWebp, type ReadWebp } from './decode-webp.js';

/** What decodes the kinds of images that the platform cannot. */
export interface ImageLibraries {
  readonly readJpeg: ReadJpeg;
  readonly openGif: OpenGif;
  readonly readWebp: ReadWebp;
}

/**
 * Makes a decoder of PNG, JPEG, GIF and WebP, which shows the first frame of animations and leaves pictures turned as they
 * are stored. It answers undefined for what is damaged or larger than 16 megapixels, and never throws.
 */
export function createImageDecoder(libraries: ImageLibraries): DecodeImage {
  const decoders: Readonly<Record<ImageFacts['type'], DecodeImage>> = {
    'image/png': decodePng,
    'image/jpeg': async (bytes) => decodeJpeg(bytes, libraries.readJpeg),
    'image/gif': async (bytes) => decodeGif(bytes, libraries.openGif),
    'image/webp': (bytes) => decodeWebp(bytes, libraries.readWebp),
  };
  return async (bytes): Promise<Raster | undefined> => {
    const facts = readImage(bytes);
    if (facts === undefined || facts.width * facts.height > maxPixels) return undefined;
    try {
      return await decoders[facts.type](bytes);
    } catch {
      // Libraries throw whatever they like at damaged files.
      return undefined;
    }
  };
}
