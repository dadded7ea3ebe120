import { type Content, getSize, StoredBytes } from './stored-bytes.js';

/** Bytes that came with a request. */
export interface ReceivedMedia {
  /** All bytes. If they are `stored`, reading this member reads the file. */
  readonly bytes: Uint8Array;
  /** The bytes outside memory, if they are kept there. */
  readonly stored?: StoredBytes;
  readonly mediaType: string;
  readonly fileName?: string;
}

/** Creates media from its content; `bytes` reads a content outside memory. */
export function createMedia(content: Content, about: Pick<ReceivedMedia, 'mediaType' | 'fileName'>): ReceivedMedia {
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

/** Returns the content of media without reading it. */
export function getContent(media: ReceivedMedia): Content {
  return media.stored ?? media.bytes;
}

/** Counts the bytes of media without reading them. */
export function countBytes(media: ReceivedMedia): number {
  return getSize(getContent(media));
}

/** Creates the body of a response with media: a stream for bytes outside memory. */
export function toResponseBody(media: ReceivedMedia): ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> {
  return media.stored?.stream() ?? media.bytes.slice();
}
