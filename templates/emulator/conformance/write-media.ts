import { encodePng } from '../values/pictures/png.js';
import type { ImageContent, MediaContent } from './check.js';

/** Bytes and their media type. */
export interface WrittenMedia {
  readonly data: Uint8Array<ArrayBuffer>;
  readonly type: string;
}

/** Writes the bytes that a step describes. */
export async function writeMedia({ text = '', png, jpeg, type, cut }: MediaContent): Promise<WrittenMedia> {
  const [bytes, usualType] = png
    ? [await writePng(png), 'image/png']
    : jpeg
      ? [writeJpeg(jpeg), 'image/jpeg']
      : [new TextEncoder().encode(text), 'application/octet-stream'];
  return { data: Uint8Array.from(bytes.subarray(0, cut)), type: type ?? usualType };
}

/** Writes a grey PNG, or one whose quarters have the four corner colours. */
function writePng(image: ImageContent | string) {
  if (typeof image === 'string') throw new Error(`${image} is not an image`);
  const { width, height, corners = false } = image;
  const pixels = new Uint8Array(width * height * 4);
  // All rows of a half are the same.
  const [upper = [], lower = []] = [0, 2].map((below) =>
    Array.from({ length: width }, (_, x) => {
      const colour = cornerColours[(x * 2 < width ? 0 : 1) + below] ?? [];
      return [...(corners ? colour : [128, 128, 128]), 255];
    }).flat(),
  );
  for (let y = 0; y < height; y += 1) pixels.set(y * 2 < height ? upper : lower, y * width * 4);
  return encodePng({ width, height, pixels });
}

/** Writes the header of a JPEG with its size, without a picture. */
function writeJpeg({ width, height }: ImageContent) {
  const size = [height, width].map((pixels) => pixels.toString(16).padStart(4, '0')).join('');
  const hex = `ffd8ffe000104a46494600010100000100010000ffc0001108${size}03012200021101031101ffd9`;
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

/** Red, green and blue of the quarters of a test picture: top left, top right, bottom left, bottom right. */
export const cornerColours: readonly (readonly number[])[] = [
  [250, 10, 10],
  [10, 250, 10],
  [10, 10, 250],
  [250, 250, 10],
];
