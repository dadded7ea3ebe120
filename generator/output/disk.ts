import {
  lstatSync,
  mkdirSync,
  readFileSync,
  statSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
  type Dirent,
} from 'node:fs';
import { dirname, resolve, basename, join, sep } from 'node:path';

/** What the operating system says when a call fails. */
interface SystemError extends Error {
  /** `EACCES`, `ENOSPC`, … */
  readonly code: string;
}

/** Whether something thrown is an error of the operating system, not a mistake of ours. */
export function isSystemError(error: unknown): error is SystemError {
  return error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string';
}

const MISSING: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'ENAMETOOLONG']);

/** Text of a file, or `undefined` where there is none; a folder is none. */
export function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isSystemError(error) && MISSING.has(error.code)) return undefined;
    throw error;
  }
}

/**
 * What a folder holds of TypeScript and templates, as a text: names of files, and of folders with a slash at the end, a line each; not what is
 * hidden. `undefined` where there is no such folder or it may not be read.
 */
export function readFolder(path: string): string | undefined {
  try {
    const entries = readdirSync(path, { withFileTypes: true });
    const isFolder = (entry: Dirent): boolean => entry.isDirectory() && entry.name !== 'node_modules';
    const counts = entries.filter(
      (one) => !one.name.startsWith('.') && (isFolder(one) || /\.(?:ts|hbs)$/.test(one.name)),
    );
    return counts
      .map((one) => `${one.name}${isFolder(one) ? '/' : ''}`)
      .toSorted()
      .join('\n');
  } catch (error) {
    if (isSystemError(error)) return undefined;
    throw error;
  }
}

/** Whether there is something at a path, a broken link included. */
export function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    if (isSystemError(error) && MISSING.has(error.code)) return false;
    throw error;
  }
}

/**
 * Makes a folder and those above it, and gives the first that it made; `undefined` where all of them were there. What the
 * system fails with is thrown. Node 20 has an option for this with which it never ends where a file system takes no folders
 * and says of new ones that something above is missing, as `/proc` does.
 */
export function makeFolder(folder: string): string | undefined {
  const missing: string[] = [];
  for (let at = resolve(folder); !isFolder(at) && at !== dirname(at); at = dirname(at)) missing.unshift(at);
  const [first] = missing.filter(makeOne);
  return first;
}

/** Whether it was this call that made it: another process may be faster. */
function makeOne(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if (isFolder(folder)) return false;
    throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/**
 * Writes a file so that readers see all of the old or all of the new text; links and devices are written through. What
 * earlier writes left that were killed is removed.
 */
export function replaceText(path: string, text: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isFile() === false) return writeFileSync(path, text);
  for (const left of leftBehind(path)) rmSync(left, { force: true });
  const next = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(next, text, { mode: stats?.mode });
    renameSync(next, path);
  } finally {
    rmSync(next, { force: true });
  }
}

/** Whether a path is that of a folder or of something in it; both absolute. */
export function isInside(path: string, folder: string): boolean {
  return `${path}${sep}`.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}

/** The folders above a path, the nearest first. */
export function foldersAbove(path: string): readonly string[] {
  const above = dirname(path);
  return above === path ? [] : [above, ...foldersAbove(above)];
}

/** Files that processes left which were killed while they replaced a text. */
export function leftBehind(path: string): readonly string[] {
  const stem = `${basename(path)}.`;
  const isLeft = (name: string): boolean => {
    const [, pid] = name.startsWith(stem) ? (/^(\d+)\.tmp$/.exec(name.slice(stem.length)) ?? []) : [];
    return pid !== undefined && (Number(pid) === process.pid || !isRunning(Number(pid)));
  };
  return readdirSync(dirname(path))
    .filter(isLeft)
    .map((name) => join(dirname(path), name));
}

/** Whether there is a process of that number on this machine. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(isSystemError(error) && error.code === 'ESRCH');
  }
}
