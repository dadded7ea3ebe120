import * as fs from 'node:fs/promises';
import { basename, dirname } from 'node:path';

/** The operations on files that keep a state, which tests replace. */
export type Disk = Pick<typeof fs, 'open' | 'rename' | 'link' | 'rm' | 'mkdir' | 'readdir' | 'stat'>;

/** The file system. */
export const nodeDisk: Disk = fs;

/** Flushes the list of files in a folder to disk, so that new names survive a power cut. */
export async function syncFolder({ open: openFile }: Disk, path: string): Promise<void> {
  // Windows cannot open folders, and does not need this.
  if (process.platform === 'win32') return;
  const folder = await openFile(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Writes all bytes at a position of a file. */
export async function writeFully(
  file: Pick<fs.FileHandle, 'write'>,
  bytes: Uint8Array,
  position: number,
): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

/** Returns the code of an error of the system: `ENOENT`; undefined for any other. */
export function readCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** Returns the message of an error. */
export function readMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Finds a path that no file has yet: the path itself, or with a number after it. */
export async function freePath({ stat: look }: Disk, path: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? path : `${path}.${number}`;
    const isFree = await look(candidate).then(
      () => false,
      (error: unknown) => readCode(error) === 'ENOENT',
    );
    if (isFree) return candidate;
  }
}

/** Creates a queue: a function that starts each piece of work after all earlier ones have ended, also if they failed. */
export function createQueue(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };
}

/** Returns the path of a file that replaces another one when it is complete. */
export function temporaryPath(path: string): string {
  return `${dirname(path)}/.${basename(path)}.${process.pid}.tmp`;
}
