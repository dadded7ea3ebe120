import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTexts, temporaryFolder, writeTexts } from '../output/temporary-folder.js';
import { runCommand } from './run-command.js';

const parts = {
  'specs/speccast.yaml': `vocabulary: words.yaml
services:
  pets: { spec: pets/openapi.yaml, overlays: [pets/more.overlay.yaml], strict: true, package: pets, out: ../generated/pets }
  cats: { spec: cats/openapi.yaml, package: cats, out: ../generated/cats }
`,
  'specs/words.yaml': readFileSync(new URL('../../specs/vocabulary.yaml', import.meta.url), 'utf8'),
  'specs/pets/openapi.yaml': `openapi: 3.1.0
info: { title: Pets, version: '1' }
paths:
  /pets:
    get:
      operationId: pets.list
      responses: { '200': { $ref: 'parts/answers.yaml#/Pets' } }
`,
  'specs/pets/parts/answers.yaml': `Pets:
  description: All pets.
  content: { application/json: { schema: { $ref: '../schemas.yaml#/Pet' } } }
`,
  'specs/pets/schemas.yaml': 'Pet: { type: object, properties: { name: { type: string } } }\n',
  'specs/pets/more.overlay.yaml': `overlay: 1.0.0
info: { title: More, version: '1' }
actions: [{ target: $.info, update: { description: More. } }]
`,
  'specs/pets/not-mentioned.yaml': 'Dog: {}\n',
  'specs/cats/openapi.yaml': `openapi: 3.1.0
info: { title: Cats, version: '1' }
paths: {}
`,
} as const;

const petInputs = [
  'specs/pets/more.overlay.yaml',
  'specs/pets/openapi.yaml',
  'specs/pets/parts/answers.yaml',
  'specs/pets/schemas.yaml',
  'specs/speccast.yaml',
  'specs/words.yaml',
];

/** Output of `generate --json`. */
interface Report {
  readonly files: readonly string[];
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly tool: unknown;
  readonly packages: readonly {
    readonly name: string;
    readonly state: string;
    readonly inputs: readonly string[];
    readonly missing: readonly string[];
    readonly outputs: readonly string[];
    readonly kept: readonly string[];
    readonly changed: readonly string[];
  }[];
}

function createProject(): string {
  const folder = temporaryFolder();
  writeTexts(folder, { ...parts, 'node_modules/.keep': '' });
  return folder;
}

async function generate(cwd: string, ...args: readonly string[]): Promise<Report> {
  return JSON.parse((await runCommand('generate', { args: ['--json', ...args], cwd })).out);
}

function listStates(report: Report): readonly string[] {
  return report.packages.map((one) => `${one.name} ${one.state}`);
}

/** Lists the files in the output folders, as `outputs` has to list them. */
function listGenerated(cwd: string): readonly string[] {
  return Object.keys(readTexts(join(cwd, 'generated')))
    .map((path) => `generated/${path}`)
    .toSorted();
}

test('lists every input of a package, and every output', async () => {
  const cwd = createProject();
  const report = await generate(cwd);
  const [pets, cats] = report.packages;
  expect(pets?.inputs).toEqual(petInputs);
  expect(cats?.inputs).toEqual(['specs/cats/openapi.yaml', 'specs/speccast.yaml', 'specs/words.yaml']);
  expect(report.inputs).toEqual(['specs/cats/openapi.yaml', ...petInputs]);
  expect(report.outputs).toEqual(listGenerated(cwd));
  expect(report.outputs).toEqual([...(cats?.outputs ?? []), ...(pets?.outputs ?? [])]);
  expect(pets?.changed).toEqual(pets?.outputs);
  expect(pets?.kept).toEqual([]);
  expect(pets).toMatchObject({ name: 'pets', out: 'generated/pets', addresses: [] });
  expect(pets?.missing).toEqual(['generated/pets/released.json', 'package.json']);
  expect(report.tool).toEqual({
    version: expect.stringMatching(/^\d+\./),
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

test('lists the same inputs and outputs, and no changes, when nothing changed', async () => {
  const cwd = createProject();
  const first = await generate(cwd, '--release');
  const second = await generate(cwd);
  expect(listStates(second)).toEqual(['pets up to date', 'cats up to date']);
  // released.json exists from the first release on, and every later run reads it.
  const [cats, pets] = ['generated/cats/released.json', 'generated/pets/released.json'];
  expect(second.inputs).toEqual([cats, pets, ...first.inputs]);
  expect(second.packages.map(({ missing }) => missing)).toEqual([['package.json'], ['package.json']]);
  expect(await generate(cwd)).toEqual(second);
  const { outputs, tool } = first;
  expect(second).toMatchObject({
    outputs,
    tool,
    packages: first.packages.map((one) => ({ outputs: one.outputs, changed: [] })),
  });
});

test('lists the outputs without writing them, with --check', async () => {
  const cwd = createProject();
  const report = await generate(cwd, '--check');
  expect(listStates(report)).toEqual(['pets out of date', 'cats out of date']);
  expect(readdirSync(cwd).toSorted()).toEqual(['node_modules', 'specs']);
  const { outputs, inputs } = await generate(cwd);
  expect({ outputs: report.outputs, inputs: report.inputs }).toEqual({ outputs, inputs });
});

test('lists the changed files alone', async () => {
  const cwd = createProject();
  await generate(cwd);
  writeFileSync(join(cwd, 'specs/pets/schemas.yaml'), parts['specs/pets/schemas.yaml'].replace('string', 'integer'));
  const before = readTexts(join(cwd, 'generated'));
  const checked = await generate(cwd, '--check');
  const [pets, cats] = (await generate(cwd)).packages;
  const after = readTexts(join(cwd, 'generated'));
  const changed = Object.keys(after).filter((path) => after[path] !== before[path]);
  expect(pets?.changed).toEqual(changed.map((path) => `generated/${path}`));
  expect(checked.files).toEqual(pets?.changed);
  expect(checked.outputs).toEqual(listGenerated(cwd));
  expect(cats).toMatchObject({ state: 'up to date', changed: [] });
});

test('writes a kept file again that was removed', async () => {
  const cwd = createProject();
  await generate(cwd, '--release');
  rmSync(join(cwd, 'generated/pets/CHANGELOG.md'));
  expect((await generate(cwd, '--check')).files).toEqual(['generated/pets/CHANGELOG.md']);
  expect((await generate(cwd)).packages[0]?.changed).toEqual(['generated/pets/CHANGELOG.md']);
});

test('lists inputs, missing files and no output of a rejected package', async () => {
  const cwd = createProject();
  rmSync(join(cwd, 'specs/pets/schemas.yaml'));
  const { packages, outputs } = await generate(cwd);
  expect(packages[0]).toMatchObject({
    state: 'refused',
    inputs: petInputs.filter((path) => path !== 'specs/pets/schemas.yaml'),
    missing: ['generated/pets/released.json', 'package.json', 'specs/pets/schemas.yaml'],
    outputs: [],
    kept: [],
    changed: [],
  });
  expect(outputs.every((path) => path.startsWith('generated/cats/'))).toBe(true);
});

test('lists a rejected speccast.yaml as the only input', async () => {
  const cwd = createProject();
  writeFileSync(join(cwd, 'specs/speccast.yaml'), 'services: []\n');
  const { inputs, outputs, packages } = await generate(cwd);
  expect({ inputs, outputs, packages }).toEqual({ inputs: ['specs/speccast.yaml'], outputs: [], packages: [] });
});

test('lists paths relative to the folder in which it is started', async () => {
  const cwd = createProject();
  const { inputs, outputs } = await generate(join(cwd, 'specs/cats'), '--config', '../speccast.yaml', 'cats');
  expect(inputs).toEqual(['../speccast.yaml', '../words.yaml', 'openapi.yaml']);
  expect(outputs).toContain('../../generated/cats/package.json');
});

test('lists no speccast.yaml and no vocabulary among the inputs with --spec', async () => {
  const cwd = createProject();
  const { packages } = await generate(cwd, '--spec', 'specs/pets/openapi.yaml', '--out', 'out', '--name', 'mine');
  expect(packages).toHaveLength(1);
  expect(packages[0]).toMatchObject({
    name: 'mine',
    out: 'out',
    inputs: ['specs/pets/openapi.yaml', 'specs/pets/parts/answers.yaml', 'specs/pets/schemas.yaml'],
  });
});

test('a package is rejected if any of its inputs is missing', async () => {
  const cwd = createProject();
  await generate(cwd, 'pets');
  const text = (path: string): string => readFileSync(join(cwd, path), 'utf8');
  for (const path of petInputs.filter((one) => one !== 'specs/speccast.yaml')) {
    const kept = text(path);
    rmSync(join(cwd, path));
    expect([path, ...listStates(await generate(cwd, '--check', 'pets'))]).toEqual([path, 'pets refused']);
    writeFileSync(join(cwd, path), kept);
  }
  expect(listStates(await generate(cwd, '--check', 'pets'))).toEqual(['pets up to date']);
});
