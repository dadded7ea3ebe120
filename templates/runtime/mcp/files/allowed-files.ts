import { constants, realpathSync, statSync, type Stats } from 'node:fs';
import { copyFile, link, lstat, open, realpath, rename, rm } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { MediaSource } from '../../client/body/media.js';
import { readErrorCode } from '../../tools/private-file.js';

/** A file that must not be read or written; the message says why. Nothing was sent. */
export class FileError extends Error {
  override readonly name: string = 'FileError';
}

/** Writes the bytes of a download into the file that was checked; resolves to the path and size of the file. */
export type FileWriter = (
  bytes: ReadableStream<Uint8Array>,
) => Promise<{ readonly path: string; readonly size: number }>;

/** Reads and writes files in allowed folders and nowhere else. */
export interface AllowedFiles {
  /** Opens a file to send it. */
  read(
    path: string,
    type: string | undefined,
  ): Promise<{ readonly source: MediaSource; readonly close: () => Promise<void> }>;
  /** Checks the target of a download before the request is sent. */
  write(path: string, overwrite: boolean): Promise<FileWriter>;
}

/** Bytes that are read at once. */
const chunkSize = 262_144;

/** Opens the access to folders. Throws a `FileError` for a path that is no folder. */
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
  const checkInside = (path: string, named: string): void => {
    const ways = real.map((folder) => relative(folder, path));
    if (!ways.some((way) => way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)))
      throw new FileError(`${named} is not in a folder that this server allows (\`--files\`)`);
  };
  return {
    read: async (path, type) => {
      const located = locate(path);
      const found = await realpath(located).catch(() => undefined);
      // A path outside gets the same error whether there is a file or not.
      checkInside(found ?? (await realParent(located)), path);
      if (found === undefined) throw new FileError(`there is no file ${path}`);
      return openFile(found, path, type);
    },
    write: async (path, overwrite) => {
      const located = locate(path);
      const target = join(await realParent(located), basename(located));
      checkInside(dirname(target), path);
      if (!isFolder(dirname(target)) || real.includes(located))
        throw new FileError(`${path} is not in a folder that exists`);
      if (process.platform === 'win32' && basename(target).includes(':')) throw new FileError(`${path} names no file`);
      const stats = await lstat(target).catch(() => undefined);
      if (stats && !stats.isFile()) throw new FileError(`${path} is there already, and is no ordinary file`);
      if (stats && !overwrite)
        throw new FileError(`${path} is there already: ask for \`overwrite\`, or name another file`);
      return (bytes) => writeFile({ target, named: path, overwrite }, bytes);
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

/** Resolves the links in the folder of a path. A part that does not exist is kept as it is: it cannot be a link. */
async function realParent(path: string): Promise<string> {
  const parent = dirname(path);
  if (parent === path) return path;
  return (await realpath(parent).catch(() => undefined)) ?? join(await realParent(parent), basename(parent));
}

async function openFile(path: string, named: string, type: string | undefined): ReturnType<AllowedFiles['read']> {
  // A link that has just replaced the file is not followed, and a pipe is not waited for.
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => undefined);
  if (file === undefined) throw new FileError(`${named} cannot be read`);
  const stats = await file.stat();
  if (!stats.isFile() || !(await isUnmoved(path, stats))) {
    await file.close();
    throw new FileError(`${named} is not a file`);
  }
  const openStream = (offset: number): ReadableStream<Uint8Array> => {
    let position = offset;
    return new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const { bytesRead, buffer } = await file.read(new Uint8Array(chunkSize), 0, chunkSize, position);
          position += bytesRead;
          if (bytesRead > 0) controller.enqueue(buffer.subarray(0, bytesRead));
          else controller.close();
        },
      },
      { highWaterMark: 0 },
    );
  };
  return { source: { size: stats.size, type, open: openStream }, close: () => file.close() };
}

/** Says whether a path is still that of a file that is open, and none of its folders has become a link. */
async function isUnmoved(path: string, { dev, ino }: Stats): Promise<boolean> {
  const now = await lstat(path).catch(() => undefined);
  return now?.dev === dev && now.ino === ino && (await realpath(path)) === path;
}

/** Writes a file beside its place, and moves it there when it is complete. */
async function writeFile(
  { target, named, overwrite }: { readonly target: string; readonly named: string; readonly overwrite: boolean },
  bytes: ReadableStream<Uint8Array>,
): ReturnType<FileWriter> {
  const draft = join(dirname(target), `.${randomBytes(9).toString('base64url')}.part`);
  const file = await open(draft, 'wx');
  try {
    if (!(await isUnmoved(draft, await file.stat()))) throw new FileError(`the folder of ${named} was changed`);
    for await (const chunk of bytes) await file.appendFile(chunk);
    const { size } = await file.stat();
    await file.close();
    if (overwrite) await rename(draft, target);
    // Unlike `rename`, both fail if the file exists by now. Some file systems have no links.
    else await link(draft, target).catch(() => copyFile(draft, target, constants.COPYFILE_EXCL));
    return { path: target, size };
  } catch (error) {
    if (readErrorCode(error) === 'EEXIST') throw new FileError(`${named} was made meanwhile by somebody else`);
    throw error;
  } finally {
    await file.close().catch(() => undefined);
    await rm(draft, { force: true });
  }
}
