import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readTexts, temporaryFolder, writeTexts } from '../output/temporary-folder.js';
import { runCommand, wrongUsage, type Ran } from './run-command.js';
import { petSchema, petsSpec, serveSpecs, type SpecServer } from './spec-server.js';
import { readRows } from '../rows.js';

const { table } = readRows(import.meta.url);

let server: SpecServer;
let cwd: string;

beforeEach(async () => {
  cwd = temporaryFolder();
  vi.stubEnv('PETS_KEY', 'secret');
});

afterEach(() => vi.unstubAllEnvs());

/** A project whose one service has an address, with a key in it. */
async function start(replies: SpecServer['replies'], path = '/v1/openapi.yaml?key=hidden'): Promise<void> {
  server = await serveSpecs(replies);
  writeTexts(cwd, {
    'specs/speccast.yaml': `services:
  pets:
    spec: '${server.origin}${path}'
    package: '@acme/pets'
    out: ../generated/pets
    format: false
`,
  });
}

async function run(command: string, ...args: readonly string[]): Promise<Ran> {
  const ran = await runCommand(command, { args, cwd });
  const shown = (text: string): string => text.replaceAll(server.origin, '<origin>');
  return { ...ran, out: shown(ran.out), err: shown(ran.err) };
}

const read = (path: string): string => readFileSync(join(cwd, path), 'utf8');

describe('a service whose spec is an address', () => {
  test('is fetched once, and then built from the copy without a request', async () => {
    await start({
      '/v1/openapi.yaml': petsSpec([], 'pet.yaml'),
      '/v1/pet.yaml': petSchema(['id']),
    });
    const first = await run('generate');
    expect(first).toMatchObject({
      code: 0,
      err: expect.stringContaining('Fetched <origin>/v1/openapi.yaml?key=… to specs/pets/openapi.yaml\n'),
    });
    expect(read('specs/pets/pet.yaml')).toBe(petSchema(['id']));
    server.asked.length = 0;
    expect(await run('generate', '--check')).toMatchObject({ code: 0 });
    expect(await run('generate')).toMatchObject({ code: 0 });
    expect(server.asked).toEqual([]);
    // Neither the key nor where it is.
    for (const text of Object.values(readTexts(join(cwd, 'generated')))) expect(text).not.toContain('hidden');
    expect(JSON.parse(read('specs/pets/openapi.yaml.source.json'))).toEqual({
      address: `${server.origin}/v1/openapi.yaml?key=…`,
      files: {
        'openapi.yaml': expect.stringMatching(/^[0-9a-f]{64}$/),
        'pet.yaml': expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    });
  });

  test('is not fetched by a check', async () => {
    await start({ '/v1/openapi.yaml': petsSpec(['id']) });
    expect(await run('generate', '--check')).toMatchObject({
      code: 1,
      err: expect.stringContaining(
        'specs/speccast.yaml:3:11 error missing-copy: there is no copy of <origin>/v1/openapi.yaml?key=…; run `speccast pull pets`\n',
      ),
    });
    expect(server.asked).toEqual([]);
  });

  test('has a copy that was edited by hand: it is told, read, and not replaced', async () => {
    await start({ '/v1/openapi.yaml': petsSpec(['id']) });
    await run('generate');
    writeFileSync(join(cwd, 'specs/pets/openapi.yaml'), petsSpec(['id', 'name']));
    const { err, code } = await run('generate');
    expect(code).toBe(0);
    expect(err).toContain(
      'specs/pets/openapi.yaml:1:1 warning edited-copy: this file is a copy, was edited by hand, and is read as it is\n',
    );
    expect(read('generated/pets/openapi.json')).toContain('"name"');
    expect(await run('pull')).toMatchObject({
      code: 1,
      err: 'specs/pets/openapi.yaml:1:1 error edited-copy: this copy was edited by hand, and is not replaced\n',
    });
    expect(read('specs/pets/openapi.yaml')).toContain('name');
  });

  test('takes line ends that version control turned', async () => {
    await start({ '/v1/openapi.yaml': petsSpec(['id']) });
    await run('generate');
    writeFileSync(join(cwd, 'specs/pets/openapi.yaml'), petsSpec(['id']).replaceAll('\n', '\r\n'));
    expect((await run('generate')).err).not.toContain('edited-copy');
  });

  test('touches no file that is in the way', async () => {
    await start({ '/v1/openapi.yaml': petsSpec(['id']) });
    writeTexts(cwd, { 'specs/pets/openapi.yaml': 'mine' });
    for (const command of ['generate', 'pull'])
      expect((await run(command)).err).toContain(
        'specs/pets/openapi.yaml:1:1 error refused-copy: this file is in the way of the copy of <origin>/v1/openapi.yaml?key=…\n',
      );
    expect(read('specs/pets/openapi.yaml')).toBe('mine');
  });

  test('says when the configuration names another address than that of the copy', async () => {
    await start({
      '/v1/openapi.yaml': petsSpec(['id']),
      '/v2/openapi.yaml': petsSpec(['id', 'name']),
    });
    await run('generate');
    writeTexts(cwd, {
      'specs/speccast.yaml': read('specs/speccast.yaml').replace('/v1/', '/v2/'),
    });
    expect((await run('generate')).err).toContain(
      'error missing-copy: the copy of this spec is that of <origin>/v1/openapi.yaml?key=…; run `speccast pull pets`\n',
    );
    expect(await run('pull')).toMatchObject({ code: 0 });
    expect(await run('generate')).toMatchObject({ code: 0 });
  });

  table('is refused: %s', async (address: string, says: string) => {
    await start({});
    writeTexts(cwd, {
      'specs/speccast.yaml': `services:\n  pets: { spec: '${address}', package: pets, out: out }\n`,
    });
    expect((await run('generate')).err).toBe(`specs/speccast.yaml:2:17 error refused-address: ${says}\n`);
  });
});

describe('pull', () => {
  test('renews the copy, shows the diff, and removes files that are gone', async () => {
    await start({
      '/v1/openapi.yaml': petsSpec([], 'pet.yaml'),
      '/v1/pet.yaml': petSchema(['id', 'name']),
    });
    expect(await run('pull')).toEqual({
      code: 0,
      out: `pets: a copy is there now
wrote specs/pets/openapi.yaml
wrote specs/pets/pet.yaml
wrote specs/pets/openapi.yaml.source.json
`,
      err: '',
    });
    expect(await run('pull')).toEqual({
      code: 0,
      out: 'pets: unchanged\n',
      err: '',
    });
    server.replies['/v1/openapi.yaml'] = petsSpec(['id']);
    const before = read('specs/pets/openapi.yaml');
    const due = await run('pull', '--check');
    expect(due.code).toBe(1);
    expect(due.out).toContain('pets: the copy is out of date\nbreaking\n');
    expect(read('specs/pets/openapi.yaml')).toBe(before);
    const json: unknown = JSON.parse((await run('pull', '--check', '--json')).out);
    expect(json).toMatchObject({
      files: [],
      specs: [{ name: 'pets', state: 'changed', bump: 'major' }],
    });
    const { code, out } = await run('pull', 'pets');
    expect(code).toBe(0);
    expect(out).toMatch(/^pets: the copy is renewed\nbreaking\n(?: .*\n)+\n2 breaking: .*\nwrote .*\nwrote .*\n$/);
    expect(existsSync(join(cwd, 'specs/pets/pet.yaml'))).toBe(false);
  });

  test('leaves the copy where the new document has errors, and says where they are', async () => {
    await start({ '/v1/openapi.yaml': petsSpec(['id']) });
    await run('pull');
    server.replies['/v1/openapi.yaml'] = petsSpec(['id']).replace('type: string', '$ref: /string.yaml');
    const { code, out, err } = await run('pull');
    expect({ code, out }).toEqual({ code: 1, out: 'pets: failed\n' });
    expect(err).toMatch(
      /error unreadable-address: <origin>\/v1\/openapi.yaml\?key=… has an error, and the copy stays as it is\n/,
    );
    expect(err).toContain('<origin>/v1/openapi.yaml:8:');
    expect(read('specs/pets/openapi.yaml')).toBe(petsSpec(['id']));
  });

  test('says what a page is that is no description', async () => {
    await start({
      '/v1/openapi.yaml': '<!doctype html><title>Sign in</title>',
    });
    expect((await run('pull')).err).toContain(
      '<origin>/v1/openapi.yaml:1:1 error wrong-format: this is a web page (HTML)',
    );
    expect(existsSync(join(cwd, 'specs/pets'))).toBe(false);
  });

  test('sends a header of the environment, whose value nobody sees', async () => {
    await start({ '/v1/openapi.yaml': petsSpec(['id']) });
    const { out, err } = await run('pull', '--header', 'X-Key=PETS_KEY');
    expect(server.asked).toEqual(['/v1/openapi.yaml?key=hidden x-key: secret']);
    expect(`${out}${err}${Object.values(readTexts(join(cwd, 'specs/pets'))).join('')}`).not.toMatch(/secret|hidden/);
  });

  table('refuses the header %j', async (header: string, says: string) => {
    await start({});
    expect(await run('pull', '--header', header)).toEqual(wrongUsage('pull', says));
    expect(server.asked).toEqual([]);
  });

  test('sends a header to one origin only', async () => {
    await start({});
    const two = `${read('specs/speccast.yaml')}  more: { spec: 'https://specs.example/a.yaml', package: more, out: ../generated/more }\n`;
    writeTexts(cwd, { 'specs/speccast.yaml': two });
    expect((await run('pull', '--header', 'X-Key=PETS_KEY')).err).toContain('speccast: --header is sent to one origin');
    expect(server.asked).toEqual([]);
  });
});

describe('an address on the command line', () => {
  test('has its copy beside the package, which is read from then on', async () => {
    await start({ '/v1/openapi.yaml': petsSpec(['id']) });
    const args = ['--spec', `${server.origin}/v1/openapi.yaml?key=hidden`, '--out', 'out'];
    expect(await run('generate', ...args)).toMatchObject({ code: 0 });
    expect(read('out.spec/openapi.yaml')).toBe(petsSpec(['id']));
    rmSync(join(cwd, 'out'), { recursive: true });
    expect(await run('generate', ...args)).toMatchObject({ code: 0 });
    expect(server.asked).toHaveLength(1);
    expect(Object.values(readTexts(join(cwd, 'out'))).join('')).not.toContain('hidden');
    server.replies['/v1/openapi.yaml'] = petsSpec(['id', 'name']);
    expect((await run('pull', ...args)).out).toContain('the copy is renewed\nfeatures\n');
  });

  test('is compared by diff, on either side, and leaves nothing', async () => {
    await start({
      '/v1/openapi.yaml': petsSpec([], 'pet.yaml'),
      '/v1/pet.yaml': petSchema(['id', 'name']),
    });
    writeTexts(cwd, {
      'old.yaml': petsSpec(['id']),
      'pet.yaml': petSchema(['id']),
    });
    const address = `${server.origin}/v1/openapi.yaml`;
    const { out } = await run('diff', 'old.yaml', address);
    expect(out).toContain('<origin>/v1/pet.yaml:1:');
    expect((await run('diff', address, 'old.yaml')).out).toContain('the property "name" is gone');
    expect(Object.keys(readTexts(cwd)).toSorted()).toEqual(['old.yaml', 'pet.yaml', 'specs/speccast.yaml']);
  });

  test('is served by mock', async () => {
    await start({ '/v1/openapi.yaml': petsSpec(['id']) });
    const { code, out } = await run('mock', `${server.origin}/v1/openapi.yaml`, '--explain');
    expect(code).toBe(0);
    expect(out).toContain('GET  /pets  <origin>/v1/openapi.yaml:6:7');
    expect(await run('mock', `${server.origin}/none.yaml`, '--explain')).toMatchObject({
      code: 1,
      err: '(command line):1:1 error unreadable-address: <origin>/none.yaml cannot be read: the response is 404\n',
    });
  });

  table('starts a project: %s', async (_: string, flag: readonly string[]) => {
    server = await serveSpecs({
      '/v1/openapi.yaml': petsSpec([], 'pet.yaml'),
      '/v1/pet.yaml': petSchema(['id']),
    });
    const { code, out } = await run('init', ...flag, `${server.origin}/v1/openapi.yaml`);
    expect(code).toBe(0);
    expect(out).toContain('wrote   specs/pets/openapi.yaml.source.json\n');
    expect(out).toContain('Then renew specs/pets/openapi.yaml by `npx speccast pull`, with these at hand:\n');
    expect(read('specs/speccast.yaml')).toContain(`spec: '${server.origin}/v1/openapi.yaml'`);
    server.asked.length = 0;
    expect(await run('generate', '--check')).toMatchObject({ code: 0 });
    expect(server.asked).toEqual([]);
  });
});
