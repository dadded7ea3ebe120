import { statSync, linkSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { hostname } from 'node:os';
import { exists, isSystemError, makeFolder, readText, isRunning } from '../disk.js';
import { OutputError } from './compare-output.js';

/** Paths of an output folder and of the files beside it while it is written. */
export interface OutputPaths {
  readonly target: string;
  /** The target as it was named, links and all. */
  readonly shown: string;
  /** Folder in which the changed files are completed. */
  readonly next: string;
  /** File that keeps a second run out meanwhile. */
  readonly lock: string;
}

/** Returns the paths of an output folder; `target` is its path with links followed, `shown` the path as it was named. */
export function outputPaths(target: string, shown: string): OutputPaths {
  const sibling = (role: string): string => join(dirname(target), `.${basename(target)}.speccast-${role}`);
  // A file cannot be renamed to another file system: where the folder is one, work is done inside it.
  const own = statSync(target, { throwIfNoEntry: false });
  const isMounted = own !== undefined && own.dev !== statSync(dirname(target)).dev;
  const next = isMounted ? join(target, '.speccast-next') : sibling('next');
  return { target, shown, next, lock: sibling('lock') };
}

/** Returns whether a run is writing there, or left files behind when it was killed. */
export function isUnderWork({ next, lock }: OutputPaths): boolean {
  return exists(next) || lockFiles(lock).length > 0;
}

/** Attempts to take a lock. A process holds one for milliseconds: after so many pauses something is wrong. */
const ATTEMPTS = 400;

/** Milliseconds between two attempts. */
const PAUSE = 25;

/** Pauses after which a lock that names no process counts as left behind: its process died before it wrote its number. */
const PATIENCE = 20;

/** Text of the locks of this process: `123 host`, since numbers of processes hold on one machine only. */
const own = `${process.pid} ${hostname()}`;

/**
 * Runs an action while no other process runs one under the same lock file. The lock of a process that is gone does not
 * count. Throws `OutputError` where another process keeps it for long.
 */
export function withLock<T>(path: string, action: () => T): T {
  makeFolder(dirname(path));
  for (let attempt = 0; !makeLock(path); attempt++) {
    if (attempt === ATTEMPTS) throw new OutputError(`another run is writing there; where none is, remove ${path}`);
    const isPatient = attempt < PATIENCE;
    if (isLeftBehind(path, isPatient)) removeLeftLock(path, isPatient);
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
  }
  try {
    return action();
  } finally {
    if (readText(path) === own) rmSync(path, { force: true });
  }
}

/** Makes a lock, and returns whether there was none. A link appears at once with its text, or not at all. */
function makeLock(path: string): boolean {
  const aside = `${path}.${process.pid}.tmp`;
  writeFileSync(aside, own);
  try {
    linkSync(aside, path);
    return true;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return error.code !== 'EEXIST' && makeWithoutLink(path);
  } finally {
    rmSync(aside, { force: true });
  }
}

/** Makes a lock on a file system without hard links. A process that is slow between its two steps may have lost the lock. */
function makeWithoutLink(path: string): boolean {
  try {
    writeFileSync(path, own, { flag: 'wx' });
    return readText(path) === own;
  } catch (error) {
    if (isSystemError(error) && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes a lock whose process is gone, under a lock of its own: another process may have made a new lock since. */
function removeLeftLock(path: string, isPatient = true): void {
  withLock(`${path}-takeover`, () => {
    if (isLeftBehind(path, isPatient)) rmSync(path, { force: true });
  });
}

/** Lists a lock and the temporary files beside it. */
function lockFiles(path: string): readonly string[] {
  const folder = dirname(path);
  if (!exists(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.startsWith(basename(path)));
  return names.map((name) => join(folder, name));
}

/** Removes the files that killed processes left beside a lock. */
export function clearLeftLocks(path: string): void {
  for (const file of lockFiles(path).filter((one) => one !== path)) {
    const [, pid] = /\.(\d+)\.tmp$/.exec(file) ?? [];
    if (pid === undefined && isLeftBehind(file, true)) removeLeftLock(file);
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(file, { force: true });
  }
}

function isLeftBehind(path: string, isPatient: boolean): boolean {
  const holder = readText(path);
  if (holder === '') return !isPatient;
  const [, number, host] = /^(\d+) (.*)$/.exec(holder ?? '') ?? [];
  const pid = Number(number);
  // Writing is synchronous: a lock of this process was left by an earlier one of the same number.
  return host === hostname() && (pid === process.pid || !isRunning(pid));
}
