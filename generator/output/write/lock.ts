import { statSync, linkSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { hostname } from 'node:os';
import { exists, isSystemError, makeFolder, readText, isRunning } from '../disk.js';
import { OutputError } from './compare-output.js';

/** Where an output folder is and what is beside it while it is written. */
export interface OutputPaths {
  readonly target: string;
  /** The target as it was named, links and all. */
  readonly shown: string;
  /** What changes, while it is being completed. */
  readonly next: string;
  /** File that keeps a second run out meanwhile. */
  readonly lock: string;
}

/** The paths of an output folder: `target` with links followed, and `shown` as it was named. */
export function outputPaths(target: string, shown: string): OutputPaths {
  const sibling = (role: string): string => join(dirname(target), `.${basename(target)}.speccast-${role}`);
  // A file cannot be renamed to another file system: where the folder is one, work is done inside it.
  const next = isMounted(target) ? join(target, '.speccast-next') : sibling('next');
  return { target, shown, next, lock: sibling('lock') };
}

/** Whether a run is writing there, or one left something behind when it was killed. */
export function isUnderWork({ next, lock }: OutputPaths): boolean {
  return exists(next) || lockFiles(lock).length > 0;
}

function isMounted(target: string): boolean {
  const own = statSync(target, { throwIfNoEntry: false });
  return own !== undefined && own.dev !== statSync(dirname(target)).dev;
}

/** What a process holds lasts milliseconds: after this many pauses something is wrong. */
const ATTEMPTS = 400;

/** Milliseconds between two attempts. */
const PAUSE = 25;

/** Pauses after which a lock that names no process counts as left behind: its maker died before it could say so. */
const PATIENCE = 20;

/** What the locks of this process say: numbers of processes mean something on one machine only. */
const own = `${process.pid} ${hostname()}`;

/**
 * Runs an action while no other process runs one under the same lock file. The lock of a process that is gone does not
 * count. Throws `OutputError` where another process keeps it for long.
 */
export function withLock<T>(path: string, action: () => T): T {
  makeFolder(dirname(path));
  takeLock(path);
  try {
    return action();
  } finally {
    if (readText(path) === own) rmSync(path, { force: true });
  }
}

function takeLock(path: string): void {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (makeLock(path)) return;
    const isPatient = attempt < PATIENCE;
    if (isLeftBehind(path, isPatient)) removeLeftLock(path, isPatient);
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
  }
  throw new OutputError(`another run is writing there; where none is, remove ${path}`);
}

/** A link appears at once and with its content, or not at all. */
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

/** For file systems without hard links; who takes too long between the two steps of it may have lost the lock. */
function makeWithoutLink(path: string): boolean {
  try {
    writeFileSync(path, own, { flag: 'wx' });
    return readText(path) === own;
  } catch (error) {
    if (isSystemError(error) && error.code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Removes a lock whose process is gone. Only who holds the lock for that does, so that none removes what another has made
 * since it looked.
 */
function removeLeftLock(path: string, isPatient = true): void {
  withLock(`${path}-takeover`, () => {
    if (isLeftBehind(path, isPatient)) rmSync(path, { force: true });
  });
}

/** A lock, if it is there, and what processes need beside it for a moment, or left there when they were killed. */
function lockFiles(path: string): readonly string[] {
  const folder = dirname(path);
  if (!exists(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.startsWith(basename(path)));
  return names.map((name) => join(folder, name));
}

/** Removes what processes that were killed left beside a lock. */
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
