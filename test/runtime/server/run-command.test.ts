import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

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

test.each([['--port', 'many'], ['--nonsense'], ['--seed', '-1']])('%s %s is wrong usage', async (...args) => {
  const failed = start(...args);
  const [said, [code]] = await Promise.all([text(failed.stderr ?? process.stdin), once(failed, 'exit')]);
  expect([code, said]).toEqual([
    2,
    'Options: --port <number> (default: a free one), --host <address> (default: 127.0.0.1), --seed <number>\n',
  ]);
});
