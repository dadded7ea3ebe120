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

function createPath(): string {
  return join(temporaryFolder(), 'state');
}

test('a locked file cannot be locked again', async () => {
  const path = createPath();
  const lock = await lockFile(path);
  await expect(lockFile(path)).rejects.toThrow(`This process uses ${path} already.`);
  lock.release();
  expect(existsSync(`${path}.lock`)).toBe(false);
  // The parent is a process that certainly runs.
  writeFileSync(`${path}.lock`, JSON.stringify({ pid: process.ppid, host: hostname() }));
  await expect(lockFile(path)).rejects.toThrow(`${path} is used by process ${process.ppid}.`);
  writeFileSync(`${path}.lock`, JSON.stringify({ pid: 2 ** 22 + 1, host: hostname() }));
  (await lockFile(path)).release();
});

test('the lock of an ended process is taken over even if its number was reused, if the system reports start times', async () => {
  const path = createPath();
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
])('the lock of %s is taken over when it is no longer refreshed', async (_name, holder) => {
  const path = createPath();
  const messages: string[] = [];
  writeFileSync(`${path}.lock`, JSON.stringify(holder));
  const times = { refresh: 40, stale: 400, tell: (sentence: string) => void messages.push(sentence) };
  const refreshing = setInterval(() => utimesSync(`${path}.lock`, new Date(), new Date()), 40);
  await expect(lockFile(path, times)).rejects.toThrow(`${path} is used by a process of ${holder.host}`);
  clearInterval(refreshing);
  const lock = await lockFile(path, times);
  expect(messages).toEqual([`${path}.lock of a process of ${holder.host} is no longer refreshed, and was taken over.`]);
  lock.check();
  lock.release();
  expect(readdirSync(dirname(path))).toEqual([]);
});

test('a lock is refreshed, and its holder notices when it was taken over', async () => {
  const path = createPath();
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

describe('the lock of an ended process, when two processes take it over at the same time', () => {
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

  /** Locks a file, and starts another process that does the same just before the `nth` call of `step`; returns the results of both. */
  async function lockWithRival(step: 'linkSync' | 'renameSync', nth: number) {
    const path = createPath();
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

  test('is not taken by the other process while this one replaces it', async () => {
    const { path, got, own } = await lockWithRival('renameSync', 1);
    expect([got, typeof own]).toEqual(['in use', 'object']);
    expect(readdirSync(dirname(path))).toEqual(['state.lock']);
    if (typeof own === 'object') own.release();
  });

  test('is left to the other process if that was faster', async () => {
    // The first link creates the lock; the second is the right to replace an old one.
    const { path, got, own } = await lockWithRival('linkSync', 2);
    expect([got, own]).toEqual(['taken', `FileInUse: Another process uses ${path}.`]);
    expect(readdirSync(dirname(path))).toEqual(['state.lock']);
  });
});
