import { type ImageFacts, readImage } from '../values/pictures/image-size.js';
import { decodePng } from '../values/pictures/png.js';
import { type DecodeImage, draw, maxPixels, type Raster } from '../values/pictures/raster.js';
import { type DecodedImage, findFirstFrame, type ReadWebp } from './webp-reader.js';

/** Decoders of the formats that the platform cannot decode. */
interface ImageLibraries {
  readonly readJpeg: ReadJpeg;
  readonly openGif: OpenGif;
  readonly readWebp: ReadWebp;
}

/**
 * Creates a decoder of PNG, JPEG, GIF and WebP. It decodes the first frame of animations, does not apply rotation, and never throws:
 * it returns undefined for images that are damaged or larger than 16 megapixels.
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
    if (!facts || facts.width * facts.height > maxPixels) return undefined;
    try {
      return await decoders[facts.type](bytes);
    } catch {
      // Libraries throw various errors for damaged files.
      return undefined;
    }
  };
}

/** The used members of omggif's `GifReader`. */
export interface GifFile {
  readonly width: number;
  readonly height: number;
  numFrames(): number;
  frameInfo(index: number): {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
  decodeAndBlitFrameRGBA(index: number, pixels: Uint8Array): void;
}

/** Opens a GIF. Throws for other bytes. */
type OpenGif = (bytes: Uint8Array) => GifFile;

/** Decodes the first frame of a GIF; uncovered pixels are transparent. Throws or returns undefined if it is damaged. */
function decodeGif(bytes: Uint8Array, open: OpenGif): Raster | undefined {
  const file = open(bytes);
  const { width, height } = file;
  if (file.numFrames() === 0 || width * height > maxPixels) return undefined;
  const frame = file.frameInfo(0);
  // A frame outside of the image would wrap around its edges.
  if (frame.x + frame.width > width || frame.y + frame.height > height) return undefined;
  const pixels = new Uint8Array(width * height * 4);
  file.decodeAndBlitFrameRGBA(0, pixels);
  return { width, height, pixels };
}

/** The used options of jpeg-js's `decode`. */
export type ReadJpeg = (
  bytes: Uint8Array,
  options: {
    readonly useTArray: true;
    readonly formatAsRGBA: true;
    readonly maxResolutionInMP: number;
    readonly maxMemoryUsageInMB: number;
  },
) => DecodedImage;

/** Maximum number of scans at the maximum size. Encoders make about ten. */
const maxScans = 20;

/** Decodes a JPEG; undefined if its scans would take too long. Throws if it is damaged. */
function decodeJpeg(bytes: Uint8Array, read: ReadJpeg): Raster | undefined {
  const { width = 0, height = 0 } = readImage(bytes) ?? {};
  // Each scan of a progressive JPEG covers the whole image, but may be only a few bytes long.
  let scans = 0;
  for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at + 1)) if (bytes[at + 1] === 0xda) scans += 1;
  if (scans * width * height > maxScans * maxPixels) return undefined;
  const image = read(bytes, {
    useTArray: true,
    formatAsRGBA: true,
    maxResolutionInMP: maxPixels / 1_000_000,
    maxMemoryUsageInMB: 512,
  });
  return toRaster(image);
}

/** Decodes a WebP, or the first frame of an animated one. Throws or returns undefined if it is damaged. */
async function decodeWebp(bytes: Uint8Array, read: ReadWebp): Promise<Raster | undefined> {
  const frame = findFirstFrame(bytes);
  if (!frame) return toRaster(await read(bytes));
  const [canvas, facts] = [readImage(bytes), readImage(frame.file)];
  if (!canvas || !facts || facts.width * facts.height > maxPixels) return undefined;
  const { width, height } = canvas;
  if (frame.left + facts.width > width || frame.top + facts.height > height) return undefined;
  const empty = { width, height, pixels: new Uint8Array(width * height * 4) };
  return draw(empty, toRaster(await read(frame.file)), frame.left, frame.top);
}

function toRaster({ width, height, data }: DecodedImage): Raster {
  return { width, height, pixels: new Uint8Array(data) };
}
