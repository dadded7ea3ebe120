import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runCli } from '@speccast/runtime/cli';
import { scratchFolder } from '../../generated/command-line-client.js';
import { petTools } from './pet-tools.js';
import { runPets } from './run-pets.js';
import { readRows } from '../../rows.js';

const { rows: table } = readRows(import.meta.url);

const listCommand = ['shops', 'pets', 'list', '--shop', '1'];
const updateCommand = ['pets', 'update', '--pet-id', '1'];

describe('lists', () => {
  test('tables have no control characters, and are not wider than the terminal', async () => {
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'grapheme' }),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
    );
    const pet = fc.dictionary(fc.string({ minLength: 1, maxLength: 12 }), value, { maxKeys: 6 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(pet, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 20, max: 120 }),
        async (pets, columns) => {
          const { code, stdout } = await runPets(listCommand, { columns }, () => Response.json({ pets }));
          expect(code).toBe(0);
          expect(stdout).not.toMatch(/(?![\n\u200d])[\p{Cc}\p{Cf}]/u);
          for (const line of stdout.split('\n'))
            expect(Array.from(line).filter((one) => !/\p{M}|\p{Cf}/u.test(one)).length).toBeLessThanOrEqual(columns);
        },
      ),
    );
  });
});

test.each(table<[string, unknown, readonly unknown[]]>('selections'))('--select %s', async (path, value, want) => {
  const { stdout } = await runPets([...updateCommand, '--json', '--select', path], {}, () => Response.json(value));
  expect(stdout.split('\n').slice(0, -1)).toEqual(want.map((one) => JSON.stringify(one)));
});

test.each(['', 'a', '.a.', '.[', '.[a]', '.["a]', '{a', '{a:}', '.a |', '.a .b', '('.repeat(100)])(
  '--select %j is rejected with the position of the error',
  async (path) => {
    const { code, stderr } = await runPets([...updateCommand, '--select', path]);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^error: --select is not a valid path: .* at character \d+ /),
    ]);
  },
);

describe('exit codes', () => {
  test('a network that fails', async () => {
    const { code, stderr } = await runPets([...updateCommand, '--json'], {}, () =>
      Promise.reject(new TypeError('fetch failed')),
    );
    expect([code, JSON.parse(stderr).error.kind]).toEqual([5, 'unavailable']);
  });

  test('Ctrl+C', async () => {
    const controller = new AbortController();
    const ran = runPets(updateCommand, { signal: controller.signal }, () => {
      controller.abort();
      return new Promise(() => {});
    });
    expect(await ran).toMatchObject({ code: 130, stdout: '', stderr: 'Interrupted\n' });
  });

  test('a closed output', async () => {
    let written = 0;
    const closed = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
    const code = await runCli(petTools, [...listCommand, '--all'], {
      cwd: scratchFolder(),
      env: {},
      stdin: (async function* () {})(),
      stderr: { write: (_, done) => done?.() },
      stdout: { write: (_, done) => done?.(++written > 2 ? closed : undefined) },
      fetch: async () => Response.json({ pets: [{ id: 1 }], next: String(Math.random()) }),
    });
    expect([code, written]).toEqual([0, 3]);
  });
});

describe('--out', () => {
  test('writes a complete file, and overwrites an existing one only with --force', async () => {
    const cwd = scratchFolder();
    const write = (...more: readonly string[]) => runPets([...updateCommand, '--out', 'pet.json', ...more], { cwd });
    expect(await write()).toMatchObject({ code: 0, stdout: '' });
    expect(JSON.parse(readFileSync(join(cwd, 'pet.json'), 'utf8'))).toEqual({ ok: true });
    writeFileSync(join(cwd, 'pet.json'), 'mine');
    const again = await write();
    expect([again.code, again.stderr, again.sent.length]).toEqual([
      2,
      'error: --out pet.json: it exists; add --force to overwrite it\n',
      0,
    ]);
    expect(readFileSync(join(cwd, 'pet.json'), 'utf8')).toBe('mine');
    expect((await write('--force')).code).toBe(0);
    expect(readdirSync(cwd)).toEqual(['pet.json']);
  });

  test('leaves no file behind if the call fails', async () => {
    const cwd = scratchFolder();
    const { code } = await runPets([...updateCommand, '-o', 'pet.json'], { cwd }, () =>
      Response.json({}, { status: 404 }),
    );
    expect([code, existsSync(join(cwd, 'pet.json')), readdirSync(cwd)]).toEqual([4, false, []]);
  });
});
