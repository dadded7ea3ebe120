import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tsc } from '../rules/compiler.js';
import { generate, type Part } from 'speccast';
import { writeTexts } from './temporary-folder.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
// Inside the repository, so that imports are resolved.
const folder = join(root, '.cache/parts');

/** Specs with lists, media, streams, webhooks, and parameters that all operations share. */
const specs = ['positive-pets-3-0', 'positive-bodies', 'positive-shared-parameters', 'positive-webhooks'];

const PARTS = ['client', 'validators', 'emulator'] as const satisfies readonly Part[];

const combinations: readonly (readonly Part[])[] = [
  ['client'],
  ['validators'],
  ['client', 'validators'],
  ['validators', 'emulator'],
  PARTS,
];

/** Paths that a package has exactly if it has the part. */
const partPaths: Readonly<Record<Part, RegExp>> = {
  client: /^src\/(?:client\/|operations\.ts|node\.ts|validators\/calls)/,
  validators: /^(?:src\/(?:validators\/|spec\.ts)|openapi\.json)/,
  emulator: /^src\/(?:mocks|conformance)\//,
};

type Files = Readonly<Record<string, string>>;

const packages = new Map<string, Files>();

beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  for (const name of specs) {
    const text = readFileSync(join(root, 'test/cases', name, 'spec.yaml'), 'utf8');
    for (const parts of combinations) {
      const spec = { file: 'spec.yaml', text };
      const { files, diagnostics } = await generate({ spec, packageName: '@acme/pets', parts, format: false });
      expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
      const texts = Object.fromEntries(files.map((file) => [file.path, file.text]));
      packages.set(`${name} ${parts.join()}`, texts);
      writeTexts(join(folder, `${name}-${parts.join('-')}`), texts);
    }
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function getFiles(parts: readonly Part[], name = 'positive-pets-3-0'): Files {
  return packages.get(`${name} ${parts.join()}`) ?? {};
}

async function importModule(parts: readonly Part[], path: string): Promise<Readonly<Record<string, unknown>>> {
  return import(/* @vite-ignore */ join(folder, `positive-pets-3-0-${parts.join('-')}`, 'src', path));
}

describe.each(combinations.map((parts) => [parts.join(', '), parts] as const))('a package of %s', (_, parts) => {
  test.each(specs)('generated from %s has these parts and no others', (name) => {
    const paths = Object.keys(getFiles(parts, name));
    for (const part of PARTS.filter((one) => one !== 'client'))
      expect(
        paths.some((path) => partPaths[part].test(path)),
        part,
      ).toBe(parts.includes(part));
    expect(paths.includes('src/client/client.ts')).toBe(parts.includes('client'));
    expect(paths.includes('src/validators/calls.ts')).toBe(parts.includes('client') && parts.includes('validators'));
    expect(paths).toContain('src/models/index.ts');
  });

  test('does not mention parts that it does not have', () => {
    // The build script is the same in every package.
    const { 'build.js': _, ...files } = getFiles(parts);
    const lines = Object.values(files).flatMap((text) => text.split('\n'));
    const about = (words: RegExp): readonly string[] => lines.filter((line) => words.test(line));
    if (!parts.includes('emulator')) expect(about(/@speccast\/emulator|\bmocks\b|createEmulator|\bmsw\b/)).toEqual([]);
    if (!parts.includes('client')) expect(about(/createPets|client\.pets|ClientOptions/)).toEqual([]);
    if (parts.includes('validators')) return;
    const signatures = about(/'validate'/).map((line) => line.trim());
    expect(
      new Set(signatures.map((line) => /Omit<(?:ClientOptions|CoreOptions<Name>), 'validate'>/.test(line))),
    ).toEqual(new Set(parts.includes('client') ? [true] : []));
    const words = /pets\/validators\b|openapi\.json|\bvalidation\b|`validate`|[vV]alidationError/;
    expect(about(words)).toEqual([]);
  });

  test('exports modules that it has', () => {
    const files = getFiles(parts);
    const { exports, bin = {}, imports = {} } = JSON.parse(files['package.json'] ?? '');
    const paths = [
      ...Object.values<object | string>(exports),
      ...Object.values<string>(bin),
      ...Object.values<string>(imports),
    ]
      .flatMap((one) => (typeof one === 'string' ? one : String(Reflect.get(one, 'default'))))
      .map((path) => path.replace(/^(?:\.\/)?dist\/(.*)\.js$/, 'src/$1.ts').replace(/^\.\//, ''));
    expect(paths).toContain('src/index.ts');
    for (const path of paths) expect(Object.keys(files)).toContain(path);
  });
});

describe('package.json', () => {
  test.each([
    [['client'], 'typed client', ['openapi', 'typescript', 'client', 'pets'], ['.', './operations', './package.json']],
    [
      ['client', 'validators'],
      'typed client and validators',
      ['openapi', 'typescript', 'client', 'validator', 'pets'],
      [
        '.',
        './operations',
        './validators',
        './validators/positions',
        './validators/places',
        './validators/json-schema',
        './spec',
        './validators/strings',
        './openapi.json',
        './package.json',
      ],
    ],
  ] as const)('of %s lists the parts of the package', (parts, summary, keywords, subpaths) => {
    const { description, exports, ...rest } = JSON.parse(getFiles(parts)['package.json'] ?? '');
    expect(description).toBe(`Pets: ${summary}.`);
    expect(Object.keys(exports)).toEqual(subpaths);
    expect(rest).toMatchObject({ keywords, dependencies: { '@speccast/runtime': expect.any(String) } });
    for (const key of ['bin', 'peerDependencies', 'peerDependenciesMeta']) expect(rest).not.toHaveProperty(key);
    for (const name of ['msw', '@speccast/emulator']) expect(rest.devDependencies).not.toHaveProperty(name);
  });
});

describe('a package with some of the parts runs:', () => {
  const fetch = (): Promise<Response> => Promise.resolve(Response.json([{ id: '1', name: 'Rex' }]));

  test('a client alone sends calls, and rejects the option `validate`', async () => {
    const { createPets } = await importModule(['client'], 'index.ts');
    if (typeof createPets !== 'function') throw new Error('there is no createPets');
    const options = { baseUrl: 'https://pets.example', fetch };
    expect(await createPets(options).pets.list()).toEqual([{ id: '1', name: 'Rex' }]);
    await expect(createPets({ ...options, validate: { response: 'error' } }).pets.list()).rejects.toThrow(
      'Option `validate` has no validators: none were generated',
    );
  });

  test('a client with validators validates without an emulator', async () => {
    const { createPets } = await importModule(['client', 'validators'], 'index.ts');
    if (typeof createPets !== 'function') throw new Error('there is no createPets');
    const client = createPets({ baseUrl: 'https://pets.example', fetch, validate: { response: 'error' } });
    await expect(client.pets.list()).rejects.toMatchObject({ name: 'ValidationError' });
  });

  test('validators alone validate', async () => {
    const { NewPet, validation } = await importModule(['validators'], 'validators/index.ts');
    expect(NewPet).toMatchObject({ is: expect.any(Function) });
    expect(validation).toBeUndefined();
  });

  test('an emulator without a client responds', async () => {
    const { createEmulator } = await importModule(['validators', 'emulator'], 'mocks/index.ts');
    if (typeof createEmulator !== 'function') throw new Error('there is no createEmulator');
    const { baseUrl, fetch: respond } = createEmulator();
    expect((await respond(`${baseUrl}/pets`)).status).toBe(200);
  });
});

test.each([
  [{ parts: ['client', 'emulator'] }, 'the part "emulator" validates requests with "validators"; list that, too'],
  [{ parts: [] }, 'at least one part is needed: client, validators, emulator'],
  [{ importExtension: '.ts' }, '`importExtension` goes with `output: source`; packages import `.js`'],
] as const)('the library rejects %j', async (options, message) => {
  const spec = { file: 'spec.yaml', text: '' };
  await expect(generate({ spec, ...options })).rejects.toEqual(new TypeError(message));
});

/** Programs that use the parts and have to compile. */
const uses: Files = {
  'client.ts': `import { createPets, type Pet } from './positive-pets-3-0-client/src/index.js';
import { createCore } from './positive-pets-3-0-client/src/operations.js';

export const pets: Promise<readonly Pet[]> = Promise.resolve(createPets().pets.list());
// @ts-expect-error: there is nothing to validate with
createPets({ validate: { response: 'error' } });
// @ts-expect-error: likewise
createPets().with({ validate: { response: 'error' } });
// @ts-expect-error: likewise
createCore({ validate: { response: 'error' } });
`,
  'validators.ts': `import type { ListPetsParams, Pet } from './positive-pets-3-0-validators/src/index.js';
import { isPet, listPetsParameters } from './positive-pets-3-0-validators/src/validators/index.js';

export const pet = (value: unknown): Pet | undefined => (isPet(value) ? value : undefined);
export const params = (value: unknown): ListPetsParams => (listPetsParameters.is(value) ? value : {});
`,
};

test('each package compiles under the strict config, and has the option `validate` only with validators', () => {
  const { compilerOptions } = JSON.parse(getFiles(PARTS)['tsconfig.json'] ?? '');
  const config = { compilerOptions: { ...compilerOptions, rootDir: '.' }, include: ['*.ts', '*/src'] };
  writeTexts(folder, { ...uses, 'package.json': '{ "type": "module" }\n', 'tsconfig.json': JSON.stringify(config) });
  const { stdout } = spawnSync(process.execPath, [...tsc, '-p', folder, '--pretty', 'false'], { encoding: 'utf8' });
  expect(stdout).toBe('');
});
