import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readTexts, temporaryFolder, writeTexts } from '../output/temporary-folder.js';
import { runCommand, wrongUsage } from './run-command.js';

const pets = `services:
  pets:
    spec: pets/openapi.yaml
    package: '@acme/pets'
    out: ../generated/pets
`;

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
