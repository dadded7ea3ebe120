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
  const head = String.fromCharCode(...bytes.subarray(0, 30));
  if (head.startsWith('\x89PNG\r\n\x1a\n') && head.startsWith('IHDR', 12) && head.length >= 24)
    return toFacts('image/png', view.getUint32(16), view.getUint32(20));
  if (/^GIF8[79]a/.test(head) && head.length >= 10)
    return toFacts('image/gif', view.getUint16(6, true), view.getUint16(8, true));
  if (head.startsWith('\xff\xd8')) return readJpeg(view);
  const isWebp = head.startsWith('RIFF') && head.startsWith('WEBP', 8) && head.length === 30;
  return isWebp ? readWebp(view, head) : undefined;
}

function toFacts(type: ImageFacts['type'], width: number, height: number): ImageFacts | undefined {
  return width > 0 && height > 0 ? { type, width, height } : undefined;
}

/** Walks the segments up to the frame header. Each step moves on, so the walk ends. */
function readJpeg(view: DataView): ImageFacts | undefined {
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

function readWebp(view: DataView, head: string): ImageFacts | undefined {
  if (head.startsWith('VP8X', 12))
    return toFacts('image/webp', (view.getUint32(24, true) & 0xffffff) + 1, (view.getUint32(26, true) >>> 8) + 1);
  if (head.startsWith('VP8L', 12) && head[20] === '/') {
    const bits = view.getUint32(21, true);
    return toFacts('image/webp', (bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
  }
  if (!head.startsWith('VP8 ', 12) || !head.startsWith('\x9d\x01\x2a', 23)) return undefined;
  return toFacts('image/webp', view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
}
