import { crc32 } from '../crc32.js';
import { maxPixels, type Raster } from './raster.js';
import { unpackPng, type PngHeader } from './png-pixels.js';
import { deflate, inflate } from './zlib.js';

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const depths: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

interface Chunk {
  readonly type: string;
  readonly data: Uint8Array;
}

/** The pixels of a PNG, or undefined where the bytes are none or are damaged. */
export async function decodePng(bytes: Uint8Array): Promise<Raster | undefined> {
  const chunks = chunksOf(bytes);
  const header = headerOf(chunks);
  if (header === undefined) return undefined;
  const packed = chunks.filter((chunk) => chunk.type === 'IDAT').map((chunk) => chunk.data);
  const lines = await inflate(packed, linesLength(header));
  return lines === undefined ? undefined : unpackPng(header, lines);
}

/** The raster as an 8-bit RGBA PNG. */
export async function encodePng({ width, height, pixels }: Raster): Promise<Uint8Array> {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, 6], 8);
  const lines = new Uint8Array(height * (width * 4 + 1));
  for (let y = 0; y < height; y += 1)
    lines.set(pixels.subarray(y * width * 4, (y + 1) * width * 4), y * (width * 4 + 1) + 1);
  const parts = [
    Uint8Array.from(signature),
    chunk('IHDR', header),
    chunk('IDAT', await deflate(lines)),
    chunk('IEND', new Uint8Array()),
  ];
  return joined(parts);
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + data.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(new TextEncoder().encode(type), 4);
  bytes.set(data, 8);
  view.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length)));
  return bytes;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function chunksOf(bytes: Uint8Array): readonly Chunk[] {
  if (signature.some((byte, index) => bytes[index] !== byte)) return [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: Chunk[] = [];
  let at = signature.length;
  while (at + 12 <= bytes.length) {
    const length = view.getUint32(at);
    if (at + 12 + length > bytes.length) return [];
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    chunks.push({ type, data: bytes.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
}

function headerOf(chunks: readonly Chunk[]): PngHeader | undefined {
  const data = chunks[0]?.type === 'IHDR' ? chunks[0].data : undefined;
  if (data?.length !== 13) return undefined;
  const view = new DataView(data.buffer, data.byteOffset, 13);
  const [width, height, depth, color, interlace] = [
    view.getUint32(0),
    view.getUint32(4),
    view.getUint8(8),
    view.getUint8(9),
    view.getUint8(12),
  ];
  const sound = width > 0 && height > 0 && width * height <= maxPixels && depths[color]?.includes(depth) === true;
  if (!sound || view.getUint8(10) !== 0 || view.getUint8(11) !== 0 || interlace > 1) return undefined;
  return {
    width,
    height,
    depth,
    color,
    interlaced: interlace === 1,
    palette: dataOf(chunks, 'PLTE'),
    transparency: dataOf(chunks, 'tRNS'),
  };
}

function dataOf(chunks: readonly Chunk[], type: string): Uint8Array {
  return chunks.find((one) => one.type === type)?.data ?? new Uint8Array();
}

/** Most bytes that the filtered lines of the image can take, interlaced or not. */
function linesLength({ width, height, depth, color }: PngHeader): number {
  const samples = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[color] ?? 4;
  return Math.ceil((width * height * samples * depth) / 8) + 3 * (width + height) + 64 + 2 * height;
}
