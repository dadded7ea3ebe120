import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { resolve } from 'node:path';

/** Another process uses a file; the message is a sentence. */
export class FileInUse extends Error {
  override readonly name = 'FileInUse';
}

/** Locks that this process holds. */
const held = new Set<string>();

/** Takes the lock of a file, `<path>.lock`, and gives what releases it. A lock whose process is gone is taken over. Throws `FileInUse`. */
export function lockFile(path: string): () => void {
  const lock = `${resolve(path)}.lock`;
  if (held.has(lock)) throw new FileInUse(`This process uses ${path} already.`);
  const own = `${lock}.${process.pid}`;
  writeFileSync(own, JSON.stringify({ pid: process.pid, host: hostname() }), { mode: 0o600 });
  try {
    // A link appears at once and with its content, or not at all.
    if (!tryLink(own, lock)) {
      removeStale(path, lock);
      if (!tryLink(own, lock)) throw new FileInUse(`Another process uses ${path}.`);
    }
  } finally {
    rmSync(own, { force: true });
  }
  held.add(lock);
  return () => {
    held.delete(lock);
    rmSync(lock, { force: true });
  };
}

function tryLink(own: string, lock: string): boolean {
  try {
    linkSync(own, lock);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

function removeStale(path: string, lock: string): void {
  const text = readIfThere(lock);
  if (text === undefined) return;
  const { pid, host } = holderOf(text);
  if (host !== hostname())
    throw new FileInUse(`${path} is used by a process of ${String(host)}; if that is gone, remove ${lock}.`);
  // The number of a process that is gone may be this one's by now.
  if (pid !== process.pid && isRunning(pid)) throw new FileInUse(`${path} is used by process ${pid}.`);
  const aside = `${lock}.${process.pid}.old`;
  try {
    // Of two that take it over, one moves it.
    renameSync(lock, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  // A lock that another has taken since is put back.
  if (readIfThere(aside) !== text) tryLink(aside, lock);
  rmSync(aside, { force: true });
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
    // It is there, but somebody else's.
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
