import { startEmulator } from '@speccast/emulator';
import { runCommand } from '@speccast/emulator/commands';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../output/temporary-folder.js';
import { shelfPlan } from '../shelf/open-shelf.js';

const bin = fileURLToPath(new URL('../../../generated/video-platform/dist/mocks/bin.js', import.meta.url));

function start(...args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [bin, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
}

test('the command serves the emulator, says where, and stops when it is told to', async () => {
  const running = start('--port', '0', '--seed', '7');
  const [line] = await once(running.stdout ?? running, 'data');
  const url = String(line).trim();
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v3$/);
  expect((await fetch(`${url}/i18nRegions?key=k`)).status).toBe(200);
  running.kill('SIGTERM');
  expect(await once(running, 'exit')).toEqual([0, null]);
});

test.each([
  [['--port', 'many'], '--port takes a whole number up to 65535, not "many".'],
  [['--nonsense'], "Unknown option '--nonsense'."],
  [['--scenario', 'nosuch.json'], '--scenario: nosuch.json cannot be read.'],
])('%j is wrong usage', async (args, sentence) => {
  const failed = start(...args);
  const [said, [code]] = await Promise.all([text(failed.stderr ?? process.stdin), once(failed, 'exit')]);
  expect([code, said.split('\n\n')[0]]).toEqual([2, sentence]);
  expect(said).toContain('--port <number>');
});

test('the command keeps its state in a file, which a second one may not use', async () => {
  const state = join(temporaryFolder(), 'state.json');
  const first = start('--state', state);
  const [line] = await once(first.stdout ?? first, 'data');
  const headers = { authorization: 'Bearer t1', 'content-type': 'application/json' };
  const body = JSON.stringify({ snippet: { title: 'Kept' } });
  expect((await fetch(`${String(line).trim()}/playlists`, { method: 'POST', headers, body })).status).toBe(200);
  const second = start('--state', state);
  const [said, [code]] = await Promise.all([text(second.stderr ?? process.stdin), once(second, 'exit')]);
  expect([code, said]).toEqual([1, `${state} is used by process ${first.pid}.\n`]);
  first.kill('SIGTERM');
  await once(first, 'exit');
  expect(readFileSync(state, 'utf8')).toContain('Kept');
});

test('a state that cannot be kept is said to be so, not the address that is fine', async () => {
  const state = join(temporaryFolder(), 'nowhere', 'state.json');
  const said: string[] = [];
  const code = await runCommand((options) => startEmulator(shelfPlan, options), {
    args: ['--state', state],
    out: (line) => void said.push(line),
    err: (line) => void said.push(line),
    stopped: () => Promise.resolve(),
  });
  expect([code, said]).toEqual([1, [`The state cannot be kept in ${state}: there is no such folder\n`]]);
});

test('the command begins anew when its scenario changes', async () => {
  const scenario = join(temporaryFolder(), 'scenario.json');
  const write = (id: string) =>
    writeFileSync(scenario, JSON.stringify({ tables: { playlists: [{ id, snippet: {} }] } }));
  write('PL1');
  const running = start('--scenario', scenario, '--watch');
  const [line] = await once(running.stdout ?? running, 'data');
  const found = async (id: string): Promise<number> =>
    (await (await fetch(new URL(`/__mock/state/playlists?limit=1000`, String(line).trim()))).json()).items.filter(
      ({ key }: { key: string }) => key === id,
    ).length;
  expect(await found('PL1')).toBe(1);
  write('PL2');
  await expect.poll(() => found('PL2')).toBe(1);
  expect(await found('PL1')).toBe(0);
  writeFileSync(scenario, '{');
  running.kill('SIGTERM');
  expect(await once(running, 'exit')).toEqual([0, null]);
});

test('on other addresses the control plane asks for a token, which the address of the console holds', async () => {
  const running = start('--host', '0.0.0.0');
  const [line] = await once(running.stdout ?? running, 'data');
  const [said] = await once(running.stderr ?? running, 'data');
  const [, token = ''] = /^Console: http:\/\/0\.0\.0\.0:\d+\/__mock\/ui#token=(\S+)$/m.exec(String(said)) ?? [];
  const health = new URL('/__mock/health', String(line).trim().replace('0.0.0.0', '127.0.0.1'));
  expect((await fetch(health)).status).toBe(401);
  expect((await fetch(health, { headers: { 'x-mock-token': token } })).status).toBe(200);
  running.kill('SIGTERM');
  await once(running, 'exit');
});
