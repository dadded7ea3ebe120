import { runConformanceCommand } from '@speccast/emulator/commands';
import type { ConformanceOptions } from '@speccast/emulator/conformance';
import { mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';

const base = 'https://service.test/v1';
const row = (id: string) => ({ undo: 'things.delete', id, as: 'T1' as const, times: {} });
/** No process has it: it is more than any system gives. */
const ended = 2 ** 30;

const root = mkdtempSync(join(tmpdir(), 'rows-'));
let home = root;
let folder = root;
beforeEach(() => {
  home = mkdtempSync(join(root, 'state-'));
  folder = join(home, 'speccast');
  vi.stubEnv('XDG_STATE_HOME', home);
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});
afterAll(() => rmSync(root, { recursive: true }));

type RowStore = NonNullable<ConformanceOptions['rows']>;

/** Runs the command, and hands its rows to what a run does. */
async function open<Result>(use: (rows: RowStore) => Result, baseUrl = base): Promise<Result> {
  let result: { readonly value: Result } | undefined;
  await runConformanceCommand(
    async ({ rows }) => {
      if (rows) result = { value: use(rows) };
      return { results: [], passed: 0, failed: 0, skipped: 0 };
    },
    ['--base-url', baseUrl],
  );
  if (result === undefined) throw new Error('The command did not run.');
  return result.value;
}

/** Leaves the rows of a process with this number. */
async function leave(ids: readonly string[], pid: number, baseUrl = base): Promise<string> {
  await open((rows) => rows.save(ids.map(row)), baseUrl);
  const name = readdirSync(folder).find((one) => one.endsWith(`-${process.pid}.json`)) ?? '';
  const path = join(folder, name.replace(`-${process.pid}.`, `-${pid}.`));
  renameSync(join(folder, name), path);
  return path;
}

const load = () => open((rows) => rows.load());

test('rows are in a file until they are deleted, and without credentials', async () => {
  await open((rows) => {
    rows.save([row('a')]);
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^conformance-[0-9a-f]{16}-\d+\.json$/)]);
    rows.save([]);
    expect(readdirSync(folder)).toEqual([]);
  });
});

test('those of a process that has ended are taken over', async () => {
  await leave(['a', 'b'], ended);
  await open((rows) => {
    expect(rows.load()).toEqual([row('a'), row('b')]);
    rows.save([row('b')]);
  });
  expect(readdirSync(folder).length).toBe(1);
  expect(await load()).toEqual([row('b')]);
});

test('those of a process that runs, and of another service, are left to it', async () => {
  await leave(['a'], process.ppid);
  await leave(['b'], ended, 'https://other.test');
  expect(await load()).toEqual([]);
  expect(readdirSync(folder).length).toBe(2);
});

test('of a process that was killed while it wrote, all are known, once', async () => {
  const path = await leave(['a'], ended);
  writeFileSync(`${path}.new`, JSON.stringify({ baseUrl: base, rows: [row('a'), row('b')] }));
  expect(await load()).toEqual([row('a'), row('b')]);
});

test.each(['', '{"baseUrl":', '[]', '{"baseUrl":"https://service.test/v1","rows":[{"undo":1},null]}'])(
  'a file that says nothing is removed: %j',
  async (text) => {
    writeFileSync(await leave(['a'], ended), text);
    expect([await load(), readdirSync(folder)]).toEqual([[], []]);
  },
);

test.each(['', 'state'])('they are in the home folder where the variable for such files says %j', async (named) => {
  vi.stubEnv('XDG_STATE_HOME', named);
  for (const variable of ['HOME', 'USERPROFILE']) vi.stubEnv(variable, home);
  await open((rows) => rows.save([row('a')]));
  expect(readdirSync(join(home, '.local/state/speccast'))).toHaveLength(1);
});
