import { constants, realpathSync, statSync, type Stats } from 'node:fs';
import { copyFile, link, lstat, open, realpath, rename, rm } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { MediaSource } from '../../client/body/media.js';
import { describeFile } from '../../node/file-source.js';
import { readErrorCode } from '../../tools/private-file.js';

/** Thrown for a file that must not be read or written. Nothing was sent. */
export class FileError extends Error {
  override readonly name: string = 'FileError';
}

/** Writes the bytes of a download into a file; resolves to its path and size in bytes. */
export type FileWriter = (
  bytes: ReadableStream<Uint8Array>,
) => Promise<{ readonly savedTo: string; readonly bytes: number }>;

/** Returns the real paths of folders; throws a `FileError` for a path that is not a folder. */
export function openFolders(paths: readonly string[]): readonly string[] {
  return paths.map((path) => {
    if (!isFolder(path)) throw new FileError(`${path} is not a folder that can be read`);
    return realpathSync(path);
  });
}

/** Returns a source of a file in one of the folders. The file is opened each time that it is sent. Throws a `FileError`. */
export async function readAllowed(
  folders: readonly string[],
  path: string,
  type: string | undefined,
): Promise<MediaSource> {
  const located = locate(folders, path);
  const found = await realpath(located).catch(() => undefined);
  // Checked first, so that errors do not show which files exist outside the folders.
  checkInside(folders, found ?? (await realParent(located)), path);
  if (found === undefined) throw new FileError(`there is no file ${path}`);
  const file = await openFile(found, path);
  const stats = await file.stat().finally(() => file.close());
  return { ...describeFile(path, stats, () => openFile(found, path)), type };
}

/** Checks the target of a download, to be called before the request; returns a function that writes it. Throws a `FileError`. */
export async function writeAllowed(folders: readonly string[], path: string, overwrite: boolean): Promise<FileWriter> {
  const located = locate(folders, path);
  const folder = await realParent(located);
  const target = join(folder, basename(located));
  checkInside(folders, folder, path);
  if (!isFolder(folder) || folders.includes(located)) throw new FileError(`${path} is not in a folder that exists`);
  if (process.platform === 'win32' && basename(target).includes(':'))
    throw new FileError(`${path} is not the name of a file`);
  const old = await lstat(target).catch(() => undefined);
  if (old && !old.isFile()) throw new FileError(`${path} already exists, and is not a regular file`);
  if (old && !overwrite) throw new FileError(`${path} already exists: set \`overwrite\`, or choose another file`);
  return async (bytes) => {
    // Written under another name, and renamed when it is complete.
    const draft = join(folder, `.${randomBytes(9).toString('base64url')}.part`);
    const file = await open(draft, 'wx');
    try {
      if (!(await isUnmoved(draft, await file.stat()))) throw new FileError(`the folder of ${path} was changed`);
      for await (const chunk of bytes) await file.appendFile(chunk);
      const { size } = await file.stat();
      await file.close();
      if (overwrite) await rename(draft, target);
      // Unlike `rename`, both fail if the file exists meanwhile. Some file systems have no links.
      else await link(draft, target).catch(() => copyFile(draft, target, constants.COPYFILE_EXCL));
      return { savedTo: target, bytes: size };
    } catch (error) {
      if (readErrorCode(error) === 'EEXIST') throw new FileError(`another process has created ${path} meanwhile`);
      throw error;
    } finally {
      await file.close().catch(() => undefined);
      await rm(draft, { force: true });
    }
  };
}

/** Resolves a path relative to the first folder. */
function locate([first]: readonly string[], path: string) {
  if (first === undefined) throw new FileError('no folder is allowed: start this server with `--files <folder>`');
  if (path.trim() === '' || path.includes('\0'))
    throw new FileError('the path of a file must not be empty or contain a null character');
  return resolve(first, path);
}

/** Throws a `FileError` if a real path is not in one of the folders; `named` is the path in the message. */
function checkInside(folders: readonly string[], path: string, named: string) {
  const ways = folders.map((folder) => relative(folder, path));
  if (!ways.some((way) => way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)))
    throw new FileError(`${named} is not in a folder that this server allows (\`--files\`)`);
}

function isFolder(path: string) {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Returns the folder of a path with its links resolved, as far as it exists. */
async function realParent(path: string): Promise<string> {
  const parent = dirname(path);
  if (parent === path) return path;
  return (await realpath(parent).catch(() => undefined)) ?? join(await realParent(parent), basename(parent));
}

/** Opens a file to read it; throws a `FileError`. Does not follow a link that has replaced it, and does not wait for a pipe. */
async function openFile(path: string, named: string) {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => undefined);
  if (!file) throw new FileError(`${named} cannot be read`);
  const stats = await file.stat();
  if (stats.isFile() && (await isUnmoved(path, stats))) return file;
  await file.close();
  throw new FileError(`${named} is not a file`);
}

/** Returns whether a path is still that of an open file, and none of its folders has become a link. */
async function isUnmoved(path: string, { dev, ino }: Stats) {
  const now = await lstat(path).catch(() => undefined);
  return now?.dev === dev && now.ino === ino && (await realpath(path)) === path;
}
