import * as fc from 'fast-check';
import { ts } from 'ts-morph';
import { beforeAll, describe, expect, test } from 'vitest';
import { compileValidators } from 'speccast';
import type { Json, JsonObject } from 'speccast/emitter';
import { Diagnostics } from '../../generator/diagnostics.js';
import { readConfig, SERVICE_KEYS, TOP_KEYS } from '../../generator/config/read-config.js';
import { isJsonObject } from '../../generator/spec/read/json.js';
import { textOf } from '../rules/sources.js';

const schema: JsonObject = JSON.parse(textOf('specs/speccast.schema.json'));

/** What the schema says of a value; compiled by the validators that packages have. */
let isValid: (value: unknown) => boolean;

beforeAll(async () => {
  const text = JSON.stringify({ schemas: { Config: schema } });
  const { code = '', diagnostics } = await compileValidators({ text });
  expect(diagnostics).toEqual([]);
  const options = { compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022 } };
  const { outputText } = ts.transpileModule(code, options);
  const module: { validators: { Config: { is: (value: unknown) => boolean } } } = await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(outputText)}`
  );
  isValid = (value) => module.validators.Config.is(value);
});

/** What only readConfig knows, as it compares services with each other and with where files are. */
const beyond = /overlap|this folder holds|is the package of|must be in the folder of|is a word of TypeScript/;

function isRead(value: Json): boolean {
  const diagnostics = new Diagnostics();
  readConfig({ file: 'speccast.json', folder: '/project/specs', text: JSON.stringify(value) }, diagnostics);
  return diagnostics.list.every(({ message }) => beyond.test(message));
}

const pets = { spec: 'pets.yaml', package: '@acme/pets', out: '../generated/pets' };

const full = {
  $schema: 'speccast.schema.json',
  license: '(MIT OR Apache-2.0 WITH LLVM-exception) AND CC0-1.0',
  author: 'Acme <packages@acme.example> (https://acme.example)',
  keywords: ['pets', 'client'],
  repository: 'git+https://example.com/acme.git',
  homepage: 'https://example.com',
  bugs: 'https://example.com/issues',
  vocabulary: 'vocabulary.yaml',
  services: {
    pets: {
      ...pets,
      overlays: ['a.yaml', 'b.yaml'],
      refs: ['../shared', 'https://example.com/'],
      capabilities: { stamp: 'pets/stamp.ts', seal: { file: 'pets/seal.ts' } },
      version: '1.2.3-rc.1+build',
      license: 'GPL-2.0+',
      author: 'Acme Pets',
      repository: 'acme/pets',
      homepage: 'https://pets.example',
      bugs: 'https://pets.example/bugs',
      keywords: [],
      sources: true,
      emitters: ['emitters/quotas.ts', { module: 'a.mjs', options: { folder: 'x' }, timeoutMs: 500 }],
      templates: { 'client/create.hbs': 'templates/create.hbs' },
    },
    'cats-2': {
      spec: 'cats.yaml',
      package: 'cats',
      out: '../generated/cats',
      output: 'package',
      parts: ['client'],
      surfaces: ['tanstack'],
    },
    dogs: {
      spec: 'dogs.yaml',
      out: '../src/dogs',
      output: 'source',
      parts: ['validators', 'emulator'],
      importExtension: '.ts',
      methodNames: 'operationId',
      argumentStyle: 'positional',
      operations: {
        include: [{ tag: 'pets' }, { operationId: 'pets.*', method: 'get' }, { path: '/pets/**' }],
        exclude: [{ deprecated: true }, { webhook: '**' }],
      },
    },
  },
} satisfies JsonObject;

function withService(more: JsonObject): JsonObject {
  return { services: { pets: { ...pets, ...more } } };
}

describe('the schema of speccast.yaml and what reads it agree', () => {
  test.each<[string, boolean, Json]>([
    ['the least there can be', true, { services: { pets } }],
    ['everything there can be', true, full],
    ['nothing', false, {}],
    ['no mapping', false, ['services']],
    ['null', false, null],
    ['no service', false, { services: {} }],
    ['services in a list', false, { services: [pets] }],
    ['a name that is not in kebab-case', false, { services: { Pets: pets } }],
    ['a name that ends in a hyphen', false, { services: { 'pets-': pets } }],
    ['a name with two hyphens', false, { services: { 'a--b': pets } }],
    ['a service that is null', false, { services: { pets: null } }],
    ['a key that is not known', false, { services: { pets }, name: 'x' }],
    ['a key of a service that is not known', false, withService({ name: 'x' })],
    ['no spec', false, { services: { pets: { package: 'pets', out: 'x' } } }],
    ['an empty path', false, withService({ spec: '' })],
    ['a path with a line end', false, withService({ out: 'a\nb' })],
    ['an address to write to', false, withService({ out: 'HTTPS://example.com/pets' })],
    ['a path of a space', true, withService({ out: ' ' })],
    ['no overlays', true, withService({ overlays: [] })],
    ['one overlay twice', false, withService({ overlays: ['a', 'a'] })],
    ['an overlay that is null', false, withService({ overlays: [null] })],
    ['one reference twice', true, withService({ refs: ['a', 'a'] })],
    ['a reference that is empty', false, withService({ refs: [''] })],
    ['no capabilities', true, withService({ capabilities: {} })],
    ['capabilities in a list', false, withService({ capabilities: ['stamp.ts'] })],
    ['a capability of a name that is no identifier', false, withService({ capabilities: { 'a-b': 'stamp.ts' } })],
    ['a capability in JavaScript', false, withService({ capabilities: { stamp: 'stamp.js' } })],
    ['a capability of a file without a name', false, withService({ capabilities: { stamp: '.ts' } })],
    ['a capability without a file', false, withService({ capabilities: { stamp: { options: {} } } })],
    ['a capability with options', true, withService({ capabilities: { stamp: { file: 'a.ts', options: {} } } })],
    [
      'a capability with options in a list',
      false,
      withService({ capabilities: { stamp: { file: 'a.ts', options: [] } } }),
    ],
    ['a capability with something else', false, withService({ capabilities: { stamp: { file: 'a.ts', run: 1 } } })],
    ['emitters that are none', false, withService({ emitters: {} })],
    ['an emitter in another language', false, withService({ emitters: ['a.py'] })],
    ['an emitter without a module', false, withService({ emitters: [{ options: {} }] })],
    ['an emitter with options in a list', false, withService({ emitters: [{ module: 'a.ts', options: [] }] })],
    ['an emitter with no time', false, withService({ emitters: [{ module: 'a.ts', timeoutMs: 0 }] })],
    ['an emitter with something else', false, withService({ emitters: [{ module: 'a.ts', name: 'a' }] })],
    ['a folder of templates', true, withService({ templates: 'templates' })],
    ['a template that is none', false, withService({ templates: { 'client/create.hbs': 'create.txt' } })],
    ['templates in a list', false, withService({ templates: ['a.hbs'] })],
    ['source without the name of a package', true, { services: { pets: { spec: 'a', out: 'b', output: 'source' } } }],
    ['a package without a name', false, { services: { pets: { spec: 'a', out: 'b', output: 'package' } } }],
    ['output of another kind', false, withService({ output: 'folder' })],
    ['an extension of a package', false, withService({ importExtension: '.js' })],
    ['an extension of source', true, withService({ output: 'source', importExtension: 'none' })],
    ['an extension that nobody writes', false, withService({ output: 'source', importExtension: '.mjs' })],
    ['source with a registry', false, withService({ output: 'source', registry: 'https://npm.example' })],
    ['source that is private', false, withService({ output: 'source', private: false })],
    ['source with a licence', false, withService({ output: 'source', license: 'MIT' })],
    ['operations that are chosen', true, withService({ operations: { include: [{ tag: 'a' }] } })],
    ['operations chosen by nothing', false, withService({ operations: {} })],
    ['an empty list of operations', false, withService({ operations: { exclude: [] } })],
    ['an empty entry of it', false, withService({ operations: { exclude: [{}] } })],
    ['webhooks that are included', false, withService({ operations: { include: [{ webhook: 'a' }] } })],
    ['names of methods', true, withService({ methodNames: 'short' })],
    ['names of methods that nobody makes', false, withService({ methodNames: 'long' })],
    ['arguments by position', true, withService({ argumentStyle: 'positional' })],
    ['arguments in one object', true, withService({ argumentStyle: 'object' })],
    ['arguments by name', false, withService({ argumentStyle: 'named' })],
    ['all parts', true, withService({ parts: ['emulator', 'validators', 'client'] })],
    ['all surfaces', true, withService({ surfaces: ['mcp', 'tanstack', 'agents', 'cli', 'server-types'] })],
    ['pages for agents of plain source', false, withService({ output: 'source', surfaces: ['agents'] })],
    ['no surfaces', true, withService({ surfaces: [] })],
    ['a surface twice', false, withService({ surfaces: ['cli', 'cli'] })],
    ['a surface of another name', false, withService({ surfaces: ['react'] })],
    ['a command line without validators', false, withService({ parts: ['client'], surfaces: ['cli'] })],
    ['hooks without a client', false, withService({ parts: ['validators'], surfaces: ['tanstack'] })],
    ['no parts', false, withService({ parts: [] })],
    ['a part twice', false, withService({ parts: ['client', 'client'] })],
    ['a part of another name', false, withService({ parts: ['mocks'] })],
    ['an emulator without validators', false, withService({ parts: ['client', 'emulator'] })],
    ['a package of the longest name', true, withService({ package: 'a'.repeat(214) })],
    ['a package of a longer name', false, withService({ package: 'a'.repeat(215) })],
    ['a package that begins with a dot', false, withService({ package: '.a' })],
    ['a package of two scopes', false, withService({ package: '@a/b/c' })],
    ['a package in capitals', false, withService({ package: 'Pets' })],
    ['a package called node_modules', false, withService({ package: 'node_modules' })],
    ['a version of two numbers', false, withService({ version: '1.2' })],
    ['a version with a v', false, withService({ version: 'v1.2.3' })],
    ['a version that is null', false, withService({ version: null })],
    ['a licence of a name and a version', false, withService({ license: 'Apache 2.0' })],
    ['a licence with another word between', false, withService({ license: 'MIT, ISC' })],
    ['a licence in parentheses in parentheses', true, withService({ license: '((MIT OR (ISC AND (0BSD))))' })],
    ['a licence of two words side by side', false, withService({ license: 'MIT ISC' })],
    ['no licence granted', true, withService({ license: 'UNLICENSED' })],
    ['a licence of ours', true, withService({ license: 'LicenseRef-Acme' })],
    ['a licence in a file', true, withService({ license: 'SEE LICENSE IN LICENSE.md' })],
    ['a licence in a file elsewhere', false, withService({ license: 'SEE LICENSE IN ../LICENSE' })],
    ['a licence of the greatest length', true, withService({ license: `LicenseRef-${'a'.repeat(189)}` })],
    ['a licence of a greater length', false, withService({ license: `LicenseRef-${'a'.repeat(190)}` })],
    ['an author in parts', false, withService({ author: { name: 'Acme' } })],
    ['an author with a line end', false, withService({ author: 'Acme\n*/' })],
    ['keywords in one text', false, { services: { pets }, keywords: 'a, b' }],
    ['a keyword twice', false, { services: { pets }, keywords: ['a', 'a'] }],
    ['a keyword that is a number', false, { services: { pets }, keywords: [1] }],
    ['a vocabulary that is a number', false, { services: { pets }, vocabulary: 1 }],
  ])('%s: %s', (_, want, value) => {
    expect({ schema: isValid(value), read: isRead(value) }).toEqual({ schema: want, read: want });
  });

  test.each(['(MIT OR ISC', 'MIT)', 'MITT', 'mit', 'Apache-2.0 WITH MIT', 'MIT OR AND', 'MIT OR UNLICENSED'])(
    'the licence %s is one by the schema, which knows no identifiers and counts no parentheses, and is not read',
    (license) => {
      expect({ schema: isValid(withService({ license })), read: isRead(withService({ license })) }).toEqual({
        schema: true,
        read: false,
      });
    },
  );

  test('whatever is changed in a configuration', () => {
    const paths = pathsOf(full).filter((path) => path.at(-1) !== 'license');
    const odd = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom(
        '',
        ' ',
        'a',
        '1.2.3',
        'v1',
        '@a/b',
        '\u0000',
        '\u0085',
        '../x',
        'x'.repeat(300),
        null,
        [],
        {},
        0,
        true,
      ),
      fc.string({ unit: 'binary' }).filter((text) => !/\p{Surrogate}/u.test(text)),
    );
    const seen = { taken: 0, refused: 0 };
    fc.assert(
      fc.property(
        fc.constantFrom(...paths),
        fc.constantFrom('replace', 'remove', 'add', 'rename'),
        odd,
        (path, how, value) => {
          // `as`: what fast-check makes of JSON is JSON.
          const changed = change(full, path, { how, value: value as Json });
          const [valid, read] = [isValid(changed), isRead(changed)];
          seen[valid ? 'taken' : 'refused'] += 1;
          expect({ valid, read }, JSON.stringify(changed)).toEqual({ valid: read, read });
        },
      ),
      { numRuns: 250 },
    );
    expect(Math.min(seen.taken, seen.refused)).toBeGreaterThan(50);
  });
});

describe('the schema of speccast.yaml', () => {
  test('describes the keys that are read, each with a sentence and an example', () => {
    const service = at(schema, ['$defs', 'service', 'properties']);
    const top = at(schema, ['properties']);
    expect(Object.keys(top).toSorted()).toEqual(TOP_KEYS.toSorted());
    expect(Object.keys(service).toSorted()).toEqual(SERVICE_KEYS.toSorted());
    for (const [key, value] of [...Object.entries(top), ...Object.entries(service)]) {
      const { description, examples } = isJsonObject(value) ? value : {};
      expect(String(description), key).toMatch(/^[A-Z].*(?:\.|…)$/);
      expect(Array.isArray(examples) && examples.length > 0, key).toBe(true);
    }
  });

  test('is named by the first line of the configurations here and of new projects', () => {
    expect(textOf('specs/speccast.yaml')).toMatch(/^# yaml-language-server: \$schema=speccast\.schema\.json\n/);
    expect(textOf('templates/init/specs/speccast.yaml')).toMatch(
      /^# yaml-language-server: \$schema=\.\.\/node_modules\/speccast\/specs\/speccast\.schema\.json\n/,
    );
  });

  test('is shipped', () => {
    const { files, exports }: { files: readonly string[]; exports: Readonly<Record<string, unknown>> } = JSON.parse(
      textOf('package.json'),
    );
    expect(files).toContain('specs/speccast.schema.json');
    expect(exports['./speccast.schema.json']).toBe('./specs/speccast.schema.json');
    expect(schema['$id']).toBe('https://unpkg.com/speccast/specs/speccast.schema.json');
  });
});

type Path = readonly (string | number)[];

function pathsOf(value: Json, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return [path, ...keys.flatMap((key) => pathsOf(get(value, key), [...path, key]))];
}

function get(value: Json, key: string | number): Json {
  const found = Array.isArray(value) ? value[Number(key)] : isJsonObject(value) ? value[key] : undefined;
  return found ?? null;
}

function at(value: Json, path: Path): JsonObject {
  const found = path.reduce(get, value);
  return isJsonObject(found) ? found : {};
}

interface Change {
  readonly how: 'replace' | 'remove' | 'add' | 'rename';
  readonly value: Json;
}

/** A copy with one place changed: its value, or the entry itself. */
function change(root: Json, path: Path, { how, value }: Change): Json {
  const [key, ...rest] = path;
  if (key === undefined) return how === 'add' && isJsonObject(root) ? { ...root, [nameOf(value)]: value } : value;
  if (Array.isArray(root))
    return root.flatMap((one: Json, index) => {
      if (index !== key) return [one];
      if (rest.length === 0 && how === 'remove') return [];
      return rest.length === 0 && how === 'add' ? [one, value] : [change(one, rest, { how, value })];
    });
  const entries = Object.entries(root ?? {}).flatMap(([name, one]): [string, Json][] => {
    if (name !== key) return [[name, one]];
    if (rest.length > 0) return [[name, change(one, rest, { how, value })]];
    if (how === 'remove') return [];
    if (how === 'add')
      return [
        [name, one],
        [nameOf(value), value],
      ];
    return how === 'rename' ? [[nameOf(value), one]] : [[name, value]];
  });
  return Object.fromEntries(entries);
}

/** A key for a value; `__proto__` would not become one by assignment. */
function nameOf(value: Json): string {
  return typeof value === 'string' && value !== '__proto__' ? value : 'more';
}
