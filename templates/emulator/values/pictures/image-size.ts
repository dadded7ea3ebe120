/** Width and height in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Kind and size of an image. */
export interface ImageFacts extends Size {
  readonly type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
}

/** Reads kind and size of an image from its first bytes; undefined for other bytes than PNG, JPEG, GIF or WebP. */
export function readImage(bytes: Uint8Array): ImageFacts | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isPng = hasText(view, 0, '\x89PNG\r\n\x1a\n') && hasText(view, 12, 'IHDR');
  if (isPng && view.byteLength >= 24) return toFacts('image/png', view.getUint32(16), view.getUint32(20));
  const isGif = hasText(view, 0, 'GIF87a') || hasText(view, 0, 'GIF89a');
  if (isGif && view.byteLength >= 10) return toFacts('image/gif', view.getUint16(6, true), view.getUint16(8, true));
  return readJpeg(view) ?? readWebp(view);
}

function toFacts(type: ImageFacts['type'], width: number, height: number): ImageFacts | undefined {
  return width > 0 && height > 0 ? { type, width, height } : undefined;
}

function hasText(view: DataView, at: number, text: string): boolean {
  const isLongEnough = at + text.length <= view.byteLength;
  return isLongEnough && [...text].every((letter, index) => view.getUint8(at + index) === letter.charCodeAt(0));
}

/** Walks the segments up to the frame header. Each step moves on, so the walk ends. */
function readJpeg(view: DataView): ImageFacts | undefined {
  if (!hasText(view, 0, '\xff\xd8')) return undefined;
  let at = 2;
  while (at + 9 <= view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    const isFrameHeader = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrameHeader) return toFacts('image/jpeg', view.getUint16(at + 7), view.getUint16(at + 5));
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else at += 2 + Math.max(2, view.getUint16(at + 2));
  }
  return undefined;
}

function readWebp(view: DataView): ImageFacts | undefined {
  if (view.byteLength < 30 || !hasText(view, 0, 'RIFF') || !hasText(view, 8, 'WEBP')) return undefined;
  const readUint24 = (at: number): number => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
  if (hasText(view, 12, 'VP8X')) return toFacts('image/webp', readUint24(24) + 1, readUint24(27) + 1);
  if (hasText(view, 12, 'VP8L') && view.getUint8(20) === 0x2f) {
    const bits = view.getUint32(21, true);
    return toFacts('image/webp', (bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
  }
  if (!hasText(view, 12, 'VP8 ') || !hasText(view, 23, '\x9d\x01\x2a')) return undefined;
  return toFacts('image/webp', view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
}
