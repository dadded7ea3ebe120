import type { Raster } from './raster.js';

/** What the chunks before the pixels of a PNG say. */
export interface PngHeader {
  readonly width: number;
  readonly height: number;
  /** Bits a sample: 1, 2, 4, 8 or 16. */
  readonly depth: number;
  /** 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGB and alpha. */
  readonly color: number;
  readonly interlaced: boolean;
  /** RGB triples; empty where there is none. */
  readonly palette: Uint8Array;
  /** Alpha of palette entries, or the transparent colour; empty where there is none. */
  readonly transparency: Uint8Array;
}

/** One pass over the image: which pixels it holds. */
interface Pass {
  readonly left: number;
  readonly top: number;
  readonly stepX: number;
  readonly stepY: number;
}

const whole: readonly Pass[] = [{ left: 0, top: 0, stepX: 1, stepY: 1 }];
const adam7: readonly Pass[] = [
  { left: 0, top: 0, stepX: 8, stepY: 8 },
  { left: 4, top: 0, stepX: 8, stepY: 8 },
  { left: 0, top: 4, stepX: 4, stepY: 8 },
  { left: 2, top: 0, stepX: 4, stepY: 4 },
  { left: 0, top: 2, stepX: 2, stepY: 4 },
  { left: 1, top: 0, stepX: 2, stepY: 2 },
  { left: 0, top: 1, stepX: 1, stepY: 2 },
];
const samplesOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** The pixels of a PNG from its inflated lines; undefined where lines are missing or have an unknown filter. */
export function unpackPng(header: PngHeader, lines: Uint8Array): Raster | undefined {
  const pixels = new Uint8Array(header.width * header.height * 4);
  const samples = samplesOf[header.color] ?? 4;
  let at = 0;
  for (const pass of header.interlaced ? adam7 : whole) {
    const columns = Math.ceil((header.width - pass.left) / pass.stepX);
    const rows = Math.ceil((header.height - pass.top) / pass.stepY);
    if (columns <= 0 || rows <= 0) continue;
    const bytesPerLine = Math.ceil((columns * samples * header.depth) / 8);
    const block = lines.slice(at, at + rows * (bytesPerLine + 1));
    if (
      block.length < rows * (bytesPerLine + 1) ||
      !unfilter(block, bytesPerLine, Math.max(1, (samples * header.depth) >> 3))
    )
      return undefined;
    copyPixels({ header, pass, columns, rows, block, bytesPerLine }, pixels);
    at += block.length;
  }
  return { width: header.width, height: header.height, pixels };
}

/** Undoes the filters of the lines in place; each line begins with the number of its filter. */
function unfilter(block: Uint8Array, bytesPerLine: number, step: number): boolean {
  let above: Uint8Array = new Uint8Array(bytesPerLine);
  for (let start = 0; start < block.length; start += bytesPerLine + 1) {
    const line = block.subarray(start + 1, start + 1 + bytesPerLine);
    const predict = predictors[block[start] ?? 5];
    if (predict === undefined) return false;
    for (let x = 0; x < bytesPerLine; x += 1) {
      const left = line[x - step] ?? 0;
      const corner = x < step ? 0 : (above[x - step] ?? 0);
      line[x] = (line[x] ?? 0) + predict(left, above[x] ?? 0, corner);
    }
    above = line;
  }
  return true;
}

type Predict = (left: number, up: number, corner: number) => number;

const predictors: readonly Predict[] = [
  () => 0,
  (left) => left,
  (_left, up) => up,
  (left, up) => (left + up) >> 1,
  paeth,
];

function paeth(left: number, up: number, corner: number): number {
  const [toLeft, toUp, toCorner] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

interface Placement {
  readonly header: PngHeader;
  readonly pass: Pass;
  readonly columns: number;
  readonly rows: number;
  readonly block: Uint8Array;
  readonly bytesPerLine: number;
}

function copyPixels(placement: Placement, pixels: Uint8Array): void {
  const { header, pass, columns, rows, block, bytesPerLine } = placement;
  if (header.depth === 8 && header.color === 6) return placeBytes(placement, 4, pixels);
  if (header.depth === 8 && header.color === 2 && header.transparency.length === 0)
    return placeBytes(placement, 3, pixels);
  const read = readers[header.color] ?? readGrey;
  for (let row = 0; row < rows; row += 1) {
    const line = block.subarray(row * (bytesPerLine + 1) + 1, (row + 1) * (bytesPerLine + 1));
    for (let column = 0; column < columns; column += 1) {
      const x = pass.left + column * pass.stepX;
      const y = pass.top + row * pass.stepY;
      pixels.set(read({ header, line }, column), (y * header.width + x) * 4);
    }
  }
}

/** What most PNG hold, without a function call a pixel. */
function placeBytes(
  { header, pass, columns, rows, block, bytesPerLine }: Placement,
  samples: 3 | 4,
  pixels: Uint8Array,
): void {
  for (let row = 0; row < rows; row += 1) {
    let from = row * (bytesPerLine + 1) + 1;
    let to = ((pass.top + row * pass.stepY) * header.width + pass.left) * 4;
    for (let column = 0; column < columns; column += 1) {
      pixels[to] = block[from] ?? 0;
      pixels[to + 1] = block[from + 1] ?? 0;
      pixels[to + 2] = block[from + 2] ?? 0;
      pixels[to + 3] = samples === 4 ? (block[from + 3] ?? 0) : 255;
      from += samples;
      to += 4 * pass.stepX;
    }
  }
}

interface Line {
  readonly header: PngHeader;
  readonly line: Uint8Array;
}

type ReadPixel = (line: Line, column: number) => readonly number[];

const readers: Readonly<Record<number, ReadPixel>> = {
  0: readGrey,
  2: readRgb,
  3: readPalette,
  4: readGreyAlpha,
  6: readRgba,
};

/** The sample as it is stored, from 0 to 2^depth - 1. */
function sample({ header: { depth }, line }: Line, index: number): number {
  if (depth === 8) return line[index] ?? 0;
  if (depth === 16) return ((line[index * 2] ?? 0) << 8) | (line[index * 2 + 1] ?? 0);
  const bit = index * depth;
  return ((line[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
}

/** The sample from 0 to 255. */
function level(line: Line, index: number): number {
  const { depth } = line.header;
  const value = sample(line, index);
  return depth === 16 ? value >> 8 : Math.round((value * 255) / ((1 << depth) - 1));
}

function readGrey(line: Line, column: number): readonly number[] {
  const value = level(line, column);
  return [value, value, value, isTransparent(line, [column]) ? 0 : 255];
}

function readRgb(line: Line, column: number): readonly number[] {
  const at = [column * 3, column * 3 + 1, column * 3 + 2];
  return [...at.map((index) => level(line, index)), isTransparent(line, at) ? 0 : 255];
}

/** Whether the samples are those of the one colour that `tRNS` makes transparent. */
function isTransparent(line: Line, at: readonly number[]): boolean {
  const { transparency } = line.header;
  if (transparency.length < at.length * 2) return false;
  return at.every(
    (index, which) =>
      sample(line, index) === (((transparency[which * 2] ?? 0) << 8) | (transparency[which * 2 + 1] ?? 0)),
  );
}

function readPalette(line: Line, column: number): readonly number[] {
  const { palette, transparency } = line.header;
  const entry = sample(line, column);
  return [
    palette[entry * 3] ?? 0,
    palette[entry * 3 + 1] ?? 0,
    palette[entry * 3 + 2] ?? 0,
    transparency[entry] ?? 255,
  ];
}

function readGreyAlpha(line: Line, column: number): readonly number[] {
  const value = level(line, column * 2);
  return [value, value, value, level(line, column * 2 + 1)];
}

function readRgba(line: Line, column: number): readonly number[] {
  const at = column * 4;
  return [level(line, at), level(line, at + 1), level(line, at + 2), level(line, at + 3)];
}
