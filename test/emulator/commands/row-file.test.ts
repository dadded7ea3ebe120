import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rowFile } from '../../../templates/emulator/commands/row-file.js';

const base = 'https://service.test/v1';
const row = (id: string) => ({ undo: 'things.delete', id, as: 'T1' as const, times: {} });
/** No process has it: it is more than any system gives. */
const ended = 2 ** 30;

const root = mkdtempSync(join(tmpdir(), 'rows-'));
let folder = root;
beforeEach(() => void (folder = mkdtempSync(join(root, 'state-'))));
afterEach(() => void vi.unstubAllEnvs());
afterAll(() => rmSync(root, { recursive: true }));

test('rows are in a file until they are deleted, and without credentials', () => {
  const store = rowFile(base, join(folder, 'inner'));
  store.save([row('a')]);
  expect(readdirSync(join(folder, 'inner'))).toEqual([expect.stringMatching(/^conformance-[0-9a-f]{16}-\d+\.json$/)]);
  store.save([]);
  expect(readdirSync(join(folder, 'inner'))).toEqual([]);
});

test('those of a process that has ended are taken over', () => {
  rowFile(base, folder, ended).save([row('a'), row('b')]);
  const store = rowFile(base, folder);
  expect(store.load()).toEqual([row('a'), row('b')]);
  store.save([row('b')]);
  expect(readdirSync(folder).length).toBe(1);
  expect(rowFile(base, folder).load()).toEqual([row('b')]);
});

test('those of a process that runs, and of another service, are left to it', () => {
  rowFile(base, folder, process.ppid).save([row('a')]);
  rowFile('https://other.test', folder, ended).save([row('b')]);
  expect(rowFile(base, folder).load()).toEqual([]);
  expect(readdirSync(folder).length).toBe(2);
});

test('of a process that was killed while it wrote, all are known, once', () => {
  rowFile(base, folder, ended).save([row('a')]);
  const [name = ''] = readdirSync(folder);
  writeFileSync(join(folder, `${name}.new`), JSON.stringify({ baseUrl: base, rows: [row('a'), row('b')] }));
  expect(rowFile(base, folder).load()).toEqual([row('a'), row('b')]);
});

test.each(['', '{"baseUrl":', '[]', '{"baseUrl":"https://service.test/v1","rows":[{"undo":1},null]}'])(
  'a file that says nothing is removed: %j',
  (text) => {
    rowFile(base, folder, ended).save([row('a')]);
    const [name = ''] = readdirSync(folder);
    writeFileSync(join(folder, name), text);
    expect([rowFile(base, folder).load(), readdirSync(folder)]).toEqual([[], []]);
  },
);

test.each(['', 'state'])('they are in the home folder where the variable for such files says %j', (named) => {
  vi.stubEnv('XDG_STATE_HOME', named);
  for (const home of ['HOME', 'USERPROFILE']) vi.stubEnv(home, folder);
  rowFile(base).save([row('a')]);
  expect(readdirSync(join(folder, '.local/state/speccast'))).toHaveLength(1);
});
