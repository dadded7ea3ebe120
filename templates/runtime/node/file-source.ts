import { statSync, type PathLike, type Stats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import type { MediaSource } from '../client/body/media.js';

/** What cannot be read off a file. */
export interface FileSourceOptions {
  /** Media type. Default: the first one that the operation accepts. */
  readonly type?: string;
}

const pieceSize = 262_144;

/**
 * A file as media, read piece by piece when it is sent. Throws where there is none; an upload fails when the file is
 * changed before its end, or before it is resumed.
 */
export function fileSource(path: string | URL, { type }: FileSourceOptions = {}): MediaSource {
  const stats = statSync(path);
  if (!stats.isFile()) throw new Error(`${String(path)} is not a file`);
  const { size } = stats;
  const fingerprint = fingerprintOf(stats);
  return { size, type, fingerprint, open: (offset) => readFrom({ path, fingerprint }, offset) };
}

interface KnownFile {
  readonly path: PathLike;
  readonly fingerprint: string;
}

function fingerprintOf({ size, mtimeMs }: Stats): string {
  return `${size}-${mtimeMs}`;
}

/** Opened when it is first read, closed at its end or when it is cancelled. */
function readFrom(known: KnownFile, offset: number): ReadableStream<Uint8Array> {
  let opening: Promise<FileHandle> | undefined;
  let position = offset;
  const close = async (): Promise<void> => {
    const file = await opening?.catch(() => undefined);
    await file?.close();
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          opening ??= openUnchanged(known);
          const file = await opening;
          const { bytesRead, buffer } = await file.read(new Uint8Array(pieceSize), 0, pieceSize, position);
          position += bytesRead;
          if (bytesRead > 0) return controller.enqueue(buffer.subarray(0, bytesRead));
          await checkUnchanged(file, known);
          await close();
          controller.close();
        } catch (error) {
          await close();
          throw error;
        }
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  );
}

async function openUnchanged(known: KnownFile): Promise<FileHandle> {
  const file = await open(known.path);
  try {
    await checkUnchanged(file, known);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function checkUnchanged(file: FileHandle, { path, fingerprint }: KnownFile): Promise<void> {
  if (fingerprintOf(await file.stat()) !== fingerprint)
    throw new Error(`${String(path)} was changed while it was being sent: send it anew`);
}
