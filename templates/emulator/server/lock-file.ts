import { createHash, randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { resolve } from 'node:path';

/** Another process uses a file. The message is a sentence. */
export class FileInUse extends Error {
  override readonly name = 'FileInUse';
}

/** Locks that this process holds. */
const held = new Set<string>();

/**
 * Locks a file with `<path>.lock` and returns a function that releases it. Replaces the lock of a process that no longer runs.
 * Throws `FileInUse`.
 */
export function lockFile(path: string): () => void {
  const lock = `${resolve(path)}.lock`;
  if (held.has(lock)) throw new FileInUse(`This process uses ${path} already.`);
  acquire(path, lock);
  held.add(lock);
  return () => {
    held.delete(lock);
    rmSync(lock, { force: true });
  };
}

function acquire(path: string, lock: string): void {
  const token = randomUUID();
  const own = `${lock}.${token}`;
  writeFileSync(own, JSON.stringify({ pid: process.pid, host: hostname(), token }), { flag: 'wx', mode: 0o600 });
  try {
    if (tryLink(own, lock)) return;
    const found = readIfThere(lock);
    if (found !== undefined) replaceStale(path, { lock, own, found });
    else if (!tryLink(own, lock)) throw new FileInUse(`Another process uses ${path}.`);
  } finally {
    rmSync(own, { force: true });
  }
}

/** Creates a lock with its content in one step. Returns false if it exists. */
function tryLink(own: string, lock: string): boolean {
  try {
    linkSync(own, lock);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

interface StaleLock {
  readonly lock: string;
  /** File with the content of the new lock. */
  readonly own: string;
  /** Content of the lock that was found. */
  readonly found: string;
}

/**
 * Replaces a lock in one step, so that there is no moment without one. The content of a lock is unique: whoever holds the
 * lock that is named after the content is the only process that may replace it.
 */
function replaceStale(path: string, { lock, own, found }: StaleLock): void {
  checkStale(path, lock, found);
  const claim = `${lock}.${createHash('sha256').update(found).digest('hex').slice(0, 16)}`;
  acquire(path, claim);
  try {
    if (readIfThere(lock) !== found) throw new FileInUse(`Another process uses ${path}.`);
    renameSync(own, lock);
  } finally {
    rmSync(claim, { force: true });
  }
}

function checkStale(path: string, lock: string, text: string): void {
  const { pid, host } = holderOf(text);
  if (host !== hostname())
    throw new FileInUse(`${path} is used by a process of ${String(host)}; if that is gone, remove ${lock}.`);
  // This process may have the id of one that ended.
  if (pid !== process.pid && isRunning(pid)) throw new FileInUse(`${path} is used by process ${pid}.`);
}

function holderOf(text: string): { readonly pid: number; readonly host: unknown } {
  try {
    const { pid, host }: { pid?: unknown; host?: unknown } = JSON.parse(text);
    return { pid: typeof pid === 'number' ? pid : 0, host };
  } catch {
    return { pid: 0, host: 'another machine' };
  }
}

function isRunning(pid: number): boolean {
  if (pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It runs as another user.
    return codeOf(error) === 'EPERM';
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
