import { linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { makeFolder } from './make-folder.js';
import { readText } from './manifest.js';
import { OutputRefused } from './read-output.js';
import { isSystemError } from './system-error.js';

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
 * count. Throws `OutputRefused` where another process keeps it for long.
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
  let nameless = 0;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (makeLock(path)) return;
    const holder = readText(path);
    nameless = holder === '' ? nameless + 1 : 0;
    if (nameless > PATIENCE || isLeftBehind(holder)) dismiss(path, holder ?? '');
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
  }
  throw new OutputRefused(`another run is writing there; where none is, remove ${path}`);
}

function makeLock(path: string): boolean {
  try {
    writeFileSync(path, own, { flag: 'wx' });
    return true;
  } catch (error) {
    if (isSystemError(error) && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes a lock that was left behind; of several processes that want to, one does, and none removes what another then made. */
function dismiss(path: string, holder: string): void {
  const aside = `${path}-${process.pid}`;
  try {
    renameSync(path, aside);
    if (readText(aside) !== holder) linkSync(aside, path);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    // Another process was faster; the next attempt shows what is there now.
  }
  rmSync(aside, { force: true });
}

function isLeftBehind(holder: string | undefined): boolean {
  const [, number, host] = /^(\d+) (.*)$/.exec(holder ?? '') ?? [];
  const pid = Number(number);
  // Writing is synchronous: a lock of this process was left by an earlier one of the same number.
  return host === hostname() && (pid === process.pid || !isRunning(pid));
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
