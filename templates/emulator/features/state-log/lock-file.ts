import { createHash, randomUUID } from 'node:crypto';
import { linkSync, readFileSync, readlinkSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { parseJson } from '@speccast/runtime/parameters';
import { toJsonObject } from '@speccast/runtime/requests';
import { readCode } from './disk.js';

/** The error if another process uses a file. The message is a sentence. */
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
  /** Time between two refreshes by its holder. Default: one second. */
  readonly refresh?: number;
  /** Time without a refresh after which the holder is gone, if that cannot be found otherwise. Default: ten seconds. */
  readonly stale?: number;
  /** Called with a sentence when the lock of a process of another machine or container is replaced. */
  readonly tell?: (sentence: string) => void;
}

type Times = Required<LockOptions>;

/** Locks that this process holds. */
const held = new Set<string>();

/**
 * Locks a file with `<path>.lock`. Replaces the lock of a process that no longer runs: at once if that process was on this machine, or
 * after its lock was not refreshed for ten seconds. Throws `FileInUse`.
 */
export async function lockFile(path: string, options: LockOptions = {}): Promise<Lock> {
  const lock = `${resolve(path)}.lock`;
  if (held.has(lock)) throw new FileInUse(`This process uses ${path} already.`);
  held.add(lock);
  const times = { refresh: 1000, stale: 10_000, tell: () => {}, ...options };
  const content = await acquire(path, lock, times).catch((error: unknown) => {
    held.delete(lock);
    throw error;
  });
  let refreshed = Date.now();
  const isOwn = () => readIfThere(lock) === content;
  const timer = setInterval(() => {
    try {
      if (!isOwn()) return;
      const now = new Date();
      utimesSync(lock, now, now);
      refreshed = now.getTime();
    } catch {
      // It is tried again, and checked before the next change is kept.
    }
  }, times.refresh).unref();
  return {
    check: () => {
      if (Math.abs(Date.now() - refreshed) < times.stale / 4 || isOwn()) return;
      throw new FileInUse(`Another process has taken ${path} over, because this one did not run for long.`);
    },
    release: () => {
      clearInterval(timer);
      held.delete(lock);
      if (isOwn()) rmSync(lock, { force: true });
    },
  };
}

/** Creates a lock, or replaces a stale one. Resolves to its content. */
async function acquire(path: string, lock: string, times: Times): Promise<string> {
  const content = JSON.stringify({ ...describeProcess(), token: randomUUID() });
  const own = `${lock}.${randomUUID()}`;
  for (;;) {
    writeFileSync(own, content, { flag: 'wx', mode: 0o600 });
    try {
      // Creates the lock with its content in one step.
      linkSync(own, lock);
      return content;
    } catch (error) {
      if (readCode(error) !== 'EEXIST') throw error;
      const found = readIfThere(lock);
      // It may have been released just now.
      if (found === undefined) continue;
      await checkStale(path, lock, found, times);
      if (readIfThere(lock) !== found) continue;
      // Several processes may find the same stale lock. The one that gets a second lock, named after its content, may replace it.
      const claim = `${lock}.${createHash('sha256').update(found).digest('hex').slice(0, 16)}`;
      await acquire(path, claim, times);
      try {
        if (readIfThere(lock) !== found) throw new FileInUse(`Another process uses ${path}.`);
        const now = new Date();
        utimesSync(own, now, now);
        // In one step, so that there is no moment without a lock.
        renameSync(own, lock);
      } finally {
        rmSync(claim, { force: true });
      }
      return content;
    } finally {
      rmSync(own, { force: true });
    }
  }
}

/** Throws `FileInUse` if the holder of a lock may be running. */
async function checkStale(path: string, lock: string, content: string, times: Times): Promise<void> {
  const { pid, host = 'another machine', machine, start } = toJsonObject(parseJson(content));
  const own = describeProcess();
  if (host !== own.host || (machine !== undefined && machine !== own.machine))
    return watch(path, lock, String(host), times);
  if (pid === process.pid) {
    // Otherwise this process has the number of one that ended.
    if (start !== undefined && start === own.start) throw new FileInUse(`This process uses ${path} already.`);
  } else if (isRunning(Number(pid)) && (start === undefined || start === readStart(Number(pid))))
    throw new FileInUse(`${path} is used by process ${Number(pid)}.`);
}

/** Watches the lock of a process on another machine. Resolves if the lock is removed or not refreshed, and rejects if it is refreshed. */
async function watch(path: string, lock: string, host: string, { refresh, stale, tell }: Times): Promise<void> {
  const readTime = () => statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
  const first = readTime();
  // The clocks of two machines differ, so only a refresh while it is watched is sure.
  const isOld = first !== undefined && Date.now() - first > stale;
  const end = Date.now() + (isOld ? Math.min(stale, refresh * 3) : stale);
  while (Date.now() < end) {
    await new Promise((done) => setTimeout(done, Math.min(refresh / 4, end - Date.now())));
    const last = readTime();
    if (last === undefined) return;
    if (last !== first)
      throw new FileInUse(`${path} is used by a process of ${host}, which has just refreshed ${lock}.`);
  }
  tell(`${lock} of a process of ${host} is no longer refreshed, and was taken over.`);
}

/** Describes this process. Members that the system does not provide are undefined. */
function describeProcess() {
  return {
    pid: process.pid,
    host: hostname(),
    // Tells apart machines and containers with the same name: the start of the system, and the namespace of processes.
    machine: readOnLinux(
      () => `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`,
    ),
    // Tells apart processes with the same number.
    start: readStart(process.pid),
  };
}

/** Reads the time when a process was started, in ticks since the start of the system; undefined if that is not known. */
function readStart(pid: number): string | undefined {
  // The name before it, in brackets, may have spaces and brackets.
  return readOnLinux(() => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19]);
}

function readOnLinux<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Returns whether a process with this id runs, also that of another user. */
export function isRunning(pid: number): boolean {
  if (pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It runs as another user.
    return readCode(error) === 'EPERM';
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (readCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
