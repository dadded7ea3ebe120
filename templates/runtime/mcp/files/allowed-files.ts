import { constants, realpathSync, statSync, type Stats } from 'node:fs';
import { copyFile, link, lstat, open, realpath, rename, rm, type FileHandle } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { MediaSource } from '../../client/body/media.js';

/** A file that must not be read or written; the message says why. Nothing was sent. */
export class FileError extends Error {
  override readonly name: string = 'FileError';
}

/** A file that is being sent. */
export interface OpenFile {
  readonly source: MediaSource;
  readonly close: () => Promise<void>;
}

/** Reads and writes files in allowed folders and nowhere else. */
export interface AllowedFiles {
  /** Opens a file to send it. */
  read(path: string, type: string | undefined): Promise<OpenFile>;
  /** Checks where a download goes, before it is asked for, and gives what writes it. */
  write(path: string, overwrite: boolean): Promise<(bytes: ReadableStream<Uint8Array>) => Promise<WrittenFile>>;
}

/** A file that was written. */
export interface WrittenFile {
  readonly path: string;
  readonly size: number;
}

/** Bytes that are read at once. */
const pieceSize = 262_144;

/** Makes the access to folders; throws where one of them is none. */
export function allowFiles(folders: readonly string[]): AllowedFiles {
  const real = folders.map((folder) => {
    if (!isFolder(folder)) throw new FileError(`${folder} is not a folder that can be read`);
    return realpathSync(folder);
  });
  const locate = (path: string): string => {
    const [first] = real;
    if (first === undefined)
      throw new FileError('no folder is allowed: whoever runs this server can name one with `--files`');
    if (path.trim() === '' || path.includes('\0')) throw new FileError('a path has to name a file');
    return resolve(first, path);
  };
  const check = (path: string, given: string): string => {
    if (real.some((folder) => isInside(folder, path))) return path;
    throw new FileError(`${given} is not in a folder that this server allows (\`--files\`)`);
  };
  return {
    read: async (path, type) => {
      // A path that does not lead inside is not looked at: whether there is a file tells something, too.
      const located = locate(path);
      const found = await realpath(located).catch(() => undefined);
      if (found === undefined) {
        check(await realParent(located), path);
        throw new FileError(`there is no file ${path}`);
      }
      return openFile(check(found, path), path, type);
    },
    write: async (path, overwrite) => {
      const located = locate(path);
      const folder = check(await realParent(located), path);
      const target = join(folder, basename(located));
      check(dirname(target), path);
      if (!isFolder(folder) || real.includes(located)) throw new FileError(`${path} is not in a folder that exists`);
      if (process.platform === 'win32' && basename(target).includes(':')) throw new FileError(`${path} names no file`);
      const stats = await lstat(target).catch(() => undefined);
      if (stats && !stats.isFile()) throw new FileError(`${path} is there already, and is no ordinary file`);
      if (stats && !overwrite)
        throw new FileError(`${path} is there already: ask for \`overwrite\`, or name another file`);
      return (bytes) => writeFile({ folder, target, given: path, overwrite }, bytes);
    },
  };
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** The folder of a path as it really is; as far as it exists, what does not cannot lead anywhere else. */
async function realParent(path: string): Promise<string> {
  const parent = dirname(path);
  if (parent === path) return path;
  return (await realpath(parent).catch(() => undefined)) ?? join(await realParent(parent), basename(parent));
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

async function openFile(path: string, given: string, type: string | undefined): Promise<OpenFile> {
  // Neither a link that took its place meanwhile is followed, nor is a pipe waited for.
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => undefined);
  if (file === undefined) throw new FileError(`${given} cannot be read`);
  const stats = await file.stat();
  if (!stats.isFile() || !(await isStill(path, stats))) {
    await file.close();
    throw new FileError(`${given} is not a file`);
  }
  const source = { size: stats.size, type, open: (offset: number) => streamOf(file, offset) };
  return { source, close: () => file.close() };
}

/** Whether a path still is that of a file, and none of its folders has become a link meanwhile. */
async function isStill(path: string, { dev, ino }: Stats): Promise<boolean> {
  const now = await lstat(path).catch(() => undefined);
  return now?.dev === dev && now.ino === ino && (await realpath(path)) === path;
}

function streamOf(file: FileHandle, offset: number): ReadableStream<Uint8Array> {
  let position = offset;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { bytesRead, buffer } = await file.read(new Uint8Array(pieceSize), 0, pieceSize, position);
        position += bytesRead;
        if (bytesRead > 0) controller.enqueue(buffer.subarray(0, bytesRead));
        else controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

interface Target {
  readonly folder: string;
  readonly target: string;
  readonly given: string;
  readonly overwrite: boolean;
}

/** Writes a file beside its place, and moves it there when it is complete. */
async function writeFile(
  { folder, target, given, overwrite }: Target,
  bytes: ReadableStream<Uint8Array>,
): Promise<WrittenFile> {
  const beside = join(folder, `.${randomBytes(9).toString('base64url')}.part`);
  const file = await open(beside, 'wx');
  try {
    if (!(await isStill(beside, await file.stat()))) throw new FileError(`the folder of ${given} was changed`);
    await writeAll(file, bytes);
    const { size } = await file.stat();
    await file.close();
    if (overwrite) await rename(beside, target);
    else await moveNew(beside, target, given);
    return { path: target, size };
  } finally {
    await file.close().catch(() => undefined);
    await rm(beside, { force: true });
  }
}

/** Writes a stream as it is read; not every environment lets it be iterated. */
async function writeAll(file: FileHandle, bytes: ReadableStream<Uint8Array>): Promise<void> {
  const reader = bytes.getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) await file.appendFile(read.value);
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Moves a file to where there is none: whoever made one meanwhile keeps it. */
async function moveNew(from: string, to: string, given: string): Promise<void> {
  const copy = async (error: unknown): Promise<void> => {
    // Some file systems have no links.
    if (codeOf(error) !== 'EEXIST') await copyFile(from, to, constants.COPYFILE_EXCL);
    else throw error;
  };
  await link(from, to)
    .catch(copy)
    .catch((error: unknown) => {
      throw codeOf(error) === 'EEXIST' ? new FileError(`${given} was made meanwhile by somebody else`) : error;
    });
}

function codeOf(error: unknown): unknown {
  return Object(error).code;
}
