import { statSync, type Stats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import type { MediaSource } from '../client/body/media.js';
import { pullStream } from '../client/body/pull-stream.js';

/** Options of `fileSource`. */
export interface FileSourceOptions {
  /** Media type. Default: the first one that the operation accepts. */
  readonly type?: string;
}

const pieceSize = 262_144;

/**
 * Returns a source of the bytes of a file, which is read piece by piece when it is sent: `media: fileSource('cat.png')`. Throws if there
 * is no such file. An upload fails if the file is changed before its end.
 */
export function fileSource(path: string | URL, { type }: FileSourceOptions = {}): MediaSource {
  const stats = statSync(path);
  if (!stats.isFile()) throw new Error(`${String(path)} is not a file`);
  return { ...describeFile(String(path), stats, () => open(path)), type };
}

/** Returns a source of the bytes of a file. `openFile` opens it each time that it is sent. */
export function describeFile(path: string, stats: Stats, openFile: () => Promise<FileHandle>): MediaSource {
  const fingerprint = writeFingerprint(stats);
  const checkUnchanged = async (file: FileHandle) => {
    if (writeFingerprint(await file.stat()) !== fingerprint)
      throw new Error(`${path} was changed while it was being sent: send it again`);
  };
  const readPieces = async function* (offset: number): AsyncGenerator<Uint8Array> {
    const file = await openFile();
    try {
      await checkUnchanged(file);
      for (let position = offset; ;) {
        const { bytesRead, buffer } = await file.read(new Uint8Array(pieceSize), 0, pieceSize, position);
        if (bytesRead === 0) break;
        position += bytesRead;
        yield buffer.subarray(0, bytesRead);
      }
      await checkUnchanged(file);
    } finally {
      await file.close();
    }
  };
  return { size: stats.size, fingerprint, open: (offset) => toStream(readPieces(offset)) };
}

function writeFingerprint({ size, mtimeMs }: Stats) {
  return `${size}-${mtimeMs}`;
}

/** Converts pieces of bytes or text to a stream of bytes. Pieces are read only when the stream is. */
export function toStream(pieces: AsyncIterator<Uint8Array | string, undefined>): ReadableStream<Uint8Array> {
  const next = async () => {
    const { value } = await pieces.next();
    return typeof value === 'string' ? new TextEncoder().encode(value) : value;
  };
  return pullStream(next, () => pieces.return?.());
}
