import { chmod, mkdir, open, rename, rm, stat, writeFile, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

/** What keeps a command or a server from working: a file, a missing package. The message says why and what to do. */
export class ToolError extends Error {
  override readonly name: string = 'ToolError';
}

/** The text of a file that nobody but its owner can read; `undefined` where there is none. */
export async function readPrivate(path: string): Promise<string | undefined> {
  let file: FileHandle;
  try {
    file = await open(path, 'r');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw new ToolError(`${path} cannot be read: ${codeOf(error)}`);
  }
  try {
    const { mode, uid } = await file.stat();
    // Windows has no such bits: the folder of the user's settings is private there.
    if (process.platform !== 'win32') {
      if ((mode & 0o077) !== 0)
        throw new ToolError(`${path} can be read by others than its owner: run \`chmod 600 '${path}'\``);
      if (process.getuid?.() !== uid) throw new ToolError(`${path} belongs to another user`);
    }
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

/** Writes a file that only its owner can read, and its folder if there is none; readers see the old text or the new one. */
export async function writePrivate(path: string, text: string): Promise<void> {
  const folder = dirname(path);
  if ((await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined) await chmod(folder, 0o700);
  const draft = `${path}.${crypto.randomUUID()}`;
  try {
    await writeFile(draft, text, { mode: 0o600, flag: 'wx' });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw new ToolError(`${path} cannot be written: ${codeOf(error)}`);
  }
}

const lockMs = 10_000;

/** Runs work that no other process does at the same time on a file; a lock that was left behind ends after ten seconds. */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const lock = `${path}.lock`;
  for (;;) {
    try {
      await writeFile(lock, '', { mode: 0o600, flag: 'wx' });
      break;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw new ToolError(`${path} cannot be written: ${codeOf(error)}`);
      const age = await stat(lock).then(
        ({ mtimeMs }) => Date.now() - mtimeMs,
        () => 0,
      );
      if (age > lockMs) await rm(lock, { force: true });
      else await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

/** Whether an error of the file system says that there is no such file. */
export function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(codeOf(error));
}

/** The code of an error of the file system: `EACCES`. */
export function codeOf(error: unknown): string {
  return String(Object(error).code ?? error);
}
