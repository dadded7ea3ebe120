import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** Red, green and blue from 0 to 255. */
export type Colour = readonly [number, number, number];

/** The picture of a decoded PNG. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  at(x: number, y: number): Colour;
}

const grey: Colour = [128, 128, 128];

/** A PNG of a size, coloured pixel by pixel (row after row); grey unless said. */
export function picture(
  width: number,
  height: number,
  colour: (x: number, y: number) => Colour = () => grey,
): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.alloc((width * 3 + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) rows.set(colour(x, y), y * (width * 3 + 1) + 1 + x * 3);
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return new Uint8Array(
    Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]),
  );
}

/** The colours in the corners of `quarters`: top left, top right, bottom left, bottom right. */
export const cornerColours: readonly Colour[] = [
  [250, 10, 10],
  [10, 250, 10],
  [10, 10, 250],
  [250, 250, 10],
];

/** A PNG whose four quarters have the four corner colours. */
export function quarters(width: number, height: number): Uint8Array {
  return picture(width, height, (x, y) => cornerColours[(x * 2 < width ? 0 : 1) + (y * 2 < height ? 0 : 2)] ?? grey);
}

/** Decodes a PNG of 8 bits a channel, with or without alpha. */
export function readPicture(bytes: Uint8Array): Pixels {
  const view = Buffer.from(bytes);
  const [width, height, type] = [view.readUInt32BE(16), view.readUInt32BE(20), view.readUInt8(25)];
  const depth = type === 6 ? 4 : 3;
  const data: Buffer[] = [];
  for (let offset = 8; offset < view.length; offset += 12 + view.readUInt32BE(offset)) {
    if (view.toString('latin1', offset + 4, offset + 8) === 'IDAT')
      data.push(view.subarray(offset + 8, offset + 8 + view.readUInt32BE(offset)));
  }
  const lines = unfilter(inflateSync(Buffer.concat(data)), width * depth, depth);
  const channel = (x: number, y: number, index: number): number => lines[y]?.[x * depth + index] ?? -1;
  return { width, height, at: (x, y) => [channel(x, y, 0), channel(x, y, 1), channel(x, y, 2)] };
}

function unfilter(raw: Buffer, length: number, depth: number): readonly Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (let start = 0; start + length < raw.length; start += length + 1) {
    const before = lines.at(-1) ?? new Uint8Array(length);
    const line = new Uint8Array(length);
    for (let index = 0; index < length; index += 1) {
      const [left, up, corner] = [line[index - depth] ?? 0, before[index] ?? 0, before[index - depth] ?? 0];
      line[index] = (raw[start + 1 + index] ?? 0) + predict(raw[start] ?? 0, left, up, corner);
    }
    lines.push(line);
  }
  return lines;
}

function predict(filter: number, left: number, up: number, corner: number): number {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
