import { isMediaSource, type Bytes, type MediaData, type MediaSource } from '../body/media.js';
import type { ToError } from '../params/serialize.js';

/** Bytes of a source from `offset` on. */
export interface Chunk {
  readonly offset: number;
  readonly size: number;
  readonly body: Bytes;
  /** Nothing follows. */
  readonly last: boolean;
}

/** A source of bytes, read a chunk at a time. */
export interface Chunks {
  /** All bytes, where known before they are read. */
  readonly size: number | undefined;
  /** One chunk is held: its bytes are good until the next one is read. */
  readonly read: (offset: number, most: number) => Promise<Chunk>;
  /** Lets go of what the source holds open. */
  readonly close: () => void;
}

/** Reads bytes in any form by chunks; those of a source or a stream should be `size`. */
export function readChunks(data: MediaData, size: number | undefined, invalid: ToError): Chunks {
  if (isMediaSource(data)) return readStream((offset) => data.open(offset), size, invalid);
  if (!(data instanceof ReadableStream)) {
    // The cast only drops "may be shared memory", which Blob rejects at run time.
    const blob = new Blob([data as BlobPart]);
    return readStream((offset) => blob.slice(offset).stream(), blob.size, invalid);
  }
  const open = (): ReadableStream<Uint8Array> => {
    if (data.locked) throw invalid('cannot be read again: give a Blob, bytes or a source with `open(offset)`');
    return data;
  };
  return readStream(open, size, invalid, false);
}

/** `again` says that the stream can be opened at any offset; else what is behind the chunk at hand is lost. */
function readStream(
  open: MediaSource['open'],
  size: number | undefined,
  invalid: ToError,
  again: boolean = true,
): Chunks {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  let held: Bytes = new Uint8Array();
  // `held` begins with `filled` bytes from `start` on; `rest` follows them, nothing at the end of the stream.
  let [start, filled] = [Infinity, 0];
  let rest: Uint8Array | undefined;
  const close = (): void => void reader?.cancel().catch(() => undefined);

  async function read(offset: number, most: number): Promise<Chunk> {
    if (offset < start || (again && offset > start + filled)) {
      [start, filled, rest] = [again ? offset : 0, 0, held.subarray(0, 0)];
      close();
      reader = (await open(start)).getReader();
    }
    if (held.length === 0) held = new Uint8Array(Math.min(most, size ?? most));
    // A stream that cannot be opened further on is read up to there.
    do {
      const dropped = Math.min(filled, offset - start);
      held.copyWithin(0, dropped, filled);
      filled -= dropped;
      start += dropped;
      while (rest !== undefined) {
        const piece = rest.subarray(0, held.length - filled);
        held.set(piece, filled);
        filled += piece.length;
        rest = rest.subarray(piece.length);
        // Only what follows a chunk tells whether it is the last one.
        if (rest.length > 0) break;
        rest = (await reader?.read())?.value;
      }
    } while (start < offset && filled > 0);
    const end = start + filled;
    const last = rest === undefined;
    if (start < offset || (size !== undefined && (last ? end < size : end >= size)))
      throw invalid(`has ${last ? 'only' : 'more than'} ${end} bytes`);
    return { offset, size: filled, body: held.subarray(0, filled), last };
  }

  return { size, read, close };
}
