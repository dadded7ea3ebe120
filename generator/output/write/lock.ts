import { statSync, linkSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { hostname } from 'node:os';
import { exists, isSystemError, makeFolder, readText, isRunning } from '../disk.js';
import { OutputError } from './compare-output.js';

/** Paths of an output folder and of the files beside it while it is written. */
export interface OutputPaths {
  readonly target: string;
  /** The target as the user named it, before links are followed. */
  readonly shown: string;
  /** Temporary folder in which changed files are written. */
  readonly next: string;
  /** Lock file, which prevents a second run at the same time. */
  readonly lock: string;
}

/** Returns the paths of an output folder; `target` is its path after following links, `shown` the path as the user named it. */
export function outputPaths(target: string, shown: string): OutputPaths {
  const sibling = (role: string): string => join(dirname(target), `.${basename(target)}.speccast-${role}`);
  // A rename cannot cross file systems: if the folder is a mount point, the temporary folder is inside it.
  const own = statSync(target, { throwIfNoEntry: false });
  const isMounted = own !== undefined && own.dev !== statSync(dirname(target)).dev;
  const next = isMounted ? join(target, '.speccast-next') : sibling('next');
  return { target, shown, next, lock: sibling('lock') };
}

/** Returns whether a run is writing there, or left files behind when it was killed. */
export function isUnderWork({ next, lock }: OutputPaths): boolean {
  return exists(next) || lockFiles(lock).length > 0;
}

/** Maximum number of attempts to take a lock. A process holds a lock for milliseconds only. */
const ATTEMPTS = 400;

/** Milliseconds between two attempts. */
const PAUSE = 25;

/** Number of attempts after which an empty lock counts as left behind, by a process that died before it wrote its number. */
const PATIENCE = 20;

/** Text of the locks of this process: `123 host`. The host is needed, because a folder may be shared between machines. */
const own = `${process.pid} ${hostname()}`;

/**
 * Runs an action while no other process runs one under the same lock file. The lock of a process that has ended is removed. Throws
 * `OutputError` if another process holds the lock for too long.
 */
export function withLock<T>(path: string, action: () => T): T {
  makeFolder(dirname(path));
  for (let attempt = 0; !makeLock(path); attempt++) {
    if (attempt === ATTEMPTS)
      throw new OutputError(`another run is writing there; if there is no other run, remove ${path}`);
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

/** Tries to create a lock, and returns whether it succeeded. A hard link is used, because it appears together with its text. */
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

/** Tries to create a lock on a file system without hard links. It reads the text again, since another process may have removed the still empty lock. */
function makeWithoutLink(path: string): boolean {
  try {
    writeFileSync(path, own, { flag: 'wx' });
    return readText(path) === own;
  } catch (error) {
    if (isSystemError(error) && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes the lock of a process that has ended. A second lock makes sure that it does not remove a new lock of another process. */
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
  // Writes are synchronous, so this process holds no other lock: one with its number is from an earlier process with the same number.
  return host === hostname() && (pid === process.pid || !isRunning(pid));
}
