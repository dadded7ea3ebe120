import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openStateFile } from '../../../templates/emulator/server/state-file.js';
import { temporaryFolder } from '../../output/temporary-folder.js';
import { openShelf } from '../engine/shelf.js';

function place(): string {
  return join(temporaryFolder(), 'state.json');
}

const titles = ({ emulator }: ReturnType<typeof openShelf>) =>
  emulator.state['books']?.list().map(({ title }) => title);

test('what was there is there again', async () => {
  const path = place();
  const one = openShelf();
  one.emulator.clock.advance(5_000);
  const file = await openStateFile(path, one.emulator);
  one.emulator.state['books']?.insert({ id: 'B1', title: 'Emma' });
  file.touch();
  await file.close();
  const other = openShelf();
  await (await openStateFile(path, other.emulator)).close();
  expect([titles(other), other.emulator.clock.now()]).toEqual([['Emma'], one.emulator.clock.now()]);
  expect(other.emulator.save()).toEqual(one.emulator.save());
});

test('a change is saved soon, for the owner only', async () => {
  const path = place();
  const { emulator } = openShelf();
  const file = await openStateFile(path, emulator, 0);
  emulator.as('secret-token');
  file.touch();
  await expect.poll(() => existsSync(path) && readFileSync(path, 'utf8').includes('secret-token')).toBe(true);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  await file.close();
});

test.each([
  ['', 'Unexpected end of JSON input'],
  ['{"format":"speccast-state","version":1', 'JSON'],
  ['{}', 'It is not a saved state.'],
  ['{"format":"speccast-state","version":2}', 'It is a saved state of version 2.'],
  ['{"format":"speccast-state","version":1,"service":"pets"}', 'It is a state of "pets", not of shelf.'],
  ['{"format":"speccast-state","version":1,"service":"shelf"}', 'moved has to be a number.'],
])('a file with %j is rejected and left as it is', async (text, why) => {
  const path = place();
  writeFileSync(path, text);
  const { emulator } = openShelf();
  const before = emulator.snapshot();
  await expect(openStateFile(path, emulator)).rejects.toThrow(why);
  expect([readFileSync(path, 'utf8'), emulator.snapshot(), existsSync(`${path}.lock`)]).toEqual([text, before, false]);
});

test('one file is not used twice', async () => {
  const path = place();
  const file = await openStateFile(path, openShelf().emulator);
  await expect(openStateFile(path, openShelf().emulator)).rejects.toThrow(`This process uses ${path} already.`);
  await file.close();
  expect(existsSync(`${path}.lock`)).toBe(false);
  // The parent of this process runs as long as it does.
  writeFileSync(`${path}.lock`, JSON.stringify({ pid: process.ppid, host: hostname() }));
  await expect(openStateFile(path, openShelf().emulator)).rejects.toThrow(
    `${path} is used by process ${process.ppid}.`,
  );
  writeFileSync(`${path}.lock`, JSON.stringify({ pid: 1, host: 'elsewhere' }));
  await expect(openStateFile(path, openShelf().emulator)).rejects.toThrow(`${path} is used by a process of elsewhere`);
  writeFileSync(`${path}.lock`, JSON.stringify({ pid: 2 ** 22 + 1, host: hostname() }));
  await (await openStateFile(path, openShelf().emulator)).close();
});

test('a process that is killed at any moment leaves a state that was there, and loses none that was saved', async () => {
  const path = place();
  const script = fileURLToPath(new URL('keep-state.ts', import.meta.url));
  let saved = 0;
  // Where the disk is slow, none of the first moments is late enough for a save.
  for (let round = 0; round < 8 || (saved === 0 && round < 30); round += 1) {
    const running = spawn(process.execPath, ['--import', 'tsx', script, path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    running.stdout.on('data', (text) => (said += String(text)));
    await Promise.race([once(running.stdout, 'data'), once(running, 'close')]);
    expect(running.exitCode).toBe(null);
    // Different moments of a save, which takes a few milliseconds.
    await new Promise((resolve) => setTimeout(resolve, 30 + round * (round < 8 ? 7 : 50)));
    const closed = once(running, 'close');
    running.kill('SIGKILL');
    await closed;
    const { emulator } = openShelf();
    if (!existsSync(path)) continue;
    emulator.load(JSON.parse(readFileSync(path, 'utf8')));
    const found = emulator.state['books']?.list().length ?? 0;
    const acknowledged = Number(said.trim().split('\n').at(-1));
    expect(found).toBeGreaterThanOrEqual(saved);
    // The last insertion may be saved before it could be said.
    expect(found).toBeLessThanOrEqual(acknowledged + 1);
    saved = found;
  }
  expect(saved).toBeGreaterThan(0);
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
  expect(readdirSync(dirname(path)).filter((name) => name !== 'state.json.lock')).toEqual([]);
});
