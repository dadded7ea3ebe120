import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runCli } from '@speccast/runtime/cli';
import { parseSelect } from '../../../templates/runtime/cli/output/select.js';
import { scratchFolder } from '../../generated/command-line-client.js';
import { petTools } from './pet-tools.js';
import { runPets } from './run-pets.js';
import { readRows } from '../../rows.js';

const { rows: table } = readRows(new URL('output.yaml', import.meta.url));

const listing = ['shops', 'pets', 'list', '--shop', '1'];
const update = ['pets', 'update', '--pet-id', '1'];

/** Pages of two pets each, as many as there are. */
function pages(count: number): (request: Request) => Response {
  return (request) => {
    const page = Number(new URL(request.url).searchParams.get('page') ?? 0);
    const pets = [0, 1].map((at) => ({ id: 2 * page + at, name: `Pet ${2 * page + at}`, weight: 3 }));
    return Response.json({ pets, ...(page + 1 < count && { next: String(page + 1) }) });
  };
}

describe('lists', () => {
  test('one page as the service gave it', async () => {
    const { stdout, sent } = await runPets(listing, {}, pages(3));
    expect(JSON.parse(stdout)).toMatchObject({ next: '1', pets: [{ id: 0 }, { id: 1 }] });
    expect(sent).toHaveLength(1);
  });

  test.each(table<[readonly string[], number, number]>('limits'))(
    '%j: an array with a line for each item, and no page too many',
    async (options, items, requests) => {
      const { stdout, sent } = await runPets([...listing, ...options], {}, pages(3));
      expect(JSON.parse(stdout)).toHaveLength(items);
      expect(stdout.trim().split('\n')).toHaveLength(items === 0 ? 1 : items + 2);
      expect(sent).toHaveLength(requests);
    },
  );

  test('a table on a terminal, fitted to its width, and a hint where there is more', async () => {
    const { stdout, stderr } = await runPets(listing, { columns: 30 }, pages(2));
    expect(stdout).toBe('ID  NAME   WEIGHT\n0   Pet 0  3\n1   Pet 1  3\n');
    expect(stderr).toBe('There is more: add --all or --limit.\n');
    expect((await runPets(listing, { columns: 0 }, pages(2))).stdout).toBe(stdout);
    const all = await runPets([...listing, '--all'], { columns: 12 }, pages(2));
    expect(all.stdout).toBe('ID  NAME\n0   Pet 0\n1   Pet 1\n2   Pet 2\n3   Pet 3\n');
    const none = await runPets([...listing, '--all'], { columns: 80 }, () => Response.json({ pets: [] }));
    expect([none.code, none.stdout, none.stderr]).toEqual([0, '', 'Nothing found.\n']);
  });

  test('tables hold no controls, and never more columns than fit', async () => {
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
          const { code, stdout } = await runPets(listing, { columns }, () => Response.json({ pets }));
          expect(code).toBe(0);
          expect(stdout).not.toMatch(/(?![\n\u200d])[\p{Cc}\p{Cf}]/u);
          for (const line of stdout.split('\n'))
            expect(Array.from(line).filter((one) => !/\p{M}|\p{Cf}/u.test(one)).length).toBeLessThanOrEqual(columns);
        },
      ),
    );
  });

  test('--select takes what is there of each page', async () => {
    const { stdout } = await runPets([...listing, '--all', '--select', '.pets[].name'], {}, pages(2));
    expect(stdout).toBe('Pet 0\nPet 1\nPet 2\nPet 3\n');
    const json = await runPets(
      [...listing, '--limit', '3', '--json', '--select', '.pets[] | {id, label: .name}'],
      {},
      pages(2),
    );
    expect(
      json.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { id: 0, label: 'Pet 0' },
      { id: 1, label: 'Pet 1' },
      { id: 2, label: 'Pet 2' },
    ]);
  });

  test('a failure on a later page leaves what was written, and tells', async () => {
    const respond = pages(3);
    const { code, stdout, stderr } = await runPets([...listing, '--all', '--json'], {}, (request) =>
      request.url.includes('page=1') ? Response.json({ error: 'no' }, { status: 400 }) : respond(request),
    );
    expect(stdout).toContain('"Pet 1"');
    expect([code, JSON.parse(stderr).error.status]).toEqual([1, 400]);
  });
});

test.each(table<[string, unknown, readonly unknown[]]>('selections'))('--select %s', (path, value, want) => {
  expect(parseSelect(path)(value)).toEqual(want);
});

test.each(['', 'a', '.a.', '.[', '.[a]', '.["a]', '{a', '{a:}', '.a |', '.a .b', '('.repeat(100)])(
  '--select %j says where it goes wrong',
  (path) => {
    expect(() => parseSelect(path)).toThrow(/^--select cannot be read: .* at character \d+ /);
  },
);

test('all digits of numbers are written', async () => {
  const text = '{"id":12345678901234567890,"deep":[{"n":0.10000000000000000001}]}';
  const respond = (): Response => new Response(text, { headers: { 'content-type': 'application/json' } });
  const { stdout } = await runPets(update, {}, respond);
  expect(stdout.replaceAll(/\s/g, '')).toBe(text);
  expect((await runPets([...update, '--select', '{id}'], {}, respond)).stdout).toBe('{"id":12345678901234567890}\n');
});

describe('--dry-run', () => {
  const secrets = /secret-key|secret-word|c2VjcmV0LXdvcmQ|YW5uOnNlY3JldC13b3Jk/;

  test('shows the request, sends nothing, and holds no secret', async () => {
    const { code, stdout, sent } = await runPets([...update, '--name', "It's", '--dry-run']);
    expect([code, sent.length]).toEqual([0, 0]);
    expect(stdout).toBe(
      'PUT https://pets.example/v1/pets/1?key=[redacted]\naccept: application/json\ncontent-type: application/json\n\n{"name":"It\'s"}\n',
    );
    const login = await runPets(['pets', 'delete', '--pet-id', '1', '--dry-run']);
    expect(login.stdout).toContain('authorization: Basic [redacted]');
    expect(stdout + login.stdout).not.toMatch(secrets);
  });

  test('as a command that a shell runs with the variables', async () => {
    const { stdout } = await runPets([...update, '--name', "It's $HOME", '--dry-run=curl']);
    expect(stdout).toContain(`'https://pets.example/v1/pets/1?key='"$PET_STORE_API_KEY"''`);
    expect(stdout).toContain(`--data-raw '{"name":"It'\\''s $HOME"}'`);
    const { stdout: login } = await runPets(['pets', 'delete', '--pet-id', '1', '--dry-run=curl']);
    expect(login).toContain('--user "$PET_STORE_USER:$PET_STORE_PASSWORD"');
    expect(stdout + login).not.toMatch(secrets);
  });

  test('--verbose logs without secrets', async () => {
    const { stderr, code } = await runPets([...update, '--verbose']);
    expect(code).toBe(0);
    expect(stderr).toContain('/pets/1');
    expect(stderr).not.toMatch(secrets);
  });
});

describe('exit codes', () => {
  const respond =
    (status: number, reason = 'any') =>
    () =>
      Response.json({ error: { code: status, message: 'No.\u001b[2J', errors: [{ reason }] } }, { status });

  test.each([
    [400, 'failed', 1],
    [401, 'credential', 3],
    [403, 'credential', 3],
    [404, 'not-found', 4],
    [410, 'not-found', 4],
    [429, 'limit', 6],
    [501, 'unavailable', 5],
  ])('status %i: %s, %i', async (status, kind, code) => {
    const ran = await runPets([...update, '--json'], {}, respond(status));
    expect([ran.code, ran.stdout]).toEqual([code, '']);
    expect(ran.stderr.trim().split('\n')).toHaveLength(1);
    expect(JSON.parse(ran.stderr)).toMatchObject({ error: { kind, exitCode: code, status, operation: 'pets.update' } });
    // oxlint-disable-next-line no-control-regex -- controls are what must not be there
    expect((await runPets(update, {}, respond(status))).stderr).not.toMatch(/\u001b/);
  });

  test('a network that fails, and a credential that is missing', async () => {
    const broken = await runPets([...update, '--json'], {}, () => Promise.reject(new TypeError('fetch failed')));
    expect([broken.code, JSON.parse(broken.stderr).error.kind]).toEqual([5, 'unavailable']);
    const env = { PET_STORE_API_KEY: '', PET_STORE_USER: '' };
    const { code, stderr, sent } = await runPets(['pets', 'delete', '--pet-id', '1'], { env });
    expect([code, sent.length]).toEqual([3, 0]);
    expect(stderr).toBe(
      'error: pets.delete needs a credential: set PET_STORE_USER and PET_STORE_PASSWORD. Nothing was sent.\n',
    );
  });

  test('Ctrl+C', async () => {
    const controller = new AbortController();
    const ran = runPets(update, { signal: controller.signal }, () => {
      controller.abort();
      return new Promise(() => {});
    });
    expect(await ran).toMatchObject({ code: 130, stdout: '', stderr: 'Interrupted\n' });
  });

  test('nobody reads the output any more', async () => {
    let written = 0;
    const closed = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
    const code = await runCli(petTools, [...listing, '--all'], {
      cwd: scratchFolder(),
      env: {},
      stdin: (async function* () {})(),
      stderr: { write: (_, done) => done?.() },
      stdout: { write: (_, done) => done?.(++written > 2 ? closed : undefined) },
      fetch: async (request) => pages(1000)(request),
    });
    expect([code, written]).toEqual([0, 3]);
  });
});

describe('--out', () => {
  test('writes a file that is complete, and overwrites none without --force', async () => {
    const cwd = scratchFolder();
    const write = (...more: readonly string[]) => runPets([...update, '--out', 'pet.json', ...more], { cwd });
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

  test.each([
    ['none/pet.json', 'there is no folder none'],
    ['.', 'it is a folder'],
  ])('%s: %s', async (path, message) => {
    const { code, stderr, sent } = await runPets([...update, '--out', path]);
    expect([code, stderr, sent.length]).toEqual([2, `error: --out ${path}: ${message}\n`, 0]);
  });

  test('leaves nothing behind where the call fails', async () => {
    const cwd = scratchFolder();
    const { code } = await runPets([...update, '-o', 'pet.json'], { cwd }, () => Response.json({}, { status: 404 }));
    expect([code, existsSync(join(cwd, 'pet.json')), readdirSync(cwd)]).toEqual([4, false, []]);
  });
});
