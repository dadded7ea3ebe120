import type { Size } from './image-size.js';

/** Pixels as rows of red, green, blue and alpha, a byte each. */
export interface Raster extends Size {
  readonly pixels: Uint8Array;
}

/** Decodes an image; undefined if the bytes are not one, are damaged, or too large to be decoded. */
export type DecodeImage = (bytes: Uint8Array) => Promise<Raster | undefined>;

/** Most pixels that are decoded, which bounds time and memory. */
export const maxPixels = 16_000_000;

/** Creates an opaque raster of one colour. */
export function flatRaster({ width, height }: Size, red: number, green: number, blue: number): Raster {
  const pixels = new Uint8Array(width * height * 4);
  for (let at = 0; at < pixels.length; at += 4) pixels.set([red, green, blue, 255], at);
  return { width, height, pixels };
}

/** Scales a raster: each pixel is the mean of the area that it covers. Transparent areas turn black. */
export function resize(source: Raster, { width, height }: Size): Raster {
  const columns = toSpans(source.width, width);
  const rows = toSpans(source.height, height);
  const pixels = new Uint8Array(width * height * 4);
  const lines = new Float64Array(width * source.height * 3);
  for (let y = 0; y < source.height; y += 1) shrinkRow(source, y, columns, lines);
  rows.forEach((span, y) => pixels.set(computeRow(lines, width, span), y * width * 4));
  return { width, height, pixels };
}

/** Beginning and end of a target pixel, in source pixels: `{ from: 1.5, to: 3 }`. */
interface Span {
  readonly from: number;
  readonly to: number;
}

function toSpans(source: number, target: number): readonly Span[] {
  return Array.from({ length: target }, (_, index) => ({
    from: (index * source) / target,
    to: ((index + 1) * source) / target,
  }));
}

function shrinkRow(source: Raster, y: number, columns: readonly Span[], lines: Float64Array): void {
  columns.forEach((span, x) => {
    const sum = [0, 0, 0];
    visitCovered(span, (at, share) => {
      const pixel = (y * source.width + at) * 4;
      const opacity = (share * (source.pixels[pixel + 3] ?? 0)) / 255;
      for (let channel = 0; channel < 3; channel += 1)
        sum[channel] = (sum[channel] ?? 0) + (source.pixels[pixel + channel] ?? 0) * opacity;
    });
    lines.set(sum, (y * columns.length + x) * 3);
  });
}

/** Computes a row of opaque pixels: the mean of the lines that the span covers. */
function computeRow(lines: Float64Array, width: number, span: Span): Uint8Array {
  const row = new Uint8Array(width * 4).fill(255);
  for (let x = 0; x < width; x += 1) {
    for (let channel = 0; channel < 3; channel += 1) {
      let sum = 0;
      visitCovered(span, (at, share) => {
        sum += (lines[(at * width + x) * 3 + channel] ?? 0) * share;
      });
      row[x * 4 + channel] = Math.round(sum);
    }
  }
  return row;
}

/** Calls the visitor for each source pixel of the span with its share of it; the shares add up to 1. */
function visitCovered({ from, to }: Span, visitor: (at: number, share: number) => void): void {
  for (let at = Math.floor(from); at < to; at += 1) {
    const covered = Math.min(at + 1, to) - Math.max(at, from);
    if (covered > 0) visitor(at, covered / (to - from));
  }
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
