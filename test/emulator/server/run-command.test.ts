import { type EmulatorOptions, startEmulator } from '@speccast/emulator';
import { runCommand } from '@speccast/emulator/commands';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../output/temporary-folder.js';
import { shelfPlan } from '../shelf/open-shelf.js';

/** The command of an emulator, running in this process. */
class RunningCommand {
  readonly output: string[] = [];
  readonly ended: Promise<number>;
  stop = (): void => {};
  #wake = (): void => {};

  constructor(...args: readonly string[]) {
    const note = (text: string): void => {
      this.output.push(text);
      this.#wake();
    };
    const stopped = new Promise<void>((resolve) => (this.stop = resolve));
    const create = (options: EmulatorOptions) => startEmulator(shelfPlan, options);
    this.ended = runCommand(create, { args, out: note, err: note, stopped: () => stopped });
  }

  /** Waits until the output matches a pattern, and returns the text of its first group. */
  async until(pattern: RegExp): Promise<string> {
    for (;;) {
      const [, found] = pattern.exec(this.output.join('')) ?? [];
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}

const address = /^(http:\S+)$/m;

test('the command serves the emulator, prints its address, and stops on SIGTERM', async () => {
  const bin = fileURLToPath(new URL('../../../generated/video-platform/dist/mocks/bin.js', import.meta.url));
  const running = spawn(process.execPath, [bin, '--port', '0', '--seed', '7'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = await once(running.stdout, 'data');
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
])('%j is rejected as wrong usage', async (args, sentence) => {
  const { output, ended } = new RunningCommand(...args);
  expect([await ended, output.join('').split('\n\n')[0]]).toEqual([2, sentence]);
  expect(output.join('')).toContain('--port <number>');
});

test('the command keeps its state in a file, which no second process can use', async () => {
  const state = join(temporaryFolder(), 'state.json');
  const first = new RunningCommand('--state', state);
  const control = new URL('/__mock/state/books', await first.until(address));
  const headers = { 'content-type': 'application/json' };
  expect((await fetch(control, { method: 'POST', headers, body: '{"title":"Kept"}' })).status).toBe(200);
  const second = new RunningCommand('--state', state);
  expect([await second.ended, second.output]).toEqual([1, [`This process uses ${state} already.\n`]]);
  first.stop();
  expect(await first.ended).toBe(0);
  expect(readFileSync(state, 'utf8')).toContain('Kept');
});

test('the command reports a state file that it cannot write, and prints no address', async () => {
  const state = join(temporaryFolder(), 'nowhere', 'state.json');
  const { ended, output } = new RunningCommand('--state', state);
  expect([await ended, output]).toEqual([1, [`The state cannot be kept in ${state}: there is no such folder\n`]]);
});

test('the command resets when its scenario changes', async () => {
  const scenario = join(temporaryFolder(), 'scenario.json');
  const write = (id: string) => writeFileSync(scenario, JSON.stringify({ tables: { books: [{ id }] } }));
  write('B1');
  const running = new RunningCommand('--scenario', scenario, '--watch');
  const books = new URL('/__mock/state/books', await running.until(address));
  const keys = async (): Promise<readonly string[]> =>
    (await (await fetch(books)).json()).items.map(({ key }: { key: string }) => key);
  expect(await keys()).toEqual(['B1']);
  write('B2');
  await expect.poll(keys).toEqual(['B2']);
  writeFileSync(scenario, '{');
  running.stop();
  expect(await running.ended).toBe(0);
});

test('on other addresses, the control plane needs a token, which the printed address of the console contains', async () => {
  const running = new RunningCommand('--host', '0.0.0.0');
  const token = await running.until(/^Console: http:\/\/0\.0\.0\.0:\d+\/__mock\/ui#token=(\S+)$/m);
  const url = await running.until(address);
  const health = new URL('/__mock/health', url.replace('0.0.0.0', '127.0.0.1'));
  expect((await fetch(health)).status).toBe(401);
  expect((await fetch(health, { headers: { 'x-mock-token': token } })).status).toBe(200);
  running.stop();
  await running.ended;
});
