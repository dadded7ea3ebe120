import { maxPixels, type Raster } from '../engine/domain/raster.js';

/** `GifReader` of omggif, as far as it is used. */
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

/** Opens a GIF; throws where the bytes are none. */
export type OpenGif = (bytes: Uint8Array) => GifFile;

/** The first frame of a GIF, with what it leaves out transparent. Throws, or answers undefined, where it is damaged. */
export function decodeGif(bytes: Uint8Array, open: OpenGif): Raster | undefined {
  const file = open(bytes);
  const { width, height } = file;
  if (file.numFrames() === 0 || width * height > maxPixels) return undefined;
  const frame = file.frameInfo(0);
  // A frame that leaves the image would be written round its edges.
  if (frame.x + frame.width > width || frame.y + frame.height > height) return undefined;
  const pixels = new Uint8Array(width * height * 4);
  file.decodeAndBlitFrameRGBA(0, pixels);
  return { width, height, pixels };
}
