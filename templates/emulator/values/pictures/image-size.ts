/** Width and height in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Kind and size of an image. */
export interface ImageFacts extends Size {
  readonly type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
}

/** Kind and size of an image by its first bytes; undefined where they are of no image known here. */
export function readImage(bytes: Uint8Array): ImageFacts | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return readPng(view) ?? readJpeg(view) ?? readGif(view) ?? readWebp(view);
}

function image(type: ImageFacts['type'], width: number, height: number): ImageFacts | undefined {
  return width > 0 && height > 0 ? { type, width, height } : undefined;
}

function hasText(view: DataView, at: number, text: string): boolean {
  if (at + text.length > view.byteLength) return false;
  for (let index = 0; index < text.length; index += 1)
    if (view.getUint8(at + index) !== text.charCodeAt(index)) return false;
  return true;
}

function readPng(view: DataView): ImageFacts | undefined {
  if (view.byteLength < 24 || !hasText(view, 0, '\x89PNG\r\n\x1a\n') || !hasText(view, 12, 'IHDR')) return undefined;
  return image('image/png', view.getUint32(16), view.getUint32(20));
}

function readGif(view: DataView): ImageFacts | undefined {
  if (view.byteLength < 10 || !(hasText(view, 0, 'GIF87a') || hasText(view, 0, 'GIF89a'))) return undefined;
  return image('image/gif', view.getUint16(6, true), view.getUint16(8, true));
}

/** Walks the segments up to the frame header; each step moves on, so the walk ends. */
function readJpeg(view: DataView): ImageFacts | undefined {
  if (!hasText(view, 0, '\xff\xd8')) return undefined;
  let at = 2;
  while (at + 9 <= view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    if (isFrameHeader(marker)) return image('image/jpeg', view.getUint16(at + 7), view.getUint16(at + 5));
    at += segmentLength(view, at, marker);
  }
  return undefined;
}

function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function segmentLength(view: DataView, at: number, marker: number): number {
  if (marker === 0xff) return 1;
  if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) return 2;
  return 2 + Math.max(2, view.getUint16(at + 2));
}

function readWebp(view: DataView): ImageFacts | undefined {
  if (view.byteLength < 30 || !hasText(view, 0, 'RIFF') || !hasText(view, 8, 'WEBP')) return undefined;
  if (hasText(view, 12, 'VP8X')) return image('image/webp', uint24(view, 24) + 1, uint24(view, 27) + 1);
  if (hasText(view, 12, 'VP8L') && view.getUint8(20) === 0x2f) {
    const bits = view.getUint32(21, true);
    return image('image/webp', (bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
  }
  if (!hasText(view, 12, 'VP8 ') || !hasText(view, 23, '\x9d\x01\x2a')) return undefined;
  return image('image/webp', view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
}
