import type { Size } from './image-size.js';

/** Pixels as rows of red, green, blue and alpha, a byte each. */
export interface Raster extends Size {
  readonly pixels: Uint8Array;
}

/** The pixels of an image; undefined where the bytes are none, are damaged, or too large to be decoded. */
export type DecodeImage = (bytes: Uint8Array) => Promise<Raster | undefined>;

/** Most pixels that are decoded: larger images are taken as undecodable, so that none takes much time or memory. */
export const maxPixels = 16_000_000;

/** An opaque raster of one colour. */
export function flatRaster({ width, height }: Size, red: number, green: number, blue: number): Raster {
  const pixels = new Uint8Array(width * height * 4);
  for (let at = 0; at < pixels.length; at += 4) pixels.set([red, green, blue, 255], at);
  return { width, height, pixels };
}

/** The raster scaled to a size, each pixel the mean of the area it covers; what is transparent turns black. */
export function resize(source: Raster, { width, height }: Size): Raster {
  const columns = spans(source.width, width);
  const rows = spans(source.height, height);
  const pixels = new Uint8Array(width * height * 4);
  const lines = new Float64Array(width * source.height * 3);
  for (let y = 0; y < source.height; y += 1) shrinkRow(source, y, columns, lines);
  rows.forEach((span, y) => pixels.set(meanRow(lines, width, span), y * width * 4));
  return { width, height, pixels };
}

/** Where a target pixel begins and ends in the source, in source pixels. */
interface Span {
  readonly from: number;
  readonly to: number;
}

function spans(source: number, target: number): readonly Span[] {
  return Array.from({ length: target }, (_, index) => ({
    from: (index * source) / target,
    to: ((index + 1) * source) / target,
  }));
}

function shrinkRow(source: Raster, y: number, columns: readonly Span[], lines: Float64Array): void {
  columns.forEach((span, x) => {
    const sum = [0, 0, 0];
    eachCovered(span, (at, share) => {
      const pixel = (y * source.width + at) * 4;
      const opacity = (share * (source.pixels[pixel + 3] ?? 0)) / 255;
      for (let channel = 0; channel < 3; channel += 1)
        sum[channel] = (sum[channel] ?? 0) + (source.pixels[pixel + channel] ?? 0) * opacity;
    });
    lines.set(sum, (y * columns.length + x) * 3);
  });
}

/** One row of opaque pixels: the mean of the lines that the span covers. */
function meanRow(lines: Float64Array, width: number, span: Span): Uint8Array {
  const row = new Uint8Array(width * 4).fill(255);
  for (let x = 0; x < width; x += 1) {
    for (let channel = 0; channel < 3; channel += 1) {
      let sum = 0;
      eachCovered(span, (at, share) => {
        sum += (lines[(at * width + x) * 3 + channel] ?? 0) * share;
      });
      row[x * 4 + channel] = Math.round(sum);
    }
  }
  return row;
}

/** Calls the visitor for each source pixel of the span with its share of it; the shares add up to 1. */
function eachCovered({ from, to }: Span, visitor: (at: number, share: number) => void): void {
  for (let at = Math.floor(from); at < to; at += 1) {
    const covered = Math.min(at + 1, to) - Math.max(at, from);
    if (covered > 0) visitor(at, covered / (to - from));
  }
}

/** Draws a raster onto another at a position; both stay inside their bounds. */
export function draw(onto: Raster, what: Raster, left: number, top: number): Raster {
  const pixels = onto.pixels.slice();
  for (let y = 0; y < what.height; y += 1) {
    const row = what.pixels.subarray(y * what.width * 4, (y + 1) * what.width * 4);
    pixels.set(row, ((y + top) * onto.width + left) * 4);
  }
  return { ...onto, pixels };
}
