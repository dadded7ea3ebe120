import { crc32, joinBytes } from '../bytes.js';
import type { Raster } from './raster.js';
import { deflate } from './zlib.js';

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
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
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
