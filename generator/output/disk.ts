import {
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, resolve, basename, join, sep } from 'node:path';
import { MOST_CHARACTERS } from '../spec/read/source-text.js';

/** An error of the operating system. */
interface SystemError extends Error {
  /** `EACCES`, `ENOSPC`, … */
  readonly code: string;
}

/** Returns whether something thrown is an error of the operating system. */
export function isSystemError(error: unknown): error is SystemError {
  return error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string';
}

const MISSING: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'ENAMETOOLONG']);

/** Reads the text of a file; `undefined` if the path does not exist or is a folder. */
export function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isSystemError(error) && MISSING.has(error.code)) return undefined;
    throw error;
  }
}

/**
 * Lists the TypeScript files, templates and folders in a folder, a line each: `a.ts\nclient/`. Leaves out hidden entries and
 * `node_modules`.
 */
function listFolder(path: string): string {
  const entries = readdirSync(path, { withFileTypes: true });
  const names = entries.map((entry) => `${entry.name}${entry.isDirectory() ? '/' : ''}`);
  const counts = names.filter((name) => /^[^.][^]*(?:\.ts|\.hbs|\/)$/.test(name) && name !== 'node_modules/');
  return counts.toSorted().join('\n');
}

/** Returns whether a path exists; a broken link exists, too. */
export function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    if (isSystemError(error) && MISSING.has(error.code)) return false;
    throw error;
  }
}

/**
 * Creates a folder and those above it, and returns the topmost new one; `undefined` if all of them exist. Throws errors of the
 * system. Does not use `recursive: true`: for a path in `/proc`, where no folders can be created, Node 20 never returns from that.
 */
export function makeFolder(folder: string): string | undefined {
  const missing: string[] = [];
  for (let at = resolve(folder); !isFolder(at) && at !== dirname(at); at = dirname(at)) missing.unshift(at);
  return missing.filter((one) => {
    try {
      mkdirSync(one);
      return true;
    } catch (error) {
      if (!isFolder(one)) throw error;
      // Another process has created it in the meantime.
      return false;
    }
  })[0];
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/**
 * Replaces the text of a file atomically: readers see the old or the new text, never a part of one. For links and devices, writes to
 * the target. Also removes temporary files of processes that were killed while they wrote this file.
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

/** Returns whether a path is a folder or something in it; both absolute. */
export function isInside(path: string, folder: string): boolean {
  return `${path}${sep}`.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}

/** Lists the folders above a path, the nearest first: `/a/b/c` → `/a/b`, `/a`, `/`. */
export function foldersAbove(path: string): readonly string[] {
  const above = dirname(path);
  return above === path ? [] : [above, ...foldersAbove(above)];
}

/** Finds a file or folder by its name in a folder or the nearest one above: `/a/b/c`, `node_modules` → `/a/node_modules`. */
export function findUpwards(folder: string, name: string): string | undefined {
  return [folder, ...foldersAbove(folder)].map((one) => join(one, name)).find(exists);
}

/** Lists the temporary files (`a.json.123.tmp`) of processes that were killed while they replaced a text. */
export function leftBehind(path: string): readonly string[] {
  const [folder, stem] = [dirname(path), `${basename(path)}.`];
  const left = readdirSync(folder).filter((name) => {
    const [, pid] = name.startsWith(stem) ? (/^(\d+)\.tmp$/.exec(name.slice(stem.length)) ?? []) : [];
    return pid !== undefined && (Number(pid) === process.pid || !isRunning(Number(pid)));
  });
  return left.map((name) => join(folder, name));
}

/** Returns whether a process with this number runs on this machine. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(isSystemError(error) && error.code === 'ESRCH');
  }
}

/** Maximum number of bytes of a spec: UTF-8 needs up to three bytes for each UTF-16 code unit. */
const MOST_BYTES = 3 * MOST_CHARACTERS;

/**
 * Returns the text of a file, or `undefined` if the file does not exist or may not be read. For a path with a slash at its end,
 * returns the names in that folder. Of a file that is too large, returns only a part, which is still longer than the limit. Pipes are
 * read only with `pipes`: references of a spec may not name a pipe, as reading it might never end.
 */
export function readIfAllowed(path: string, pipes = false): string | undefined {
  try {
    if (path.endsWith('/')) return listFolder(path);
    const stats = statSync(path);
    if (!stats.isFile() && !(pipes && stats.isFIFO())) return undefined;
    if (stats.size <= MOST_BYTES) return readFileSync(path, 'utf8');
    const file = openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(MOST_BYTES + 3);
      return bytes.toString('utf8', 0, readSync(file, bytes));
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (isSystemError(error)) return undefined;
    throw error;
  }
}

/** Returns a path with forward slashes, which diagnostics and outputs use on all systems. */
export function toPosixPath(path: string): string {
  return path.replaceAll('\\', '/');
}
