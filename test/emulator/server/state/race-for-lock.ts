import { randomUUID } from 'node:crypto';
import fs, { linkSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { hostname } from 'node:os';
import type { Lock } from '../../../../templates/emulator/server/state/lock-file.js';

/** A process that locks a file again and again, and leaves a lock of a process that is gone each time; it says when it was not alone. */
const [path = '', milliseconds = ''] = process.argv.slice(2);
const own = `${path}.race-${process.pid}`;
const originals = { linkSync, rmSync, writeFileSync };
slowDown('linkSync', 'readFileSync', 'renameSync', 'rmSync', 'utimesSync', 'writeFileSync');
const { FileInUse, lockFile } = await import('../../../../templates/emulator/server/state/lock-file.js');
const end = Date.now() + Number(milliseconds);
let [taken, shared] = [0, 0];
while (Date.now() < end) {
  const lock = await tryLock();
  if (lock === undefined) continue;
  taken += 1;
  if (!isAlone()) shared += 1;
  lock.release();
  leaveStaleLock();
}
process.stdout.write(JSON.stringify({ taken, shared }));

/** Lets other processes in between any two steps. */
function slowDown(...names: readonly (keyof typeof fs)[]): void {
  for (const name of names) {
    const original: unknown = Reflect.get(fs, name);
    if (typeof original !== 'function') throw new TypeError(`node:fs has no function ${name}.`);
    Reflect.set(fs, name, (...args: readonly unknown[]): unknown => {
      pause();
      return Reflect.apply(original, fs, args);
    });
  }
  syncBuiltinESMExports();
}

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.random() * 4);
}

async function tryLock(): Promise<Lock | undefined> {
  try {
    return await lockFile(path);
  } catch (error) {
    if (error instanceof FileInUse) return undefined;
    throw error;
  }
}

function isAlone(): boolean {
  try {
    originals.writeFileSync(`${path}.holder`, '', { flag: 'wx' });
  } catch {
    return false;
  }
  pause();
  originals.rmSync(`${path}.holder`);
  return true;
}

/** What a process leaves that is killed while it holds the lock. */
function leaveStaleLock(): void {
  originals.writeFileSync(own, JSON.stringify({ pid: 2 ** 22 + 1, host: hostname(), token: randomUUID() }));
  try {
    originals.linkSync(own, `${path}.lock`);
  } catch {
    // Another process has it already.
  }
  originals.rmSync(own);
}
