import type { Json } from '@speccast/runtime';
import { encodePng } from '../values/pictures/png.js';
import type { ImageContent, MediaContent } from './check.js';

/** Bytes and their media type. */
export interface WrittenMedia {
  readonly bytes: Uint8Array;
  readonly type: string;
}

/** Makes the bytes that a step describes. */
export async function writeMedia({ text, png, jpeg, type, cut }: MediaContent): Promise<WrittenMedia> {
  const bytes = png === undefined ? (jpeg === undefined ? encode(text ?? '') : writeJpeg(jpeg)) : await writePng(png);
  const own = png === undefined ? (jpeg === undefined ? 'application/octet-stream' : 'image/jpeg') : 'image/png';
  return { bytes: bytes.slice(0, cut), type: type ?? own };
}

/** JSON and bytes as `multipart/related`. */
export function writeRelated(body: unknown, { bytes, type }: WrittenMedia): WrittenMedia {
  const json = `--${boundary}\r\ncontent-type: application/json\r\n\r\n${JSON.stringify(body)}\r\n`;
  const parts = [
    encode(`${json}--${boundary}\r\ncontent-type: ${type}\r\n\r\n`),
    bytes,
    encode(`\r\n--${boundary}--\r\n`),
  ];
  return { bytes: join(parts), type: `multipart/related; boundary=${boundary}` };
}

/** JSON and bytes as fields of a form. */
export function writeForm(body: Json | undefined, { bytes, type }: WrittenMedia): WrittenMedia {
  const field = (name: string, mediaType: string): string =>
    `--${boundary}\r\ncontent-disposition: form-data; name=${name}\r\ncontent-type: ${mediaType}\r\n\r\n`;
  const json = body === undefined ? '' : `${field('"metadata"', 'application/json')}${JSON.stringify(body)}\r\n`;
  const parts = [encode(json + field('"file"; filename="file"', type)), bytes, encode(`\r\n--${boundary}--\r\n`)];
  return { bytes: join(parts), type: `multipart/form-data; boundary=${boundary}` };
}

const boundary = 'conformance-boundary';

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** A grey PNG, or one whose quarters have the four corner colours. */
function writePng(image: ImageContent | string): Promise<Uint8Array> {
  if (typeof image === 'string') throw new Error(`${image} is not an image`);
  const { width, height, corners = false } = image;
  const pixels = new Uint8Array(width * height * 4);
  // All rows of a half are the same.
  const halves = [0, 2].map((below) => {
    const row = new Uint8Array(width * 4).fill(128);
    for (let x = 0; x < width; x += 1) {
      if (corners) row.set(cornerColours[(x * 2 < width ? 0 : 1) + below] ?? [], x * 4);
      row[x * 4 + 3] = 255;
    }
    return row;
  });
  for (let y = 0; y < height; y += 1) pixels.set(halves[y * 2 < height ? 0 : 1] ?? [], y * width * 4);
  return encodePng({ width, height, pixels });
}

/** The header of a JPEG with its size, without a picture. */
function writeJpeg({ width, height }: ImageContent): Uint8Array {
  const start = [0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0];
  const frame = [
    0xff,
    0xc0,
    0,
    17,
    8,
    height >> 8,
    height & 255,
    width >> 8,
    width & 255,
    3,
    1,
    0x22,
    0,
    2,
    0x11,
    1,
    3,
  ];
  return Uint8Array.from([...start, ...frame, 0x11, 1, 0xff, 0xd9]);
}

/** Red, green and blue of the quarters of a test picture: top left, top right, bottom left, bottom right. */
export const cornerColours: readonly (readonly number[])[] = [
  [250, 10, 10],
  [10, 250, 10],
  [10, 10, 250],
  [250, 250, 10],
];
