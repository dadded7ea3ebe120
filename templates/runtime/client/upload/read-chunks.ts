import { isMediaSource, type Bytes, type MediaData, type MediaSource } from '../body/media.js';
import type { ToError } from '../params/serialize.js';

/** A chunk of a source, and whether it is the last one. */
export interface Chunk {
  readonly bytes: Bytes;
  readonly isLast: boolean;
}

/** A source of bytes, read a chunk at a time. */
export interface Chunks {
  /** Number of bytes, if known. */
  readonly size: number | undefined;
  /** Reads the chunk at an offset. Its bytes are valid until the next one is read: only one is kept in memory. */
  readonly read: (offset: number) => Promise<Chunk>;
  /** Closes the source. */
  readonly close: () => void;
}

/** Opens a stream of the bytes from an offset on. */
function open(source: MediaSource | Blob | ReadableStream<Uint8Array>, offset: number, invalid: ToError) {
  if (source instanceof Blob) return source.slice(offset).stream();
  if (isMediaSource(source)) return source.open(offset);
  if (source.locked) throw invalid('cannot be read again: pass a Blob, bytes or a source with `open(offset)`');
  return source;
}

/** Opens media to read chunks of `most` bytes. Throws an error of `invalid` if they do not have `size` bytes. */
export function readChunks(data: MediaData, size: number | undefined, most: number, invalid: ToError): Chunks {
  // `as`: only drops "may be shared memory", which Blob rejects at run time.
  const source = isMediaSource(data) || data instanceof ReadableStream ? data : new Blob([data as BlobPart]);
  // A stream cannot be read again from an earlier offset.
  const again = !(source instanceof ReadableStream);
  const all = source instanceof Blob ? source.size : size;
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  // `held` has `length` bytes from offset `start` on. `rest` has the bytes after them; `undefined` at the end of the stream.
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
    // A stream cannot be opened at an offset: the bytes before it are read and dropped.
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
        // Reads one piece more than the chunk needs, to find out whether it is the last one.
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
