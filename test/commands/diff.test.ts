import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { temporaryFolder, writeTexts } from '../output/temporary-folder.js';
import { runCommand, wrongUsage, type Ran } from './run-command.js';
import { readRows } from '../rows.js';

const root = resolve(fileURLToPath(import.meta.url), '../../..');

const old = `openapi: 3.1.0
info: { title: Pets, version: 1.4.0 }
servers: [{ url: /v1 }]
paths:
  /pets:
    get:
      operationId: pets.list
      parameters:
        - { name: limit, in: query, schema: { type: integer, maximum: 50 } }
      responses:
        '200': { description: All pets., content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }
components:
  schemas:
    Pet:
      type: object
      properties:
        name: { type: string }
`;
const now = old.replace('maximum: 50', 'maximum: 20').replace('All pets.', 'Each pet.');
const more = now.replace('maximum: 20', 'maximum: 50').replace('name: {', 'color: { type: string }\n        name: {');

const overlay = `overlay: 1.0.0
info: { title: More, version: 1.0.0 }
actions:
  - target: $.paths['/pets'].get
    update: { deprecated: true }
`;

const config = `services:
  pets: { spec: new.yaml, overlays: [more.overlay.yaml], package: '@acme/pets', out: ../generated/pets }
`;

function diff(...args: readonly string[]): Promise<Ran> {
  const cwd = temporaryFolder();
  writeTexts(cwd, {
    'old.yaml': old,
    'specs/new.yaml': now,
    'more.yaml': more,
    'broken.yaml': old.replace('type: integer', '$ref: ../integer.yaml'),
    'torn.yaml': 'openapi: 3.0.3\ninfo: { title: T\npaths: {}\n',
    'torn.json': '{"openapi": "3.1.0", "info": {',
    'text.yaml': old.replace('All pets.', 'Each pet.'),
    'early.yaml': old.replace('1.4.0', '0.4.0'),
    'dated.yaml': old.replace('1.4.0', '2026-01-01'),
    'specs/more.overlay.yaml': overlay,
    'specs/speccast.yaml': config,
  });
  return runCommand('diff', { args, cwd });
}

test('a service whose methods take ids by position is compared by their arguments, too', async () => {
  const cwd = temporaryFolder();
  const paths = (parameters: string): string => old.replace('/pets:', '/pets/{id}:').replace('parameters:', parameters);
  const id = `parameters:
        - { name: id, in: path, required: true, schema: { type: string } }`;
  const without = paths(id).replace(/\n.*name: limit.*/, '');
  const config = (more: string): string =>
    `services:\n  pets: { spec: new.yaml, package: '@acme/pets', out: ../pets${more} }\n`;
  const files = { 'old.yaml': without, 'specs/new.yaml': paths(id) };
  const moved =
    'specs/new.yaml:7:7 operations.pets.list: the method takes an id and params, and took an id and no params (pets.list)';
  for (const [more, code, want] of [
    ['', 0, expect.not.stringContaining('the method takes')],
    [', argumentStyle: positional', 1, expect.stringContaining(`breaking\n  ${moved}\n`)],
  ] as const) {
    writeTexts(cwd, { ...files, 'specs/speccast.yaml': config(more) });
    const ran = await runCommand('diff', { args: ['old.yaml', 'pets', '--fail-on', 'breaking'], cwd });
    expect([ran.code, ran.out]).toEqual([code, want]);
  }
});

describe('of a service, diff names the version that a release would', () => {
  /** A project whose package was released as 0.4.0, and whose spec has changed since. */
  async function released(): Promise<string> {
    const cwd = temporaryFolder();
    const services = `services:\n  pets: { spec: pets.yaml, package: '@acme/pets', version: 0.4.0, out: ../generated/pets }\n`;
    writeTexts(cwd, { 'old.yaml': old, 'more.yaml': more, 'specs/pets.yaml': old, 'specs/speccast.yaml': services });
    await runCommand('generate', { args: ['--release'], cwd });
    writeTexts(cwd, { 'specs/pets.yaml': now });
    return cwd;
  }

  const lastOf = async (cwd: string, ...args: readonly string[]): Promise<string | undefined> =>
    (await runCommand('diff', { args, cwd })).out.trimEnd().split('\n').at(-1);

  test('whatever it is compared with', async () => {
    const cwd = await released();
    const step = '@acme/pets 0.4.0 -> 0.5.0 (minor)';
    expect(await lastOf(cwd, 'old.yaml', 'pets')).toBe(`1 breaking, 1 fix: ${step}`);
    expect(await lastOf(cwd, 'more.yaml', 'pets')).toBe(`2 breaking: ${step}`);
    expect(await lastOf(cwd, 'pets', 'old.yaml')).toBe('1 feature, 1 fix: @acme/pets stays 0.4.0');
    expect(await lastOf(cwd, 'pets', 'more.yaml')).toBe(`2 features: ${step}`);
    expect(await lastOf(cwd, 'old.yaml', 'specs/pets.yaml')).toBe(
      '1 breaking, 1 fix: a major version, before 1.0.0 a minor one',
    );
    const { out } = await runCommand('diff', { args: ['old.yaml', 'pets', '--json'], cwd });
    const version = { from: '0.4.0', to: '0.5.0' };
    expect(JSON.parse(out)).toMatchObject({ bump: 'major', package: '@acme/pets', version });
    const { out: due } = await runCommand('generate', { args: ['--release', '--check'], cwd });
    expect(due).toContain(`\n${step}: `);
  });

  test('with the options that the service states, which a spec file does not have', async () => {
    const cwd = await released();
    const kind = old.replace('{ type: integer, maximum: 50 }', '{ type: string, enum: [a, b] }');
    const options = 'enums: const, methodNames: operationId, types: { date-time: Date }';
    const dated = kind.replace('name: { type: string }', 'name: { type: string, format: date-time }');
    const service = `pets: { spec: pets.yaml, package: '@acme/pets', version: 0.4.0, out: ../made, ${options} }`;
    writeTexts(cwd, {
      'dated.yaml': dated,
      'specs/pets.yaml': dated,
      'specs/speccast.yaml': `services:\n  ${service}\n`,
    });
    for (const sides of [
      ['dated.yaml', 'pets'],
      ['pets', 'dated.yaml'],
    ])
      expect((await runCommand('diff', { args: sides, cwd })).out).toMatch(/^no changes/i);
  });

  test('as far as one was released, and is known', async () => {
    const cwd = await released();
    rmSync(join(cwd, 'generated/pets/released.json'));
    expect(await lastOf(cwd, 'old.yaml', 'pets')).toBe('1 breaking, 1 fix: a major version, before 1.0.0 a minor one');
    rmSync(join(cwd, 'generated'), { recursive: true });
    expect(await lastOf(cwd, 'old.yaml', 'pets')).toBe(
      '1 breaking, 1 fix: @acme/pets is not released yet, and will be 0.4.0',
    );
    writeTexts(cwd, { 'generated/pets/released.json': '[]' });
    expect(await runCommand('diff', { args: ['old.yaml', 'pets'], cwd })).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/^generated\/pets\/released\.json:1:1 error invalid-release: /),
    });
  });
});

describe('speccast diff', () => {
  test('lists what changed by kind, the worst first, with places, and the version that they call for', async () => {
    expect(await diff('old.yaml', 'specs/new.yaml')).toEqual({
      code: 0,
      err: '',
      out: `breaking
  specs/new.yaml:9:45 operations.pets.list.parameters.limit: maximum is 20, and was 50 (sent; pets.list)

fixes
  specs/new.yaml:11:9 operations.pets.list.responses.200: the text changed (pets.list)

1 breaking, 1 fix: a major version, before 1.0.0 a minor one
`,
    });
  });

  test('places what is gone in the old spec', async () => {
    const { out } = await diff('more.yaml', 'old.yaml');
    expect(out).toContain(
      '  more.yaml:17:16 schemas.Pet.color: the property "color" is gone (received; pets.list; in the old spec)\n',
    );
  });

  test('says that there are no changes', async () => {
    expect(await diff('old.yaml', 'old.yaml')).toEqual({ code: 0, out: 'no changes\n', err: '' });
  });

  test.each([
    ['old.yaml', 'more.yaml', '1 feature, 1 fix: a minor version\n'],
    ['old.yaml', 'text.yaml', '1 fix: a patch\n'],
  ])('says what is called for between %s and %s', async (file, other, last) => {
    expect((await diff(file, other)).out).toMatch(new RegExp(`\\n\\n${last}$`));
  });

  test.each(
    readRows(import.meta.url).rows<readonly [string, object]>(
      'as JSON counts from the version of the document as far as it is one',
    ),
  )('as JSON counts from the version of the document %s as far as it is one', async (file, version) => {
    const { out } = await diff(file, 'specs/new.yaml', '--json');
    expect(JSON.parse(out)).toMatchObject({ bump: 'major', package: null, version });
  });

  test('prints one JSON object', async () => {
    const { code, out } = await diff('old.yaml', 'more.yaml', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      files: [],
      diagnostics: [],
      changes: [
        {
          kind: 'feature',
          code: 'property-added',
          message: 'the property "color" is new',
          subject: 'schemas.Pet.color',
          operations: ['pets.list'],
          direction: 'received',
          file: 'more.yaml',
          line: 17,
          column: 16,
          side: 'new',
        },
        {
          kind: 'fix',
          code: 'docs-changed',
          message: 'the text changed',
          subject: 'operations.pets.list.responses.200',
          operations: ['pets.list'],
          file: 'more.yaml',
          line: 11,
          column: 9,
          side: 'new',
        },
      ],
      bump: 'minor',
      package: null,
      version: { from: '1.4.0', to: '1.5.0' },
    });
  });

  test('takes the name of a service, with its overlays', async () => {
    const { out } = await diff('old.yaml', 'pets');
    expect(out).toContain('specs/new.yaml:7:7 operations.pets.list: it is deprecated (pets.list)\n');
    expect((await diff('pets', 'pets')).out).toBe('no changes\n');
  });

  test('takes overlays of either spec', async () => {
    const { out } = await diff('old.yaml', 'old.yaml', '--new-overlay', 'specs/more.overlay.yaml');
    expect(out).toContain('it is deprecated');
    const back = await diff('old.yaml', 'old.yaml', '--old-overlay', 'specs/more.overlay.yaml');
    expect(back.out).toContain('it is not deprecated any more');
  });

  test.each([
    ['breaking', 'specs/new.yaml', 1],
    ['breaking', 'more.yaml', 0],
    ['feature', 'more.yaml', 1],
    ['fix', 'more.yaml', 1],
    ['fix', 'old.yaml', 0],
  ])('with --fail-on %s and %s exits %d', async (kind, file, code) => {
    expect((await diff('old.yaml', file, '--fail-on', kind)).code).toBe(code);
  });

  test('says which spec has a mistake, and where', async () => {
    for (const args of [
      ['broken.yaml', 'old.yaml'],
      ['old.yaml', 'broken.yaml'],
    ]) {
      const { code, out, err } = await diff(...args);
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toMatch(/^broken\.yaml:9:5\d error /);
      const json = await diff(...args, '--json');
      expect(json.code).toBe(1);
      expect(JSON.parse(json.out)).toMatchObject({ files: [], changes: [], bump: null, diagnostics: [{ line: 9 }] });
    }
  });

  test('tells the mistakes of both specs, where neither can be parsed', async () => {
    const { code, out, err } = await diff('torn.yaml', 'torn.json');
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err.match(/^torn\.\w+:\d+:\d+ error [a-z-]+/gm)).toEqual([
      'torn.yaml:2:7 error invalid-yaml',
      'torn.json:1:31 error invalid-json',
    ]);
  });

  test.each(readRows(import.meta.url).rows<readonly [readonly string[], string]>('refuses'))(
    'refuses %j',
    async (args, message) => {
      expect(await diff(...args)).toEqual(wrongUsage('diff', message));
    },
  );

  test.each(['video-platform', 'ad-reporting'])('finds nothing between %s and itself', async (service) => {
    const ran = await runCommand('diff', { args: [service, service], cwd: root });
    expect(ran).toEqual({ code: 0, out: 'no changes\n', err: '' });
  });
});
