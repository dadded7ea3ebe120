import { type Content, sizeOf, StoredBytes } from './stored-bytes.js';
import type { ReceivedMedia } from './tables.js';

/** Media with its content; `bytes` reads a content outside memory. */
export function mediaOf(content: Content, about: Pick<ReceivedMedia, 'mediaType' | 'fileName'>): ReceivedMedia {
  const { mediaType, fileName } = about;
  const rest = { mediaType, ...(fileName !== undefined && { fileName }) };
  if (!(content instanceof StoredBytes)) return { bytes: content, ...rest };
  let known: WeakRef<Uint8Array> | undefined;
  return {
    get bytes() {
      const bytes = known?.deref() ?? content.read();
      known = new WeakRef(bytes);
      return bytes;
    },
    stored: content,
    ...rest,
  };
}

/** The content of media, without reading it. */
export function contentOf(media: ReceivedMedia): Content {
  return media.stored ?? media.bytes;
}

/** Number of bytes of media, without reading them. */
export function lengthOf(media: ReceivedMedia): number {
  return sizeOf(contentOf(media));
}

/** The body of a response with media: a stream for bytes outside memory. */
export function bodyOf(media: ReceivedMedia): ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> {
  return media.stored?.stream() ?? media.bytes.slice();
}
