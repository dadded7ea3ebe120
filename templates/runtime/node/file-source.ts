import { statSync, type Stats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import type { MediaSource } from '../client/body/media.js';
import { pullStream } from '../client/body/pull-stream.js';

/** Facts that a file does not tell. */
export interface FileSourceOptions {
  /** Media type. Default: the first one that the operation accepts. */
  readonly type?: string;
}

const pieceSize = 262_144;

/**
 * Describes a file as media, read piece by piece when it is sent. Throws where there is no file; an upload fails when the file
 * is changed before its end, or before it is resumed.
 */
export function fileSource(path: string | URL, { type }: FileSourceOptions = {}): MediaSource {
  const stats = statSync(path);
  if (!stats.isFile()) throw new Error(`${String(path)} is not a file`);
  return { ...describeFile(String(path), stats, () => open(path)), type };
}

/** Describes a file as media. `openFile` opens it each time that it is sent. */
export function describeFile(path: string, stats: Stats, openFile: () => Promise<FileHandle>): MediaSource {
  const fingerprint = writeFingerprint(stats);
  const checkUnchanged = async (file: FileHandle) => {
    if (writeFingerprint(await file.stat()) !== fingerprint)
      throw new Error(`${path} was changed while it was being sent: send it anew`);
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

/** Reads bytes or texts as a stream of bytes. Nothing is asked for before the stream is read. */
export function toStream(pieces: AsyncIterator<Uint8Array | string, undefined>): ReadableStream<Uint8Array> {
  const next = async () => {
    const { value } = await pieces.next();
    return typeof value === 'string' ? new TextEncoder().encode(value) : value;
  };
  return pullStream(next, () => pieces.return?.());
}
