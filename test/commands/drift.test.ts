import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { temporaryFolder, writeTexts } from '../output/temporary-folder.js';
import { runCommand, wrongUsage, type Ran } from './run-command.js';

const root = resolve(fileURLToPath(import.meta.url), '../../..');

const spec = `openapi: 3.1.0
info: { title: Pets, version: '1' }
servers: [{ url: /v1 }]
paths:
  /pets:
    get:
      operationId: pets.list
      responses: { '200': { description: All pets. } }
`;

const overlay = `overlay: 1.0.0
info: { title: More, version: 1.0.0 }
actions:
  - target: $.paths['/pets'].get
    update:
      parameters: [{ name: kind, in: query, schema: { type: string, enum: [cat, dog] } }]
`;

const config = `services:
  pets:
    spec: pets/openapi.yaml
    overlays: [pets/more.overlay.yaml]
    package: '@acme/pets'
    out: ../generated/pets
`;

const discovery = JSON.stringify({
  kind: 'discovery#restDescription',
  discoveryVersion: 'v1',
  name: 'pets',
  version: 'v1',
  rootUrl: 'https://pets.example/',
  servicePath: '',
  resources: {
    pets: {
      methods: {
        list: {
          id: 'pets.pets.list',
          path: 'v1/pets',
          httpMethod: 'GET',
          parameters: { kind: { type: 'string', location: 'query', enum: ['cat', 'fox'] } },
        },
      },
    },
  },
});

function drift(known: string | undefined, ...args: readonly string[]): Promise<Ran> {
  const cwd = temporaryFolder();
  writeTexts(cwd, {
    'specs/speccast.yaml': config,
    'specs/pets/openapi.yaml': spec,
    'specs/pets/more.overlay.yaml': overlay,
    'pets.discovery.json': discovery,
    ...(known === undefined ? {} : { 'specs/pets/drift.yaml': known }),
  });
  return runCommand('drift', { args: args.length === 0 ? ['pets', 'pets.discovery.json'] : args, cwd });
}

const everything = `differences:
  - at: operations.pets.list.parameters.kind.enum.*
    reason: Foxes are no pets.
`;

describe('drift', () => {
  test('rejects differences that nothing explains, at the place of the overlay they come from', async () => {
    const { code, out, err } = await drift(undefined);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err)
      .toBe(`specs/pets/more.overlay.yaml:6:53 error drift: operations.pets.list.parameters.kind.enum.dog: only in the spec
specs/pets/more.overlay.yaml:6:53 error drift: operations.pets.list.parameters.kind.enum.fox: not in the spec
2 differences; 2 complaints about what is and is not in drift.yaml
`);
  });

  test('is content when drift.yaml explains all', async () => {
    expect(await drift(everything)).toEqual({ code: 0, out: '2 differences, all of them known\n', err: '' });
  });

  test('rejects an entry that is not needed', async () => {
    const { code, err } = await drift(`${everything}  - { at: operations.pets.get, reason: Gone. }\n`);
    expect(code).toBe(1);
    expect(err).toContain(
      'specs/pets/drift.yaml:4:5 error unneeded-drift: there is no such difference any more: operations.pets.get\n',
    );
  });

  test('rejects a drift.yaml that it does not understand', async () => {
    const { code, err } = await drift('differences: [{ at: a }]\n');
    expect({ code, err }).toEqual({
      code: 1,
      err: 'specs/pets/drift.yaml:1:15 error invalid-drift: `reason` is a sentence\n',
    });
  });

  test('says so when there is no such document', async () => {
    const { code, err } = await drift(everything, 'pets', 'cats.json');
    expect({ code, err }).toEqual({
      code: 1,
      err: 'cats.json:1:1 error unreadable-spec: there is no file cats.json, or it may not be read\n',
    });
  });

  test('prints diagnostics as JSON', async () => {
    const { code, out } = await drift(undefined, 'pets', 'pets.discovery.json', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ diagnostics: [{ code: 'drift' }, { code: 'drift' }] });
  });

  test.each([[[]], [['pets']], [['pets', 'a', 'b']]])('needs a service and a document: %j', async (args) => {
    const run = runCommand('drift', { args, cwd: root });
    expect(await run).toEqual(wrongUsage('drift', 'drift takes a service and a document to compare it with'));
  });
});

/** Folder of the public Discovery documents, which are not ours to keep; `undefined` where there is none. */
const folder = [process.env['DISCOVERY_DOCUMENTS'], join(root, '../shared/facts')].find(
  (one): one is string => one !== undefined && existsSync(join(one, 'youtube-v3.discovery.json')),
);

test.skipIf(folder === undefined).each([
  ['video-platform', 'youtube-v3.discovery.json'],
  ['ad-reporting', 'admob-v1.discovery.json'],
])('%s differs from the public Discovery document only as drift.yaml says', async (service, file) => {
  const { code, err } = await runCommand('drift', { args: [service, join(folder ?? '', file)], cwd: root });
  expect({ code, err }).toEqual({ code: 0, err: '' });
});
