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

/** Reads the text of a file; `undefined` where there is none, or a folder. */
export function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isSystemError(error) && MISSING.has(error.code)) return undefined;
    throw error;
  }
}

/**
 * Lists the TypeScript files, templates and folders in a folder, a line each: `a.ts\nclient/`. Hidden ones and `node_modules` are
 * left out.
 */
function listFolder(path: string): string {
  const entries = readdirSync(path, { withFileTypes: true });
  const names = entries.map((entry) => `${entry.name}${entry.isDirectory() ? '/' : ''}`);
  const counts = names.filter((name) => /^[^.][^]*(?:\.ts|\.hbs|\/)$/.test(name) && name !== 'node_modules/');
  return counts.toSorted().join('\n');
}

/** Returns whether there is something at a path, a broken link included. */
export function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    if (isSystemError(error) && MISSING.has(error.code)) return false;
    throw error;
  }
}

/**
 * Makes a folder and those above it, and returns the first that it made; `undefined` where all of them were there. Throws the
 * error of the system. Not `recursive: true`: in `/proc`, which takes no folders, Node 20 never returns.
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
      // Another process was faster.
      return false;
    }
  })[0];
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/**
 * Writes a file so that readers see all of the old or all of the new text; links and devices are written through. Removes the
 * files that killed processes left beside it.
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

/** Finds something by its name in a folder or the nearest one above: `/a/b/c`, `node_modules` → `/a/node_modules`. */
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

/** No character takes more bytes of a file than this for each unit of a text. */
const MOST_BYTES = 3 * MOST_CHARACTERS;

/**
 * Returns the text of a file; with `pipes`, also of a pipe, which a spec may not name as it could last forever. Of a path with a
 * slash at the end it returns the names in that folder, and of a file that is too large only so much that it stays too large.
 * `undefined` where there is no such file or it may not be read.
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

/** Writes a path with forward slashes, as diagnostics and outputs have it on any system. */
export function toPosixPath(path: string): string {
  return path.replaceAll('\\', '/');
}
