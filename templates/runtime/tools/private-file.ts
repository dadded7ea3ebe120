import { chmod, mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** An error that ends a command or a server, such as a missing package. Its message tells the user what to do. */
export class ToolError extends Error {
  override readonly name: string = 'ToolError';
}

/** Reads a file that only its owner can read; `undefined` if there is none. Throws a `ToolError` if others can read it. */
export async function readPrivate(path: string): Promise<string | undefined> {
  const file = await open(path, 'r').catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw new ToolError(`${path} cannot be read: ${readErrorCode(error)}`);
  });
  if (!file) return undefined;
  try {
    const { mode, uid } = await file.stat();
    // Windows has no such mode; there, the settings folder of a user is private.
    if (process.platform !== 'win32') {
      if ((mode & 0o077) !== 0) throw new ToolError(`${path} can be read by other users: run \`chmod 600 '${path}'\``);
      if (process.getuid?.() !== uid) throw new ToolError(`${path} belongs to another user`);
    }
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

/** Writes a file that only its owner can read, and creates its folder. Readers see either the old or the new text. Throws a `ToolError`. */
export async function writePrivate(path: string, text: string): Promise<void> {
  const folder = dirname(path);
  if ((await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined) await chmod(folder, 0o700);
  const draft = `${path}.${crypto.randomUUID()}`;
  try {
    await writeFile(draft, text, { mode: 0o600, flag: 'wx' });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw new ToolError(`${path} cannot be written: ${readErrorCode(error)}`);
  }
}

/** Runs work on a file while no other process does. The lock of a process that has ended is ignored after ten seconds. */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const lock = `${path}.lock`;
  for (;;) {
    const code = await writeFile(lock, '', { mode: 0o600, flag: 'wx' }).catch(readErrorCode);
    if (code === undefined) break;
    if (code !== 'EEXIST') throw new ToolError(`${path} cannot be written: ${code}`);
    const created = await stat(lock).then(({ mtimeMs }) => mtimeMs, Date.now);
    if (Date.now() - created > 10_000) await rm(lock, { force: true });
    else await new Promise((resolve) => setTimeout(resolve, 50));
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

/** Returns whether an error of the file system means that there is no such file. */
export function isMissing(error: unknown): boolean {
  return /^(?:ENOENT|ENOTDIR)$/.test(readErrorCode(error));
}

/** Reads the code of an error of the file system: `EACCES`. */
export function readErrorCode(error: unknown): string {
  return String(Object(error).code ?? error);
}
