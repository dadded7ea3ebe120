import type { Size } from './image-size.js';

/** Pixels as rows of red, green, blue and alpha, a byte each. */
export interface Raster extends Size {
  readonly pixels: Uint8Array;
}

/** Decodes an image; undefined if the bytes are not one, are damaged, or too large to be decoded. */
export type DecodeImage = (bytes: Uint8Array) => Promise<Raster | undefined>;

/** Maximum number of pixels of an image that is decoded. Limits time and memory. */
export const maxPixels = 16_000_000;

/** Creates an opaque raster of one colour. */
export function flatRaster({ width, height }: Size, red: number, green: number, blue: number): Raster {
  const pixels = new Uint8Array(width * height * 4);
  for (let at = 0; at < pixels.length; at += 4) pixels.set([red, green, blue, 255], at);
  return { width, height, pixels };
}

/** Scales a raster: each pixel is the mean of the area that it covers. Transparent areas turn black. */
export function resize(source: Raster, { width, height }: Size): Raster {
  const pixels = new Uint8Array(width * height * 4).fill(255);
  const columns = listSpans(source.width, width);
  for (const [y, rows] of listSpans(source.height, height).entries())
    for (const [x, covered] of columns.entries()) {
      let [red, green, blue] = [0, 0, 0];
      for (const row of rows)
        for (const column of covered) {
          const at = (row.at * source.width + column.at) * 4;
          const share = (row.share * column.share * (source.pixels[at + 3] ?? 0)) / 255;
          red += (source.pixels[at] ?? 0) * share;
          green += (source.pixels[at + 1] ?? 0) * share;
          blue += (source.pixels[at + 2] ?? 0) * share;
        }
      pixels.set([red, green, blue].map(Math.round), (y * width + x) * 4);
    }
  return { width, height, pixels };
}

/** A source pixel that a target pixel covers, and its share of that; the shares of a target pixel add up to 1. */
interface Covered {
  readonly at: number;
  readonly share: number;
}

/** Lists the source pixels that each target pixel covers in a row or column. */
function listSpans(source: number, target: number): readonly (readonly Covered[])[] {
  const size = source / target;
  return Array.from({ length: target }, (_, index) => {
    const [from, to] = [index * size, (index + 1) * size];
    const first = Math.floor(from);
    const pixels = Array.from({ length: Math.ceil(to) - first }, (_none, offset) => first + offset);
    return pixels.map((at) => ({ at, share: (Math.min(at + 1, to) - Math.max(at, from)) / size }));
  });
}

/** Draws a raster onto another at a position. It has to fit. */
export function draw(onto: Raster, image: Raster, left: number, top: number): Raster {
  const pixels = onto.pixels.slice();
  for (let y = 0; y < image.height; y += 1) {
    const row = image.pixels.subarray(y * image.width * 4, (y + 1) * image.width * 4);
    pixels.set(row, ((y + top) * onto.width + left) * 4);
  }
  return { ...onto, pixels };
}
