import { readImage } from '../engine/domain/image-size.js';
import { maxPixels, type Raster } from '../engine/domain/raster.js';

/** Pixels as rows of red, green, blue and alpha, as libraries hand them out. */
export interface DecodedImage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array | Uint8ClampedArray;
}

/** `decode` of jpeg-js, as far as it is used. */
export type ReadJpeg = (
  bytes: Uint8Array,
  options: {
    readonly useTArray: true;
    readonly formatAsRGBA: true;
    readonly maxResolutionInMP: number;
    readonly maxMemoryUsageInMB: number;
  },
) => DecodedImage;

/** Scans at the full size allowed; smaller images may have more of them. Encoders make about ten. */
const maxScans = 20;

/** The pixels of a JPEG; undefined where its scans would take too long. Throws where it is damaged. */
export function decodeJpeg(bytes: Uint8Array, read: ReadJpeg): Raster | undefined {
  const facts = readImage(bytes);
  if (facts === undefined || scansOf(bytes) * facts.width * facts.height > maxScans * maxPixels) return undefined;
  const options = {
    useTArray: true,
    formatAsRGBA: true,
    maxResolutionInMP: maxPixels / 1_000_000,
    maxMemoryUsageInMB: 512,
  } as const;
  const { width, height, data } = read(bytes, options);
  return { width, height, pixels: new Uint8Array(data) };
}

/** Each scan of a progressive JPEG goes over the whole image, but may take a few bytes only. */
function scansOf(bytes: Uint8Array): number {
  let scans = 0;
  for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at + 1)) if (bytes[at + 1] === 0xda) scans += 1;
  return scans;
}
