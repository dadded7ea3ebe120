import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { lockFile } from '../../../../templates/emulator/server/state/lock-file.js';
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
  expect(told).toEqual([`${path}.lock of a process of ${holder.host} was not refreshed any more, and is taken over.`]);
  lock.check();
  lock.release();
  expect(readdirSync(dirname(path))).toEqual([]);
});

test('a lock is refreshed, and its holder knows when it was taken over', async () => {
  const path = place();
  const lock = await lockFile(path, { refresh: 20, stale: 200 });
  utimesSync(`${path}.lock`, 0, 0);
  await expect.poll(async () => lockFile(`${path}.lock`.slice(0, -5)).catch(String)).toContain('already');
  await new Promise((resolve) => setTimeout(resolve, 100));
  lock.check();
  writeFileSync(`${path}.lock`, '{}');
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(() => lock.check()).toThrow(`Another process has taken ${path} over`);
  lock.release();
  expect(readFileSync(`${path}.lock`, 'utf8')).toBe('{}');
});

test('of several processes that take over the lock of one that is gone, one at a time holds it', async () => {
  const path = place();
  const script = fileURLToPath(new URL('race-for-lock.ts', import.meta.url));
  const racing = Array.from({ length: 6 }, () =>
    promisify(execFile)(process.execPath, ['--import', 'tsx', script, path, '2000']),
  );
  const results = (await Promise.all(racing)).map(({ stdout }): { taken: number; shared: number } =>
    JSON.parse(stdout),
  );
  expect(results.reduce((sum, { taken }) => sum + taken, 0)).toBeGreaterThan(10);
  expect(results.map(({ shared }) => shared)).toEqual(results.map(() => 0));
  expect(readdirSync(dirname(path)).filter((name) => name !== 'state.lock')).toEqual([]);
});
