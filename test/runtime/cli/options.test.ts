import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runCli } from '@speccast/runtime/cli';
import { runInProcess, scratchFolder } from '../../generated/command-line-client.js';
import { petTools } from './pet-tools.js';
import { runPets } from './run-pets.js';
import { readRows } from '../../rows.js';

const { rows: table } = readRows(import.meta.url);

/** Strings with a meaning to shells, parsers of flags, or URLs. */
const hostile = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1 }),
  fc.constantFrom(
    '--',
    '-',
    '--name',
    '-h',
    '--help',
    '=',
    'a=b',
    ',',
    '\\',
    '\\,',
    '@file',
    '[]',
    '{"a":1}',
    'null',
    '$(id)',
    '`id`',
    '%00',
    '\n',
    '__proto__',
    'true',
    '0x10',
    '1e400',
    '123456789012345678901',
  ),
);
const int64 = fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n);

test('flags of parameters are sent unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        petId: hostile,
        title: hostile,
        tags: fc.array(hostile, { minLength: 1, maxLength: 4 }),
        count: int64,
        isFunny: fc.boolean(),
      }),
      fc.boolean(),
      async ({ petId, title, tags, count, isFunny }, joined) => {
        // The client rejects values that a path cannot have.
        fc.pre(!/\p{Cc}|^(?:\.|%2e){1,2}$/iu.test(petId));
        const flag = (name: string, value: string): readonly string[] =>
          joined ? [`--${name}=${value}`] : [`--${name}`, value];
        const { code, stderr, sent } = await runPets([
          'pets',
          'update',
          ...flag('pet-id', petId),
          ...flag('title', title),
          ...tags.flatMap((tag) => flag('tags', tag.replaceAll(',', '\\,'))),
          ...flag('count', String(count)),
          isFunny ? '--is-funny' : '--no-is-funny',
          '--no-validate',
        ]);
        expect([code, stderr]).toEqual([0, '']);
        const url = new URL(sent[0]?.url ?? '');
        expect(decodeURIComponent(url.pathname.slice('/v1/pets/'.length))).toBe(petId);
        expect(Object.fromEntries(url.searchParams)).toMatchObject({
          title,
          count: String(count),
          isFunny: String(isFunny),
        });
        expect(url.searchParams.getAll('tags')).toEqual(tags);
      },
    ),
  );
});

test('flags of properties are merged into the body of --body', async () => {
  const bodies = fc.record({
    name: hostile,
    chip: int64,
    nicknames: fc.array(hostile, { minLength: 1, maxLength: 3 }),
    isShy: fc.boolean(),
    key: fc.stringMatching(/^[a-z_]{1,12}$/),
    first: hostile,
    old: hostile,
  });
  await fc.assert(
    fc.asyncProperty(bodies, async ({ name, chip, nicknames, isShy, key, first, old }) => {
      const body = JSON.stringify({ name: old, owner: { firstName: old, age: 7 }, extra: [1, { __proto__: old }] });
      const { code, stderr, sent } = await runPets([
        'pets',
        'update',
        '--pet-id=1',
        '--body',
        body,
        `--name=${name}`,
        `--chip=${chip}`,
        ...nicknames.map((one) => `--nicknames=${one.replaceAll(',', '\\,')}`),
        isShy ? '--is-shy' : '--no-is-shy',
        `--labels.${key}=${name}`,
        `--owner.first-name=${first}`,
      ]);
      expect([code, stderr]).toEqual([0, '']);
      const text = (await sent[0]?.text()) ?? '';
      expect(text).toContain(`"chip":${chip}`);
      const want = {
        name,
        nicknames,
        isShy,
        labels: { [key]: name },
        owner: { firstName: first, age: 7 },
        extra: [1, {}],
      };
      expect(JSON.parse(text)).toMatchObject(want);
    }),
  );
});

describe('wrong usage', () => {
  const pet = ['pets', 'update', '--pet-id', '1'];
  test.each(table<[readonly string[], string]>('wrong usage'))('%j: %s', async (argv, message) => {
    const { code, stdout, stderr, sent } = await runPets(argv);
    expect(stderr).toContain(`error: ${message}`);
    expect([code, stdout, sent.length]).toEqual([2, '', 0]);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  test('a syntax error in a file of --body has its line and column', async () => {
    const cwd = scratchFolder();
    writeFileSync(join(cwd, 'pet.json'), '{\n  "name": "Tom",\n  "kind": cat\n}');
    mkdirSync(join(cwd, 'folder'));
    const { code, stderr } = await runPets([...pet, '--body', '@pet.json'], { cwd });
    expect([code, stderr]).toEqual([2, 'error: pet.json is not JSON: line 3, column 11: "c" is not expected\n']);
    expect((await runPets([...pet, '--body', '@folder'], { cwd })).stderr).toContain('folder: it is a folder');
  });
});

test('an error for an emulator that is not installed names the command to run', async () => {
  const missing = new Error("Cannot find package '@speccast/emulator' imported from /app/mocks.js");
  const tools = { ...petTools, createEmulator: () => Promise.reject(missing) };
  const run = (argv: readonly string[], io: Parameters<typeof runCli>[2]) => runCli(tools, argv, io);
  const { code, stderr } = await runInProcess(run, ['pets', 'delete', '--pet-id', '1', '--emulator']);
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/^error: The emulator needs @speccast\/emulator.*npm install/),
  ]);
});

test('help leaves out read-only properties, and does not follow recursive schemas without end', async () => {
  const { stdout } = await runPets(['pets', 'update', '--help']);
  expect(stdout).not.toMatch(/--id |--owner\.pet\.owner\.pet\.owner/);
});

test('texts of a spec are printed without control characters, and with limited length', async () => {
  for (const argv of [['--help'], ['pets', '--help'], ['pets', 'update', '--help'], ['--version']]) {
    const { code, stdout } = await runPets(argv, { columns: 80 });
    expect(code).toBe(0);
    // oxlint-disable-next-line no-control-regex -- this test looks for control characters
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    expect(stdout.length).toBeLessThan(9_000);
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(84);
  }
});
