import { createHash, randomUUID } from 'node:crypto';
import { linkSync, readFileSync, readlinkSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { codeOf } from './disk.js';

/** Another process uses a file. The message is a sentence. */
export class FileInUse extends Error {
  override readonly name = 'FileInUse';
}

/** A lock that this process holds. */
export interface Lock {
  /** Throws `FileInUse` if another process has taken the lock over, because this one was stopped for long. */
  readonly check: () => void;
  readonly release: () => void;
}

/** Times of a lock in milliseconds. */
export interface LockOptions {
  /** How often its holder refreshes it. Default: one second. */
  readonly refresh?: number;
  /** After what time without a refresh the holder is gone, if it cannot be found otherwise. Default: ten seconds. */
  readonly stale?: number;
  /** Called with a sentence when the lock of a process of another machine or container is replaced. */
  readonly tell?: (sentence: string) => void;
}

type Times = Required<LockOptions>;

/** Locks that this process holds. */
const held = new Set<string>();

/**
 * Locks a file with `<path>.lock`. Replaces the lock of a process that no longer runs: on this machine that is known at once,
 * of others the lock is watched until it was not refreshed for ten seconds. Throws `FileInUse`.
 */
export async function lockFile(path: string, options: LockOptions = {}): Promise<Lock> {
  const lock = `${resolve(path)}.lock`;
  if (held.has(lock)) throw new FileInUse(`This process uses ${path} already.`);
  held.add(lock);
  try {
    const times = { refresh: 1000, stale: 10_000, tell: () => {}, ...options };
    const content = await acquire(path, lock, times);
    return hold(path, { lock, content }, times);
  } catch (error) {
    held.delete(lock);
    throw error;
  }
}

function hold(path: string, { lock, content }: { lock: string; content: string }, { refresh, stale }: Times): Lock {
  let refreshed = Date.now();
  const isOwn = (): boolean => readIfThere(lock) === content;
  const timer = setInterval(() => {
    try {
      if (!isOwn()) return;
      const now = new Date();
      utimesSync(lock, now, now);
      refreshed = now.getTime();
    } catch {
      // It is tried again, and checked before the next change is kept.
    }
  }, refresh).unref();
  return {
    check: () => {
      if (Math.abs(Date.now() - refreshed) < stale / 4 || isOwn()) return;
      throw new FileInUse(`Another process has taken ${path} over, because this one did not run for long.`);
    },
    release: () => {
      clearInterval(timer);
      held.delete(lock);
      if (isOwn()) rmSync(lock, { force: true });
    },
  };
}

/** Resolves to the content of the lock. */
async function acquire(path: string, lock: string, times: Times): Promise<string> {
  const content = JSON.stringify({ ...self(), token: randomUUID() });
  const own = `${lock}.${randomUUID()}`;
  for (;;) {
    writeFileSync(own, content, { flag: 'wx', mode: 0o600 });
    try {
      if (tryLink(own, lock)) return content;
      const found = readIfThere(lock);
      // It may have been released just now.
      if (found === undefined) continue;
      await checkStale(path, { lock, found }, times);
      if (readIfThere(lock) !== found) continue;
      await replaceStale(path, { lock, own, found }, times);
      return content;
    } finally {
      rmSync(own, { force: true });
    }
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

interface FoundLock {
  readonly lock: string;
  /** Content of the lock that was found. */
  readonly found: string;
}

/**
 * Replaces a lock in one step, so that there is no moment without one. The content of a lock is unique: whoever holds the
 * lock that is named after the content is the only process that may replace it.
 */
async function replaceStale(
  path: string,
  { lock, own, found }: FoundLock & { readonly own: string },
  times: Times,
): Promise<void> {
  const claim = `${lock}.${createHash('sha256').update(found).digest('hex').slice(0, 16)}`;
  await acquire(path, claim, times);
  try {
    if (readIfThere(lock) !== found) throw new FileInUse(`Another process uses ${path}.`);
    const now = new Date();
    utimesSync(own, now, now);
    renameSync(own, lock);
  } finally {
    rmSync(claim, { force: true });
  }
}

/** A process, as far as that is known. */
interface Holder {
  readonly pid: number;
  readonly host: unknown;
  /** What tells apart machines and containers with the same name, where that can be known. */
  readonly machine?: unknown;
  /** What tells apart processes with the same number, where that can be known. */
  readonly start?: unknown;
}

/** Throws `FileInUse` if the holder of a lock may be running. */
async function checkStale(path: string, { lock, found }: FoundLock, times: Times): Promise<void> {
  const holder = holderOf(found);
  const own = self();
  const isHere = holder.host === own.host && (holder.machine === undefined || holder.machine === own.machine);
  if (!isHere) return watch(path, { lock, host: String(holder.host) }, times);
  // This process may have the number of one that ended.
  if (holder.pid === process.pid && (holder.start === undefined || holder.start !== own.start)) return;
  if (holder.pid === process.pid) throw new FileInUse(`This process uses ${path} already.`);
  const isOther = holder.start !== undefined && holder.start !== startOf(holder.pid);
  if (isRunning(holder.pid) && !isOther) throw new FileInUse(`${path} is used by process ${holder.pid}.`);
}

/** Watches the lock of a process that cannot be found from here. Resolves when it is gone, and rejects when it is not. */
async function watch(
  path: string,
  { lock, host }: { readonly lock: string; readonly host: string },
  { refresh, stale, tell }: Times,
): Promise<void> {
  const first = refreshedAt(lock);
  // The clocks of two machines differ, so only a refresh while it is watched is sure.
  const isOld = first !== undefined && Date.now() - first > stale;
  const end = Date.now() + (isOld ? Math.min(stale, refresh * 3) : stale);
  while (Date.now() < end) {
    await new Promise((done) => setTimeout(done, Math.min(refresh / 4, end - Date.now())));
    const last = refreshedAt(lock);
    if (last === undefined) return;
    if (last !== first)
      throw new FileInUse(`${path} is used by a process of ${host}, which has just refreshed ${lock}.`);
  }
  tell(`${lock} of a process of ${host} was not refreshed any more, and is taken over.`);
}

function refreshedAt(lock: string): number | undefined {
  return statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
}

function self(): Holder {
  const [machine, start] = [machineOf(), startOf(process.pid)];
  return {
    pid: process.pid,
    host: hostname(),
    ...(machine !== undefined && { machine }),
    ...(start !== undefined && { start }),
  };
}

/** The start of the system and the namespace of processes, where that can be read (Linux). */
function machineOf(): string | undefined {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return undefined;
  }
}

/** When a process was started, in ticks since the start of the system, where that can be read (Linux). */
function startOf(pid: number): string | undefined {
  try {
    // The name before it, in brackets, may have spaces and brackets.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19];
  } catch {
    return undefined;
  }
}

function holderOf(text: string): Holder {
  try {
    const { pid, host, machine, start }: Record<string, unknown> = JSON.parse(text);
    return { pid: typeof pid === 'number' ? pid : 0, host, machine, start };
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
