import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isSystemError } from './disk.js';

/**
 * Writes a file so that readers see all of the old or all of the new text. What earlier writes left that were killed is
 * removed.
 */
export function replaceText(path: string, text: string): void {
  for (const left of leftBehind(path)) rmSync(left, { force: true });
  const next = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(next, text);
    renameSync(next, path);
  } finally {
    rmSync(next, { force: true });
  }
}

/** Files that processes left which were killed while they replaced a text. */
export function leftBehind(path: string): readonly string[] {
  const stem = `${basename(path)}.`;
  const isLeft = (name: string): boolean => {
    const [, pid] = name.startsWith(stem) ? (/^(\d+)\.tmp$/.exec(name.slice(stem.length)) ?? []) : [];
    return pid !== undefined && (Number(pid) === process.pid || !isRunning(Number(pid)));
  };
  return readdirSync(dirname(path))
    .filter(isLeft)
    .map((name) => join(dirname(path), name));
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
