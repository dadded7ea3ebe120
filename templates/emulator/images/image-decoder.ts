import { type ImageFacts, readImage, type Size } from '../values/pictures/image-size.js';
import { type DecodeImage, draw, maxPixels, type Raster } from '../values/pictures/raster.js';
import type { ReadPng } from './png-reader.js';
import { findFirstFrame, type ReadWebp } from './webp-reader.js';

/** Decoders of the formats. */
interface ImageLibraries {
  readonly readPng: ReadPng;
  readonly readJpeg: ReadJpeg;
  readonly openGif: OpenGif;
  readonly readWebp: ReadWebp;
}

/**
 * Creates a decoder of PNG, JPEG, GIF and WebP. It decodes the first frame of animations, does not apply rotation, and never throws:
 * it returns undefined for images that are damaged or larger than 16 megapixels.
 */
export function createImageDecoder(libraries: ImageLibraries): DecodeImage {
  type Decode = (bytes: Uint8Array, size: Size) => Promise<Raster | undefined>;
  const decoders: Readonly<Record<ImageFacts['type'], Decode>> = {
    'image/png': libraries.readPng,
    'image/jpeg': async (bytes, size) => decodeJpeg(bytes, size, libraries.readJpeg),
    'image/gif': async (bytes) => decodeGif(bytes, libraries.openGif),
    'image/webp': (bytes, size) => decodeWebp(bytes, size, libraries.readWebp),
  };
  return async (bytes): Promise<Raster | undefined> => {
    const facts = readImage(bytes);
    if (!facts || facts.width * facts.height > maxPixels) return undefined;
    try {
      return await decoders[facts.type](bytes, facts);
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
) => Size & { readonly data: Uint8Array };

/** Maximum number of scans at the maximum size. Encoders make about ten. */
const maxScans = 20;

/** Decodes a JPEG; undefined if its scans would take too long. Throws if it is damaged. */
function decodeJpeg(bytes: Uint8Array, { width, height }: Size, read: ReadJpeg): Raster | undefined {
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
  return { width: image.width, height: image.height, pixels: image.data };
}

/** Decodes a WebP, or the first frame of an animated one. Throws or returns undefined if it is damaged. */
async function decodeWebp(bytes: Uint8Array, { width, height }: Size, read: ReadWebp): Promise<Raster | undefined> {
  const frame = findFirstFrame(bytes);
  if (!frame) return read(bytes);
  const facts = readImage(frame.file);
  if (!facts || facts.width * facts.height > maxPixels) return undefined;
  if (frame.left + facts.width > width || frame.top + facts.height > height) return undefined;
  const empty = { width, height, pixels: new Uint8Array(width * height * 4) };
  return draw(empty, await read(frame.file), frame.left, frame.top);
}
