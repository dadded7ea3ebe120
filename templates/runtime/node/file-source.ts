import { statSync, type Stats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import type { MediaSource } from '../client/body/media.js';

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
  const fingerprint = writeFingerprint(stats);
  const checkUnchanged = async (file: FileHandle): Promise<void> => {
    if (writeFingerprint(await file.stat()) !== fingerprint)
      throw new Error(`${String(path)} was changed while it was being sent: send it anew`);
  };
  return { size: stats.size, type, fingerprint, open: (offset) => readFrom(path, offset, checkUnchanged) };
}

function writeFingerprint({ size, mtimeMs }: Stats): string {
  return `${size}-${mtimeMs}`;
}

/** Opens a file when it is first read, and closes it at its end or when the stream is cancelled. */
function readFrom(
  path: string | URL,
  offset: number,
  check: (file: FileHandle) => Promise<void>,
): ReadableStream<Uint8Array> {
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
          opening ??= open(path);
          const file = await opening;
          if (position === offset) await check(file);
          const { bytesRead, buffer } = await file.read(new Uint8Array(pieceSize), 0, pieceSize, position);
          position += bytesRead;
          if (bytesRead > 0) return controller.enqueue(buffer.subarray(0, bytesRead));
          await check(file);
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
