import { execFileSync } from 'node:child_process';
import fs, {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { lockFile } from '../../../../templates/emulator/features/state-log/lock-file.js';
import { temporaryFolder } from '../../../output/temporary-folder.js';

function place(): string {
  return join(temporaryFolder(), 'state');
}

test('one file is not used twice', async () => {
  const path = place();
  const lock = await lockFile(path);
  await expect(lockFile(path)).rejects.toThrow(`This process uses ${path} already.`);
  lock.release();
  expect(existsSync(`${path}.lock`)).toBe(false);
  // The parent of this process runs as long as it does.
  writeFileSync(`${path}.lock`, JSON.stringify({ pid: process.ppid, host: hostname() }));
  await expect(lockFile(path)).rejects.toThrow(`${path} is used by process ${process.ppid}.`);
  writeFileSync(`${path}.lock`, JSON.stringify({ pid: 2 ** 22 + 1, host: hostname() }));
  (await lockFile(path)).release();
});

test('a process with the number of one that ended is another one, where the system tells when it was started', async () => {
  const path = place();
  const lock = await lockFile(path);
  const own: Readonly<Record<string, unknown>> = JSON.parse(readFileSync(`${path}.lock`, 'utf8'));
  lock.release();
  if (own['start'] === undefined) return;
  writeFileSync(`${path}.lock`, JSON.stringify({ ...own, pid: process.ppid, start: '1' }));
  (await lockFile(path)).release();
  writeFileSync(`${path}.lock`, JSON.stringify({ ...own, start: '1' }));
  (await lockFile(path)).release();
});

test.each([
  ['another machine', { pid: 1, host: 'elsewhere' }],
  ['a container with the same name', { pid: process.pid, host: hostname(), machine: 'elsewhere' }],
])('the lock of %s is taken over when it is not refreshed any more', async (_name, holder) => {
  const path = place();
  const told: string[] = [];
  writeFileSync(`${path}.lock`, JSON.stringify(holder));
  const times = { refresh: 40, stale: 400, tell: (sentence: string) => void told.push(sentence) };
  const refreshing = setInterval(() => utimesSync(`${path}.lock`, new Date(), new Date()), 40);
  await expect(lockFile(path, times)).rejects.toThrow(`${path} is used by a process of ${holder.host}`);
  clearInterval(refreshing);
  const lock = await lockFile(path, times);
  expect(told).toEqual([`${path}.lock of a process of ${holder.host} is no longer refreshed, and was taken over.`]);
  lock.check();
  lock.release();
  expect(readdirSync(dirname(path))).toEqual([]);
});

test('a lock is refreshed, and its holder knows when it was taken over', async () => {
  const path = place();
  const lock = await lockFile(path, { refresh: 20, stale: 200 });
  utimesSync(`${path}.lock`, 0, 0);
  await expect.poll(async () => lockFile(`${path}.lock`.slice(0, -5)).catch(String)).toContain('already');
  await expect.poll(() => statSync(`${path}.lock`).mtimeMs).toBeGreaterThan(0);
  lock.check();
  writeFileSync(`${path}.lock`, '{}');
  await vi.waitFor(() => expect(() => lock.check()).toThrow(`Another process has taken ${path} over`));
  lock.release();
  expect(readFileSync(`${path}.lock`, 'utf8')).toBe('{}');
});

describe('the lock of a process that is gone, when another process takes it over at the same time', () => {
  let other = '';
  beforeAll(() => {
    other = join(mkdtempSync(join(tmpdir(), 'speccast-lock-')), 'take-over.mjs');
    const entry = fileURLToPath(new URL('take-over.ts', import.meta.url));
    buildSync({ entryPoints: [entry], bundle: true, format: 'esm', platform: 'node', outfile: other });
    return () => rmSync(dirname(other), { recursive: true });
  });

  afterEach(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });

  /** Locks a file, and lets another process try the same just before a step; returns what that process got. */
  async function lockBeside(step: 'linkSync' | 'renameSync', nth: number) {
    const path = place();
    writeFileSync(`${path}.lock`, JSON.stringify({ pid: 2 ** 22 + 1, host: hostname() }));
    let [calls, got] = [0, ''];
    const original = fs[step];
    vi.spyOn(fs, step).mockImplementation((from, to) => {
      calls += 1;
      if (calls === nth) got = execFileSync(process.execPath, [other, path], { encoding: 'utf8' });
      original(from, to);
    });
    syncBuiltinESMExports();
    const own = await lockFile(path).then(
      (lock) => lock,
      (error: unknown) => String(error),
    );
    return { path, got, own };
  }

  test('is not taken by that one while this one replaces it', async () => {
    const { path, got, own } = await lockBeside('renameSync', 1);
    expect([got, typeof own]).toEqual(['in use', 'object']);
    expect(readdirSync(dirname(path))).toEqual(['state.lock']);
    if (typeof own === 'object') own.release();
  });

  test('is left to that one where it was faster', async () => {
    // The first link is of the lock itself, the second of the right to replace it.
    const { path, got, own } = await lockBeside('linkSync', 2);
    expect([got, own]).toEqual(['taken', `FileInUse: Another process uses ${path}.`]);
    expect(readdirSync(dirname(path))).toEqual(['state.lock']);
  });
});
