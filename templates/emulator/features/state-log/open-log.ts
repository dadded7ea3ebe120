import type { FileHandle } from 'node:fs/promises';
import { type Disk, freePath, openIfThere, readMessage, writeFully } from './disk.js';
import { DamagedState, type State } from './log-lines.js';
import { type LogSource, readLog } from './read-log.js';
import { LogWriter } from './write-log.js';

/** A log that was read, and can be appended to. */
export interface OpenedLog {
  readonly log: LogWriter;
  readonly state: State;
  /** Number of bytes up to the end of the first record. */
  readonly firstEnd: number;
}

/** Opens a log; undefined if there is none. Moves an incomplete end to a file of its own, and tells so. Throws `DamagedState`. */
export async function openLog(
  source: Omit<LogSource, 'file'>,
  disk: Disk,
  tell: (sentence: string) => void,
): Promise<OpenedLog | undefined> {
  const { path } = source;
  const file = await openIfThere(disk, path, 'r+');
  if (file === undefined) return undefined;
  try {
    const { end, next, firstEnd, torn, world, offset } = await readLog({ ...source, file });
    if (torn !== undefined) {
      const copy = await freePath(disk, `${path}.cut`);
      await moveEnd(file, end, await disk.open(copy, 'wx', 0o600));
      tell(
        `The last change in ${path} was not written completely, and was not acknowledged: ${torn.bytes} bytes from line ${torn.line} on were moved to ${copy}.`,
      );
    }
    return { log: new LogWriter(file, end, next), state: { world, offset }, firstEnd };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Moves the bytes from a position on to another file, which it closes. */
async function moveEnd(file: FileHandle, end: number, other: FileHandle): Promise<void> {
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
}

/**
 * Loads the state that an older version kept as one JSON document, if the file has one. Resolves to whether it has. Throws
 * `DamagedState` if it is not valid.
 */
export async function loadOldState(disk: Disk, path: string, load: (saved: unknown) => void): Promise<boolean> {
  const file = await openIfThere(disk, path, 'r');
  if (file === undefined) return false;
  try {
    const start = Buffer.alloc(200);
    await file.read(start, 0, start.length, 0);
    if (!/^\s*\{\s*"format":\s*"speccast-state",\s*"version":\s*1\b/.test(start.toString('latin1'))) return false;
    try {
      load(JSON.parse(await file.readFile('utf8')));
    } catch (error) {
      throw new DamagedState(`${path} cannot be loaded, and is left as it is: ${readMessage(error)}`);
    }
    return true;
  } finally {
    await file.close();
  }
}
