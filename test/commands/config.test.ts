import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { printDiagnostic } from 'speccast';
import { Diagnostics } from '../../generator/diagnostics.js';
import { readConfig } from '../../generator/config/read-config.js';
import type { Config } from '../../generator/config/read-config.js';
import { readTexts, temporaryFolder, writeTexts } from '../output/temporary-folder.js';
import { runCommand, wrongUsage } from './run-command.js';

const pets = `services:
  pets:
    spec: pets/openapi.yaml
    package: '@acme/pets'
    out: ../generated/pets
`;

/** Another service, below that of pets. */
function cats({ spec = 'cats.yaml', name = 'cats', out = '../generated/cats' }): string {
  return `${pets}  cats:\n    spec: ${spec}\n    package: '${name}'\n    out: ${out}\n`;
}

function read(text: string, folder = '/project/specs'): { readonly config?: Config; readonly says: readonly string[] } {
  const diagnostics = new Diagnostics({ strict: true });
  const config = readConfig({ file: 'speccast.yaml', folder, text }, diagnostics);
  return { ...(config && { config }), says: diagnostics.list.map(printDiagnostic) };
}

describe('a configuration that is right', () => {
  test.each([
    ['in YAML', pets],
    ['with a byte order mark', `\uFEFF${pets}`],
    ['with lines of Windows', pets.replaceAll('\n', '\r\n')],
    [
      'in JSON, which may name its schema',
      `{"$schema": "s.json", "services": ${JSON.stringify({ pets: { spec: 'pets/openapi.yaml', package: '@acme/pets', out: '../generated/pets' } })}}`,
    ],
    ['with anchors', pets.replace("'@acme/pets'", '&name "@acme/pets"')],
  ])('is read %s', (_, text) => {
    const { config, says } = read(text);
    expect(says).toEqual([]);
    expect(config?.services).toMatchObject([
      {
        name: 'pets',
        spec: '/project/specs/pets/openapi.yaml',
        packageName: '@acme/pets',
        out: '/project/generated/pets',
      },
    ]);
  });

  test('gives package.json a folder in the repository, unless the package is written elsewhere', () => {
    expect(read(pets).config?.services[0]?.settings).toEqual({ directory: 'generated/pets' });
    const elsewhere = pets.replace('../generated', '../../elsewhere');
    expect(read(elsewhere).config?.services[0]?.settings).toEqual({});
  });
});

describe('settings of packages', () => {
  test('hold of all, and those of a service instead', () => {
    const common = 'license: Apache-2.0\nauthor: Acme\nbugs: https://acme.example/bugs\nkeywords: [a, b]\n';
    const { config, says } = read(`${common}${cats({})}    license: UNLICENSED\n    keywords: []\n`);
    expect(says).toEqual([]);
    const bugs = 'https://acme.example/bugs';
    expect(config?.services.map(({ settings }) => settings)).toEqual([
      { license: 'Apache-2.0', author: 'Acme', bugs, keywords: ['a', 'b'], directory: 'generated/pets' },
      { license: 'UNLICENSED', author: 'Acme', bugs, keywords: [], directory: 'generated/cats' },
    ]);
  });

  const takes = '`license` is an SPDX expression such as "Apache-2.0", "UNLICENSED", or "SEE LICENSE IN LICENSE", not';
  test.each([
    ['license: Apache 2.0', `1:10 error invalid-config: ${takes} "Apache 2.0"; did you mean "Apache-2.0"?`],
    ['license: mit', `1:10 error invalid-config: ${takes} "mit"; did you mean "MIT"?`],
    [
      'license: MIT OR gpl-3.0-only',
      `1:10 error invalid-config: ${takes} "MIT OR gpl-3.0-only"; did you mean "GPL-3.0-only"?`,
    ],
    ['license: Apache-3.0', `1:10 error invalid-config: ${takes} "Apache-3.0"; did you mean "Apache-1.0"?`],
    ['license: (MIT OR (ISC AND 0BSD)', `1:10 error invalid-config: ${takes} "(MIT OR (ISC AND 0BSD)"`],
    ['license: all rights reserved', `1:10 error invalid-config: ${takes} "all rights reserved"`],
    ['license: [MIT]', '1:10 error invalid-config: `license` must be a string'],
    ['author: { name: Acme }', '1:9 error invalid-config: `author` must be a string'],
    ['author: "a\\nb"', '1:9 error invalid-config: `author` must be a string without control characters'],
    ['keywords: a', '1:11 error invalid-config: `keywords` must be a list of strings'],
    ['keywords: [a, "", a]', '1:15 error invalid-config: a keyword is a string'],
    ['keywords: [a, b, a]', '1:18 error invalid-config: the keyword "a" is listed twice'],
    ['licence: MIT', '1:1 error invalid-config: unknown key "licence"; did you mean "license"?'],
  ])('%s is refused at its place', (line, want) => {
    expect(read(`${line}\n${pets}`).says[0]).toBe(`speccast.yaml:${want}`);
  });
});

describe('what is generated of a service', () => {
  test('is a package of all parts, unless the service says otherwise', () => {
    const parts = ['client', 'validators', 'emulator'];
    expect(read(pets).config?.services).toMatchObject([{ output: 'package', parts, importExtension: '.js' }]);
    const more = '    output: source\n    parts: [validators, client]\n    importExtension: .ts\n';
    expect(read(pets + more).config?.services).toMatchObject([
      { output: 'source', parts: ['client', 'validators'], importExtension: '.ts' },
    ]);
  });

  test('needs no name of a package where it is source', () => {
    const { config, says } = read(`${pets.replace(/ {4}package.*\n/, '')}    output: source\n`);
    expect(says).toEqual([]);
    expect(config?.services).toMatchObject([{ name: 'pets', packageName: 'pets' }]);
  });

  const there = 'there are client, validators, emulator';
  test.each([
    ['output: sorce', '6:13 error invalid-config: `output` is package or source, not "sorce"; did you mean "source"?'],
    ['output: true', '6:13 error invalid-config: `output` must be a string'],
    ['methodNames: long', '6:18 error invalid-config: `methodNames` must be `short` or `operationId`'],
    ['argumentStyle: named', '6:20 error invalid-config: `argumentStyle` is object or positional, not "named"'],
    [
      'importExtension: .ts',
      '6:22 error invalid-config: `importExtension` goes with `output: source`; packages import `.js`',
    ],
    [
      'output: source\n    importExtension: ts',
      '7:22 error invalid-config: `importExtension` is .js or .ts or none, not "ts"; did you mean ".ts"?',
    ],
    [
      'output: source\n    version: 1.0.0',
      '7:14 error invalid-config: `version` goes with packages; `output: source` has no package.json',
    ],
    [
      'output: source\n    license: MIT',
      '7:14 error invalid-config: `license` goes with packages; `output: source` has no package.json',
    ],
    [
      'surfaces: cli',
      '6:15 error invalid-config: `surfaces` must be a list of tanstack, cli, mcp, agents, server-types',
    ],
    ['surfaces: [tanstak]', '6:16 error invalid-config: there is no surface "tanstak"; did you mean "tanstack"?'],
    ['surfaces: [cli, 1]', '6:21 error invalid-config: a surface is one of tanstack, cli, mcp, agents, server-types'],
    [
      'output: source\n    surfaces: [cli, agents]',
      '7:21 error invalid-config: the surface "agents" is made of pages of a package; plain source has none',
    ],
    ['surfaces: [cli, cli]', '6:21 error invalid-config: the surface "cli" is listed twice'],
    [
      'parts: [client]\n    surfaces: [tanstack, mcp]',
      '7:26 error invalid-config: the surface "mcp" needs the part "validators"; list that, too',
    ],
    ['parts: client', '6:12 error invalid-config: `parts` must be a list of client, validators and emulator'],
    ['parts: []', '6:12 error invalid-config: at least one part is needed: client, validators, emulator'],
    ['parts: [client, 1]', '6:21 error invalid-config: a part is client, validators or emulator'],
    ['parts: [client, mocks]', `6:21 error invalid-config: there is no part "mocks"; ${there}`],
    ['parts: [validator]', '6:13 error invalid-config: there is no part "validator"; did you mean "validators"?'],
    ['parts: [client, client]', '6:21 error invalid-config: the part "client" is listed twice'],
    [
      'parts: [client, emulator]',
      '6:12 error invalid-config: the part "emulator" validates requests with "validators"; list that, too',
    ],
  ])('%j is an error', (lines, want) => {
    expect(read(`${pets}    ${lines}\n`).says).toEqual([`speccast.yaml:${want}`]);
  });
});

describe('a configuration that is wrong says where', () => {
  test.each([
    ['nothing', '', '1:1 error invalid-config: a mapping with the key `services` is expected'],
    ['a list', '# a\n- services\n', '2:1 error invalid-config: a mapping with the key `services` is expected'],
    ['text', 'services\n', '1:1 error invalid-config: a mapping with the key `services` is expected'],
    ['no YAML', 'services: [\n', '1:11 error invalid-yaml: nothing closes this ['],
    ['tabs', 'services:\n\tpets: {}\n', '2:1 error invalid-yaml: a tab is no indentation; use spaces'],
    [
      'two documents',
      `${pets}---\n${pets}`,
      '7:1 error several-documents: a file of a spec is one YAML document; a second one starts here',
    ],
    [
      'a key twice',
      `${pets}services: {}\n`,
      '6:1 error duplicate-key: the key "services" appears twice; it is already at 1:1',
    ],
    [
      'a service twice',
      `${pets}  pets: {}\n`,
      '6:3 error duplicate-key: the key "pets" appears twice; it is already at 2:3',
    ],
    [
      'an anchor that is not there',
      'services: *none\n',
      '1:11 error unknown-anchor: no anchor "&none" is before this alias',
    ],
    ['no services', '# a\nbugs: x\n', '2:1 error invalid-config: `services` is missing'],
    ['services of no names', 'services: {}\n', '1:11 error invalid-config: `services` names no service'],
    [
      'a list of services',
      'services: [pets]\n',
      '1:11 error invalid-config: `services` must be a mapping from names to services',
    ],
    [
      'a service that is text',
      'services:\n  pets: pets.yaml\n',
      '2:9 error invalid-config: the service "pets" must be a mapping',
    ],
    [
      'an unknown key',
      `vocabulry: a\n${pets}`,
      '1:1 error invalid-config: unknown key "vocabulry"; did you mean "vocabulary"?',
    ],
    [
      'an unknown key of a service',
      `${pets}    vresion: 1.0.0\n`,
      '6:5 error invalid-config: unknown key "vresion"; did you mean "version"?',
    ],
    [
      'a package of no such name',
      pets.replace('@acme/pets', 'Acme Pets'),
      '4:14 error invalid-config: npm takes no package named "Acme Pets"',
    ],
    [
      'a package of a reserved name',
      pets.replace('@acme/pets', 'node_modules'),
      '4:14 error invalid-config: npm takes no package named "node_modules"',
    ],
    [
      'a version of another form',
      `${pets}    version: v1\n`,
      '6:14 error invalid-config: a version is like "1.2.3", not "v1"',
    ],
    [
      'a version that is a number',
      `${pets}    version: 1.2\n`,
      '6:14 error invalid-config: `version` must be a string',
    ],
    [
      'a path with a zero',
      pets.replace('pets/openapi.yaml', '"a\\0b"'),
      '3:11 error invalid-config: `spec` must be a string without control characters',
    ],
    ['a schema that is no text', `$schema: 1\n${pets}`, '1:10 error invalid-config: `$schema` must be a string'],
    [
      'a reference that is no text',
      `${pets}    refs: [../x, 1]\n`,
      '6:18 error invalid-config: what references may resolve to is a folder, or the beginning of an address',
    ],
    [
      'an address to write to',
      pets.replace('../generated/pets', 'https://acme.example/pets'),
      '5:10 error invalid-config: `out` is a folder, not an address',
    ],
    [
      'a format that is no yes or no',
      `${pets}    format: pretty\n`,
      '6:13 error invalid-config: `format` must be true or false',
    ],
    [
      'sources that are no yes or no',
      `${pets}    sources: all\n`,
      '6:14 error invalid-config: `sources` must be true or false',
    ],
    [
      'two services of one package',
      cats({ name: '@acme/pets' }),
      '8:14 error invalid-config: "@acme/pets" is the package of pets, too',
    ],
    [
      'two services of one folder',
      cats({ out: '../generated/pets/' }),
      '9:10 error invalid-config: this folder and that of pets overlap',
    ],
    [
      'a folder in that of another service',
      cats({ out: '../generated/pets/cats' }),
      '9:10 error invalid-config: this folder and that of pets overlap',
    ],
  ])('%s', (_, text, want) => {
    expect(read(text)).toEqual({ says: [`speccast.yaml:${want}`] });
  });

  test('all of it at once', () => {
    const service = '{ spec: 1, package: [], out: true, refs: x, overlays: {}, version: 1.2 }';
    expect(read(`repository: 1\nservices:\n  Pets_1: ${service}\n`).says).toEqual([
      'speccast.yaml:1:13 error invalid-config: `repository` must be a string',
      'speccast.yaml:3:3 error invalid-config: a service is named in kebab-case, not "Pets_1"',
      'speccast.yaml:3:19 error invalid-config: `spec` must be a string',
      'speccast.yaml:3:31 error invalid-config: `package` must be a string',
      'speccast.yaml:3:40 error invalid-config: `out` must be a string',
      'speccast.yaml:3:52 error invalid-config: `refs` must be a list of folders and beginnings of addresses',
      'speccast.yaml:3:65 error invalid-config: `overlays` must be a list of files',
      'speccast.yaml:3:78 error invalid-config: `version` must be a string',
    ]);
  });
});

describe('a folder that would take the place of sources is rejected', () => {
  test.each([
    ['the project', '..', 'speccast.yaml'],
    ['what the project stands in', '../..', 'speccast.yaml'],
    ['the root of the disk', '/', 'speccast.yaml'],
    ['the folder of specs', '.', 'speccast.yaml'],
    ['the folder of the spec', './pets', 'the spec of pets'],
  ])('%s', (_, out, holds) => {
    expect(read(pets.replace('../generated/pets', out)).says).toEqual([
      `speccast.yaml:5:10 error invalid-config: this folder holds ${holds}; name one for the package alone`,
    ]);
  });

  test.each([
    ['an overlay', `${pets}    overlays: [../generated/pets/a.yaml]\n`, '5:10', 'an overlay of pets'],
    ['the vocabulary', `vocabulary: ../generated/pets/v.yaml\n${pets}`, '6:10', 'the vocabulary'],
    ['the spec of another service', cats({ spec: '../generated/pets/cats.yaml' }), '5:10', 'the spec of cats'],
  ])('that of %s', (_, text, place, holds) => {
    expect(read(text).says).toEqual([
      `speccast.yaml:${place} error invalid-config: this folder holds ${holds}; name one for the package alone`,
    ]);
  });

  test('but not one beside or below them', () => {
    for (const out of ['pets/generated', '../specs-generated', '../../elsewhere'])
      expect(read(pets.replace('../generated/pets', out)).says, out).toEqual([]);
  });
});

const spec = "openapi: 3.1.0\ninfo: { title: Pets, version: '1' }\npaths: {}\n";

describe('mock and drift', () => {
  test.each([
    ['mock', ['pets']],
    ['drift', ['pets', 'other.yaml']],
  ])('say where the configuration is wrong: %s', async (command, args) => {
    const cwd = temporaryFolder();
    writeTexts(cwd, { 'specs/speccast.yaml': pets.replace('spec:', 'spce:'), 'other.yaml': spec });
    expect(await runCommand(command, { args, cwd })).toEqual({
      code: 1,
      out: '',
      err: [
        'specs/speccast.yaml:3:5 error invalid-config: unknown key "spce"; did you mean "spec"?\n',
        'specs/speccast.yaml:3:5 error invalid-config: `spec` is missing\n',
      ].join(''),
    });
  });
});

describe('generate', () => {
  test('says at the key which spec is not there', async () => {
    const cwd = temporaryFolder();
    writeTexts(cwd, { 'specs/speccast.yaml': pets });
    expect(await runCommand('generate', { args: [], cwd })).toMatchObject({
      code: 1,
      err: 'specs/speccast.yaml:3:11 error unreadable-spec: there is no file specs/pets/openapi.yaml, or it may not be read\n',
    });
    mkdirSync(join(cwd, 'specs/pets/openapi.yaml'), { recursive: true });
    expect(await runCommand('generate', { args: [], cwd })).toMatchObject({ code: 1 });
  });

  test.each([['.', 'specs is a folder, where a file is needed']])(
    'says at the key what is wrong with the spec %s',
    async (spec, want) => {
      const cwd = temporaryFolder();
      writeTexts(cwd, { 'specs/speccast.yaml': pets.replace('pets/openapi.yaml', spec) });
      const { code, err } = await runCommand('generate', { cwd, args: [] });
      expect(code).toBe(1);
      expect(err).toContain(`specs/speccast.yaml:3:11 error unreadable-spec: ${want}\n`);
    },
  );

  test.each([
    ['-', 'there is no file -; where a spec comes through a pipe, name /dev/stdin'],
    ['.', '. is a folder, where a file is needed'],
  ])('says what is wrong with --spec %s', async (spec, want) => {
    const { code, err } = await runCommand('generate', {
      cwd: temporaryFolder(),
      args: ['--spec', spec, '--out', 'x'],
    });
    expect(code).toBe(1);
    expect(err).toContain(`${spec}:1:1 error unreadable-spec: ${want}\n`);
  });

  test('says at the key which vocabulary is not there', async () => {
    const cwd = temporaryFolder();
    writeTexts(cwd, { 'specs/speccast.yaml': `vocabulary: words.yaml\n${pets}`, 'specs/pets/openapi.yaml': spec });
    expect(await runCommand('generate', { args: [], cwd })).toMatchObject({
      code: 1,
      err: 'specs/speccast.yaml:1:13 error unreadable-spec: there is no file specs/words.yaml, or it may not be read\n',
    });
  });

  test('says at the key which folder cannot be written', async () => {
    const cwd = temporaryFolder();
    writeTexts(cwd, { 'specs/speccast.yaml': pets, 'specs/pets/openapi.yaml': spec, generated: 'a file' });
    const { code, err } = await runCommand('generate', { args: [], cwd });
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/^specs\/speccast\.yaml:5:10 error refused-output: /),
    });
    expect(readTexts(cwd)['generated']).toBe('a file');
  });

  test('finds speccast.yaml in the folder itself where there is none in specs', async () => {
    const cwd = temporaryFolder();
    const config = pets.replace('../generated', 'generated');
    writeTexts(cwd, { 'speccast.yaml': config, 'pets/openapi.yaml': spec });
    const { code, out } = await runCommand('generate', { args: ['--json'], cwd });
    const { files }: { files: readonly string[] } = JSON.parse(out);
    expect({ code, some: files.filter((file) => file.endsWith('package.json')) }).toEqual({
      code: 0,
      some: ['generated/pets/package.json'],
    });
  });

  test('prefers the one in specs', async () => {
    const cwd = temporaryFolder();
    writeTexts(cwd, { 'speccast.yaml': 'no', 'specs/speccast.yaml': pets, 'specs/pets/openapi.yaml': spec });
    expect(await runCommand('generate', { args: ['--check'], cwd })).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^pets +out of date /m),
    });
  });

  test('says where it is where a folder above has one', async () => {
    const cwd = temporaryFolder();
    writeTexts(cwd, { 'specs/speccast.yaml': pets, 'src/deep/a.ts': '' });
    expect(await runCommand('generate', { cwd: join(cwd, 'src/deep'), args: [] })).toEqual(
      wrongUsage(
        'generate',
        'there is no specs/speccast.yaml; there is ../../specs/speccast.yaml: go to its project, or say --config ../../specs/speccast.yaml',
      ),
    );
  });

  test('says how to begin where there is none', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'openapi.yaml'), spec);
    expect(await runCommand('generate', { args: [], cwd })).toEqual(
      wrongUsage(
        'generate',
        'there is no specs/speccast.yaml; `speccast init` makes one; or name a spec with --spec and a folder with --out',
      ),
    );
  });
});
