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
  const samples = samplesByColor[color] ?? 4;
  let at = 0;
  for (const [left, top, stepX, stepY] of header.interlaced ? adam7 : whole) {
    const columns = Math.ceil((width - left) / stepX);
    const bytesPerLine = Math.ceil((columns * samples * depth) / 8);
    if (columns <= 0) continue;
    let above: Uint8Array = new Uint8Array(bytesPerLine);
    for (let y = top; y < height; y += stepY) {
      // A line begins with the number of its filter.
      const predict = predictors[lines[at] ?? -1];
      const line = lines.subarray(at + 1, at + 1 + bytesPerLine);
      if (predict === undefined || line.length < bytesPerLine) return undefined;
      unfilter(line, above, { predict, step: Math.max(1, (samples * depth) >> 3) });
      for (let column = 0; column < columns; column += 1)
        copyPixel({ header, line }, column, pixels, (y * width + left + column * stepX) * 4);
      above = line;
      at += 1 + bytesPerLine;
    }
  }
  return { width, height, pixels };
}

type Predict = (left: number, up: number, corner: number) => number;

/** Undoes the filter of a line in place. */
function unfilter(
  line: Uint8Array,
  above: Uint8Array,
  { predict, step }: { readonly predict: Predict; readonly step: number },
): void {
  for (let x = 0; x < line.length; x += 1) {
    const left = line[x - step] ?? 0;
    const corner = above[x - step] ?? 0;
    line[x] = (line[x] ?? 0) + predict(left, above[x] ?? 0, corner);
  }
}

const predictors: readonly Predict[] = [
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

interface Line {
  readonly header: PngHeader;
  readonly line: Uint8Array;
}

/** Copies a pixel of a line as red, green, blue and alpha. */
function copyPixel(line: Line, column: number, pixels: Uint8Array, to: number): void {
  const { color, palette, transparency } = line.header;
  if (color === 3) {
    const entry = readSample(line, column);
    for (let channel = 0; channel < 3; channel += 1) pixels[to + channel] = palette[entry * 3 + channel] ?? 0;
    pixels[to + 3] = transparency[entry] ?? 255;
    return;
  }
  const samples = samplesByColor[color] ?? 4;
  const from = column * samples;
  for (let channel = 0; channel < 3; channel += 1)
    pixels[to + channel] = readLevel(line, samples < 3 ? from : from + channel);
  if (color >= 4) pixels[to + 3] = readLevel(line, from + samples - 1);
  else pixels[to + 3] = transparency.length > 0 && isTransparent(line, from, samples) ? 0 : 255;
}

/** Tells whether the samples are those of the one colour that `tRNS` makes transparent. */
function isTransparent(line: Line, from: number, samples: number): boolean {
  const { transparency } = line.header;
  if (transparency.length < samples * 2) return false;
  for (let index = 0; index < samples; index += 1) {
    const stated = ((transparency[index * 2] ?? 0) << 8) | (transparency[index * 2 + 1] ?? 0);
    if (readSample(line, from + index) !== stated) return false;
  }
  return true;
}

/** Reads a sample as it is stored, from 0 to 2^depth - 1. */
function readSample({ header: { depth }, line }: Line, index: number): number {
  if (depth === 8) return line[index] ?? 0;
  if (depth === 16) return ((line[index * 2] ?? 0) << 8) | (line[index * 2 + 1] ?? 0);
  const bit = index * depth;
  return ((line[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
}

/** Reads a sample as a number from 0 to 255. */
function readLevel(line: Line, index: number): number {
  const { depth } = line.header;
  const value = readSample(line, index);
  if (depth === 8) return value;
  return depth === 16 ? value >> 8 : Math.round((value * 255) / ((1 << depth) - 1));
}
