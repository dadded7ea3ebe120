import type { FileHandle } from 'node:fs/promises';
import { codeOf, type Disk, freePath, writeFully } from './disk.js';
import type { State } from './log-lines.js';
import { type LogSource, type ReadLog, readLog } from './read-log.js';
import { LogWriter } from './write-log.js';

/** A log that was read, and can be appended to. */
export interface OpenedLog {
  readonly log: LogWriter;
  readonly state: State;
  /** Number of bytes up to the end of the first record. */
  readonly firstEnd: number;
}

/** What opening a log needs. */
export interface OpenOptions {
  readonly disk: Disk;
  /** Called with sentences about what the user should know. */
  readonly tell: (sentence: string) => void;
}

/** Opens a log; undefined if there is none. An incomplete end is moved to a file of its own. Throws `DamagedState`. */
export async function openLog(
  source: Omit<LogSource, 'file'>,
  { disk, tell }: OpenOptions,
): Promise<OpenedLog | undefined> {
  const file = await openIfThere(disk, source.path);
  if (file === undefined) return undefined;
  try {
    const read = await readLog({ ...source, file });
    if (read.torn !== undefined) {
      const copy = await cut(disk, { path: source.path, file, end: read.end });
      tell(sentenceOf(source.path, read.torn, copy));
    }
    const log = new LogWriter(file, { size: read.end, next: read.next });
    return { log, state: { world: read.world, offset: read.offset }, firstEnd: read.firstEnd };
  } catch (error) {
    await file.close();
    throw error;
  }
}

function sentenceOf(path: string, { bytes, line }: NonNullable<ReadLog['torn']>, copy: string): string {
  return `The last change in ${path} was not written completely, and was not acknowledged: ${bytes} bytes from line ${line} on were moved to ${copy}.`;
}

async function openIfThere(disk: Disk, path: string): Promise<FileHandle | undefined> {
  try {
    return await disk.open(path, 'r+');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Moves what follows a position to another file. Resolves to its path. */
async function cut(
  disk: Disk,
  { path, file, end }: { readonly path: string; readonly file: FileHandle; readonly end: number },
): Promise<string> {
  const copy = await freePath(disk, `${path}.cut`);
  const other = await disk.open(copy, 'wx', 0o600);
  try {
    const chunk = Buffer.allocUnsafe(256 * 1024);
    for (let position = end; ;) {
      const { bytesRead } = await file.read(chunk, 0, chunk.length, position);
      if (bytesRead === 0) break;
      await writeFully(other, chunk.subarray(0, bytesRead), position - end);
      position += bytesRead;
    }
    await other.sync();
  } finally {
    await other.close();
  }
  await file.truncate(end);
  await file.sync();
  return copy;
}
