import type { Raster } from './raster.js';

/** Values of the chunks before the pixels of a PNG. */
export interface PngHeader {
  readonly width: number;
  readonly height: number;
  /** Bits a sample: 1, 2, 4, 8 or 16. */
  readonly depth: number;
  /** 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGB and alpha. */
  readonly color: number;
  readonly interlaced: boolean;
  /** RGB triples; empty if there are none. */
  readonly palette: Uint8Array;
  /** Alpha of palette entries, or the transparent colour; empty if there is none. */
  readonly transparency: Uint8Array;
}

/** The pixels of one pass over the image: the first one, and the distances to the next one. */
type Pass = readonly [left: number, top: number, stepX: number, stepY: number];

const whole: readonly Pass[] = [[0, 0, 1, 1]];
const adam7: readonly Pass[] = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
];

/** Number of samples of a pixel, by colour. */
export const samplesByColor: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Reads the pixels of a PNG from its inflated lines, which it changes; undefined if lines are missing or have an unknown filter. */
export function unpackPng(header: PngHeader, lines: Uint8Array): Raster | undefined {
  const { width, height, depth, color } = header;
  const pixels = new Uint8Array(width * height * 4);
  const bits = (samplesByColor[color] ?? 4) * depth;
  // Distance of the byte to the left.
  const step = Math.max(1, bits >> 3);
  let at = 0;
  for (const [left, top, stepX, stepY] of header.interlaced ? adam7 : whole) {
    const columns = Math.ceil((width - left) / stepX);
    const bytesPerLine = Math.ceil((columns * bits) / 8);
    if (columns <= 0) continue;
    let above: Uint8Array = new Uint8Array(bytesPerLine);
    for (let y = top; y < height; y += stepY) {
      // A line begins with the number of its filter.
      const predict = predictors[lines[at] ?? -1];
      const line = lines.subarray(at + 1, at + 1 + bytesPerLine);
      if (!predict || line.length < bytesPerLine) return undefined;
      for (let x = 0; x < bytesPerLine; x += 1)
        line[x] = (line[x] ?? 0) + predict(line[x - step] ?? 0, above[x] ?? 0, above[x - step] ?? 0);
      for (let column = 0; column < columns; column += 1)
        copyPixel(header, line, column, { pixels, at: (y * width + left + column * stepX) * 4 });
      above = line;
      at += 1 + bytesPerLine;
    }
  }
  return { width, height, pixels };
}

/** Predictions of a byte by the bytes to the left, above, and above to the left, by number of the filter. */
const predictors: readonly ((left: number, up: number, corner: number) => number)[] = [
  () => 0,
  (left) => left,
  (_left, up) => up,
  (left, up) => (left + up) >> 1,
  // The Paeth filter.
  (left, up, corner) => {
    const [toLeft, toUp] = [Math.abs(up - corner), Math.abs(left - corner)];
    const toCorner = Math.abs(left + up - 2 * corner);
    if (toLeft <= toUp && toLeft <= toCorner) return left;
    return toUp <= toCorner ? up : corner;
  },
];

/** Copies red, green, blue and alpha of a pixel of a line. */
function copyPixel(
  { color, depth, palette, transparency }: PngHeader,
  line: Uint8Array,
  column: number,
  { pixels, at }: { readonly pixels: Uint8Array; readonly at: number },
): void {
  const count = samplesByColor[color] ?? 4;
  const first = column * count;
  const entry = readSample(line, first, depth);
  for (let channel = 0; channel < 3; channel += 1)
    pixels[at + channel] =
      color === 3 ? (palette[entry * 3 + channel] ?? 0) : readLevel(line, count < 3 ? first : first + channel, depth);
  if (color === 3) pixels[at + 3] = transparency[entry] ?? 255;
  else if (color >= 4) pixels[at + 3] = readLevel(line, first + count - 1, depth);
  else {
    // `tRNS` makes one colour transparent.
    let isTransparent = transparency.length >= count * 2;
    for (let index = 0; isTransparent && index < count; index += 1)
      isTransparent = readSample(line, first + index, depth) === readSample(transparency, index, 16);
    pixels[at + 3] = isTransparent ? 0 : 255;
  }
}

/** Reads a sample as a number from 0 to 255. */
function readLevel(bytes: Uint8Array, index: number, depth: number): number {
  const sample = readSample(bytes, index, depth);
  return depth === 16 ? sample >> 8 : Math.round((sample * 255) / ((1 << depth) - 1));
}

/** Reads a sample as it is stored, from 0 to 2^depth - 1. */
function readSample(bytes: Uint8Array, index: number, depth: number): number {
  if (depth === 16) return ((bytes[index * 2] ?? 0) << 8) | (bytes[index * 2 + 1] ?? 0);
  const bit = index * depth;
  return ((bytes[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
}
