import { isMediaSource, type Bytes, type MediaData, type MediaSource } from '../body/media.js';
import type { ToError } from '../params/serialize.js';

/** A chunk of a source, and whether nothing follows it. */
export interface Chunk {
  readonly bytes: Bytes;
  readonly isLast: boolean;
}

/** A source of bytes, read a chunk at a time. */
export interface Chunks {
  /** All bytes, where known before they are read. */
  readonly size: number | undefined;
  /** Only one chunk is kept in memory: its bytes are good until the next one is read. */
  readonly read: (offset: number) => Promise<Chunk>;
  /** Releases the resources that the source holds open. */
  readonly close: () => void;
}

/** Opens a stream of the bytes from an offset on. */
function open(source: MediaSource | Blob | ReadableStream<Uint8Array>, offset: number, invalid: ToError) {
  if (source instanceof Blob) return source.slice(offset).stream();
  if (isMediaSource(source)) return source.open(offset);
  if (source.locked) throw invalid('cannot be read again: give a Blob, bytes or a source with `open(offset)`');
  return source;
}

/** Reads bytes in any form by chunks of `most` bytes; those of a source or a stream should be `size`. */
export function readChunks(data: MediaData, size: number | undefined, most: number, invalid: ToError): Chunks {
  // `as`: only drops "may be shared memory", which Blob rejects at run time.
  const source = isMediaSource(data) || data instanceof ReadableStream ? data : new Blob([data as BlobPart]);
  // Bytes of a stream before the current chunk are lost.
  const again = !(source instanceof ReadableStream);
  const all = source instanceof Blob ? source.size : size;
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  // Begins with `length` bytes from `start` on; `rest` follows them, and is absent at the end of the stream.
  let held: Bytes = new Uint8Array();
  let start = Infinity;
  let length = 0;
  let rest: Uint8Array | undefined;
  const close = () => void reader?.cancel().catch(() => undefined);

  const read: Chunks['read'] = async (offset) => {
    if (offset < start || (again && offset > start + length)) {
      start = again ? offset : 0;
      length = 0;
      rest = held.subarray(0, 0);
      close();
      reader = (await open(source, start, invalid)).getReader();
    }
    if (!held.length) held = new Uint8Array(Math.min(most, all ?? most));
    // A stream that cannot be opened further on is read up to there.
    do {
      const dropped = Math.min(length, offset - start);
      held.copyWithin(0, dropped, length);
      length -= dropped;
      start += dropped;
      while (rest) {
        const piece = rest.subarray(0, held.length - length);
        held.set(piece, length);
        length += piece.length;
        rest = rest.subarray(piece.length);
        // Only the next byte shows that a chunk is not the last one.
        if (rest.length) break;
        rest = (await reader?.read())?.value;
      }
    } while (start < offset && length);
    const end = start + length;
    const isLast = !rest;
    if (start < offset || (all !== undefined && (isLast ? end < all : end >= all)))
      throw invalid(`has ${isLast ? 'only' : 'more than'} ${end} bytes`);
    return { bytes: held.subarray(0, length), isLast };
  };

  return { size: all, read, close };
}
