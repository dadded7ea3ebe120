import { runConformanceCommand } from '@speccast/emulator/commands';
import type { ConformanceOptions } from '@speccast/emulator/conformance';
import { mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';

const base = 'https://service.test/v1';
const row = (id: string) => ({ undo: 'things.delete', id, as: 'T1' as const, times: {} });
/** A number that no process has: it is above the limit of all systems. */
const unusedPid = 2 ** 30;

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

/** Runs the command, and calls `use` with its row store. */
async function useRows<Result>(use: (rows: RowStore) => Result, baseUrl = base): Promise<Result> {
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

/** Writes the row file of a process with the number `pid`, and returns its path. */
async function writeRowFile(ids: readonly string[], pid: number, baseUrl = base): Promise<string> {
  await useRows((rows) => rows.save(ids.map(row)), baseUrl);
  const name = readdirSync(folder).find((one) => one.endsWith(`-${process.pid}.json`)) ?? '';
  const path = join(folder, name.replace(`-${process.pid}.`, `-${pid}.`));
  renameSync(join(folder, name), path);
  return path;
}

const loadRows = () => useRows((rows) => rows.load());

test('rows are kept in a file until they are deleted', async () => {
  await useRows((rows) => {
    rows.save([row('a')]);
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^conformance-[0-9a-f]{16}-\d+\.json$/)]);
    rows.save([]);
    expect(readdirSync(folder)).toEqual([]);
  });
});

test('rows of a process that has ended are taken over', async () => {
  await writeRowFile(['a', 'b'], unusedPid);
  await useRows((rows) => {
    expect(rows.load()).toEqual([row('a'), row('b')]);
    rows.save([row('b')]);
  });
  expect(readdirSync(folder).length).toBe(1);
  expect(await loadRows()).toEqual([row('b')]);
});

test('rows of a running process and of another service are left alone', async () => {
  await writeRowFile(['a'], process.ppid);
  await writeRowFile(['b'], unusedPid, 'https://other.test');
  expect(await loadRows()).toEqual([]);
  expect(readdirSync(folder).length).toBe(2);
});

test('rows of a process that was killed while it wrote its file are all loaded, each once', async () => {
  const path = await writeRowFile(['a'], unusedPid);
  writeFileSync(`${path}.new`, JSON.stringify({ baseUrl: base, rows: [row('a'), row('b')] }));
  expect(await loadRows()).toEqual([row('a'), row('b')]);
});

test.each(['', '{"baseUrl":', '[]', '{"baseUrl":"https://service.test/v1","rows":[{"undo":1},null]}'])(
  'a file without valid rows is removed: %j',
  async (text) => {
    writeFileSync(await writeRowFile(['a'], unusedPid), text);
    expect([await loadRows(), readdirSync(folder)]).toEqual([[], []]);
  },
);

test.each(['', 'state'])('rows are kept in the home folder if XDG_STATE_HOME is %j', async (named) => {
  vi.stubEnv('XDG_STATE_HOME', named);
  for (const variable of ['HOME', 'USERPROFILE']) vi.stubEnv(variable, home);
  await useRows((rows) => rows.save([row('a')]));
  expect(readdirSync(join(home, '.local/state/speccast'))).toHaveLength(1);
});
