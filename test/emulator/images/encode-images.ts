import { crc32, deflateSync } from 'node:zlib';
import type { Raster } from '@speccast/emulator/images';
import { GifWriter } from 'omggif';
import { encode as encodeJpeg } from 'jpeg-js';
import { jpeg, webp } from 'icodec/node';

/** Red, green and blue from 0 to 255. */
export type Colour = readonly [number, number, number];

/** Colours of the quarters of `createQuarters()`: top left, top right, bottom left, bottom right. */
export const quarterColours: readonly Colour[] = [
  [250, 10, 10],
  [10, 250, 10],
  [10, 10, 250],
  [250, 250, 10],
];

/** Returns a picture whose quarters have the `quarterColours`. */
export function createQuarters(width: number, height: number): Raster {
  const pixels = new Uint8Array(width * height * 4);
  for (let at = 0; at < width * height; at += 1) {
    const quarter = (2 * (at % width) < width ? 0 : 1) + (2 * Math.floor(at / width) < height ? 0 : 2);
    pixels.set([...(quarterColours[quarter] ?? []), 255], at * 4);
  }
  return { width, height, pixels };
}

/** Header and data of a PNG. */
export interface PngParts {
  readonly size: readonly [number, number];
  readonly depth: number;
  readonly color: number;
  readonly interlace?: number;
  /** The bytes of all lines; each line begins with the number of its filter. */
  readonly lines: readonly number[];
  /** Further chunks: type and data. */
  readonly more?: readonly (readonly [type: string, data: readonly number[]])[];
}

function encodePngChunk(type: string, data: readonly number[]): readonly number[] {
  const body = Buffer.concat([Buffer.from(type), Uint8Array.from(data)]);
  return [...encodeUint32(data.length), ...body, ...encodeUint32(crc32(body))];
}

function encodeUint32(value: number): readonly number[] {
  return [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
}

/** Encodes a PNG, with its data in two chunks. */
export function encodePngParts({ lines, ...parts }: PngParts): Uint8Array {
  return encodePackedPng(parts, deflateSync(Uint8Array.from(lines)));
}

/** Encodes a PNG whose lines are already compressed. */
export function encodePackedPng(
  { size, depth, color, interlace = 0, more = [] }: Omit<PngParts, 'lines'>,
  packed: Uint8Array,
): Uint8Array {
  const header = [...size.flatMap(encodeUint32), depth, color, 0, 0, interlace];
  const [half, content] = [packed.length >> 1, [...packed]];
  const data = [...encodePngChunk('IDAT', content.slice(0, half)), ...encodePngChunk('IDAT', content.slice(half))];
  const chunks = more.flatMap(([type, bytes]) => encodePngChunk(type, bytes));
  const signature = [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10];
  return Uint8Array.from([
    ...signature,
    ...encodePngChunk('IHDR', header),
    ...chunks,
    ...data,
    ...encodePngChunk('IEND', []),
  ]);
}

/** Encodes a picture as a PNG. */
export function toPng({ width, height, pixels }: Raster): Uint8Array {
  const lines = Array.from({ length: height }, (_, y) => [0, ...pixels.subarray(y * width * 4, (y + 1) * width * 4)]);
  return encodePngParts({ size: [width, height], depth: 8, color: 6, lines: lines.flat() });
}

/** Returns a picture of one colour. */
export function createFlat(width: number, height: number, [red, green, blue]: Colour): Raster {
  const pixels = Uint8Array.from({ length: width * height * 4 }, (_, at) => [red, green, blue, 255][at % 4] ?? 0);
  return { width, height, pixels };
}

/** Encodes a picture as a baseline JPEG. */
export function toJpeg({ width, height, pixels }: Raster): Uint8Array {
  return new Uint8Array(encodeJpeg({ width, height, data: pixels }, 95).data);
}

/** Encodes a picture as a JPEG with several scans. */
export async function toProgressiveJpeg(picture: Raster): Promise<Uint8Array> {
  await jpeg.loadEncoder();
  return jpeg.encode(toImageData(picture), { progressive: true, quality: 95 });
}

/** Encodes a picture as a WebP. */
export async function toWebp(picture: Raster, lossless = true): Promise<Uint8Array> {
  await webp.loadEncoder();
  return webp.encode(toImageData(picture), { lossless, quality: 95, exact: true });
}

function toImageData({ width, height, pixels }: Raster): ImageDataLike {
  return { width, height, data: new Uint8ClampedArray(pixels), depth: 8 };
}

interface ImageDataLike {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  readonly depth: number;
}

/** A frame of a GIF at a position in pixels; `indexes` are those of its pixels in the palette, row by row. */
export interface GifFrame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly indexes: readonly number[];
  readonly transparent?: number;
}

/** Encodes a GIF with the `quarterColours` as its palette. */
export function toGif(width: number, height: number, frames: readonly GifFrame[]): Uint8Array {
  const bytes: number[] = [];
  const palette = quarterColours.map(([red, green, blue]) => (red << 16) | (green << 8) | blue);
  const writer = new GifWriter(bytes, width, height, { palette });
  for (const { left, top, indexes, transparent, ...size } of frames)
    writer.addFrame(left, top, size.width, size.height, indexes, transparent === undefined ? {} : { transparent });
  writer.end();
  return Uint8Array.from(bytes);
}

/** Encodes an animated WebP. Positions of its frames are in pixels and even, because the format stores halves of them. */
export function toAnimatedWebp(
  width: number,
  height: number,
  frames: readonly { readonly file: Uint8Array; readonly left: number; readonly top: number; readonly size: Raster }[],
): Uint8Array {
  const u24 = (value: number): readonly number[] => [value & 255, (value >> 8) & 255, value >> 16];
  const head = encodeRiffChunk('VP8X', [0x02, 0, 0, 0, ...u24(width - 1), ...u24(height - 1)]);
  const parts = frames.map(({ file, left, top, size }) =>
    encodeRiffChunk('ANMF', [
      ...u24(left / 2),
      ...u24(top / 2),
      ...u24(size.width - 1),
      ...u24(size.height - 1),
      ...u24(100),
      0,
      ...file.subarray(12),
    ]),
  );
  const body = [...encodeText('WEBP'), ...head, ...encodeRiffChunk('ANIM', [0, 0, 0, 0, 0, 0]), ...parts.flat()];
  return Uint8Array.from([...encodeText('RIFF'), ...encodeUint32LittleEndian(body.length), ...body]);
}

function encodeRiffChunk(name: string, data: readonly number[]): readonly number[] {
  return [
    ...encodeText(name),
    ...encodeUint32LittleEndian(data.length),
    ...data,
    ...(data.length % 2 === 0 ? [] : [0]),
  ];
}

function encodeUint32LittleEndian(value: number): readonly number[] {
  return [value & 255, (value >> 8) & 255, (value >> 16) & 255, value >>> 24];
}

function encodeText(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
