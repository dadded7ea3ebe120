import { joinBytes } from '../bytes.js';
import { crc32 } from '../bytes.js';
import { maxPixels, type Raster } from './raster.js';
import { samplesByColor, unpackPng, type PngHeader } from './png-pixels.js';
import { deflate, inflate } from './zlib.js';

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Depths that a colour may have. */
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

/** Decodes a PNG; undefined if the bytes are not one or are damaged. */
export async function decodePng(bytes: Uint8Array): Promise<Raster | undefined> {
  const chunks = readChunks(bytes);
  const header = readHeader(chunks);
  if (!header) return undefined;
  const { width, height, depth, color } = header;
  const packed = chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data);
  // The filtered lines take at most as many bytes, interlaced or not.
  const bits = width * height * (samplesByColor[color] ?? 4) * depth;
  const lines = await inflate(packed, Math.ceil(bits / 8) + 3 * (width + height) + 64 + 2 * height);
  return lines && unpackPng(header, lines);
}

/** Encodes a raster as an 8-bit RGBA PNG. */
export async function encodePng({ width, height, pixels }: Raster): Promise<Uint8Array> {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, 6], 8);
  const lines = new Uint8Array(height * (width * 4 + 1));
  for (let y = 0; y < height; y += 1)
    lines.set(pixels.subarray(y * width * 4, (y + 1) * width * 4), y * (width * 4 + 1) + 1);
  return joinBytes([
    Uint8Array.from(signature),
    writeChunk('IHDR', header),
    writeChunk('IDAT', await deflate(lines)),
    writeChunk('IEND', new Uint8Array()),
  ]);
}

function writeChunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + data.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(new TextEncoder().encode(type), 4);
  bytes.set(data, 8);
  view.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length)));
  return bytes;
}

function readChunks(bytes: Uint8Array): readonly Chunk[] {
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

function readHeader(chunks: readonly Chunk[]): PngHeader | undefined {
  const [first] = chunks;
  if (first?.type !== 'IHDR' || first.data.length !== 13) return undefined;
  const view = new DataView(first.data.buffer, first.data.byteOffset, 13);
  const [width, height] = [view.getUint32(0), view.getUint32(4)];
  const [depth = 0, color = 0, compression, filter, interlace = 0] = first.data.subarray(8);
  const isSound = width > 0 && height > 0 && width * height <= maxPixels && depths[color]?.includes(depth) === true;
  if (!isSound || compression !== 0 || filter !== 0 || interlace > 1) return undefined;
  const find = (type: string): Uint8Array => chunks.find((one) => one.type === type)?.data ?? new Uint8Array();
  return {
    width,
    height,
    depth,
    color,
    interlaced: interlace === 1,
    palette: find('PLTE'),
    transparency: find('tRNS'),
  };
}
