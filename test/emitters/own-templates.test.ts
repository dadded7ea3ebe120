import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runCommand, type CommandResult } from '../commands/run-command.js';
import { shelf } from '../custom/shelf.js';
import { startWatching } from '../commands/watching.js';
import { readTexts, temporaryFolder, writeTexts } from '../output/temporary-folder.js';
import { readFromRoot } from '../rules/sources.js';

const yaml = 'specs/speccast.yaml';
const create = readFromRoot('templates/client/create.hbs');
const own = create.replace('/** Makes a client.', '/** Makes a client of Acme.');

function printConfig(templates: string): string {
  return `services:
  shelf: { spec: shelf.yaml, package: '@acme/shelf', out: ../generated/shelf, templates: ${templates} }
`;
}

function createProject(templates: string, more: Readonly<Record<string, string>> = {}): string {
  const cwd = temporaryFolder();
  writeTexts(cwd, { ...shelf, [yaml]: printConfig(templates), ...more });
  return cwd;
}

function generate(cwd: string, ...args: readonly string[]): Promise<CommandResult> {
  return runCommand('generate', { args, cwd });
}

function readClient(cwd: string): string | undefined {
  return readTexts(join(cwd, 'generated/shelf'))['src/client/client.ts'];
}

describe('own templates', () => {
  test('in a folder replace those of the same names', async () => {
    expect(own).not.toBe(create);
    const cwd = createProject('templates', { 'specs/templates/client/create.hbs': own });
    const { code, err, out } = await generate(cwd, '--json');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(JSON.parse(out).inputs).toContain('specs/templates/client/create.hbs');
    expect(readClient(cwd)).toContain('/** Makes a client of Acme.');
    expect((await generate(cwd, '--check')).code).toBe(0);
    writeFileSync(join(cwd, 'specs/templates/client/create.hbs'), create);
    expect((await generate(cwd, '--check')).out).toContain('-/** Makes a client of Acme.');
    await generate(cwd);
    writeTexts(cwd, { 'specs/templates/client/none.hbs': '' });
    expect((await generate(cwd)).err).toContain('specs/templates/client/none.hbs:1:1 error invalid-template');
  });

  test('replace single templates by name, and those of a folder by a flag', async () => {
    const files = { 'specs/create.hbs': own, 'own/client/create.hbs': own };
    const cwd = createProject('{ client/create.hbs: create.hbs }', files);
    expect(await generate(cwd)).toMatchObject({ code: 0, err: '' });
    expect(readClient(cwd)).toContain('/** Makes a client of Acme.');
    const args = ['--spec', 'specs/shelf.yaml', '--out', 'generated/shelf', '--name', '@acme/shelf'];
    await generate(cwd, ...args);
    expect(readClient(cwd)).not.toContain('Acme');
    await generate(cwd, ...args, '--templates', 'own');
    expect(readClient(cwd)).toContain('/** Makes a client of Acme.');
    expect((await generate(cwd, '--templates', 'own')).err).toContain('--templates goes with --spec');
  });

  test('are watched', async () => {
    const cwd = createProject('templates', { 'specs/templates/client/create.hbs': own });
    const watching = startWatching(cwd);
    expect(await watching.round()).toMatch(/^shelf +written/m);
    writeFileSync(join(cwd, 'specs/templates/client/create.hbs'), create);
    expect(await watching.round()).toMatch(/^shelf +written/m);
    expect(readClient(cwd)).not.toContain('Acme');
  });
});

const path = 'specs/templates/client/create.hbs';
const line = 2;

test.each<[string, text: string, message: string, name?: string]>([
  [
    'an unknown name',
    own,
    'specs/templates/client/creates.hbs:1:1 error invalid-template: there is no template "client/creates.hbs"; did you mean "client/create.hbs"?',
    'client/creates.hbs',
  ],
  ['the name of a file that is not a template', own, 'there is no template "package/build.hbs"', 'package/build.hbs'],
  [
    'raw text',
    `\n{{{client}}}\n`,
    `${path}:${line}:1 error invalid-template: {{{client}}} writes raw text: use a helper`,
  ],
  [
    'text without a helper',
    `\n{{client}}\n`,
    `${path}:${line}:1 error invalid-template: {{client}} writes without a helper`,
  ],
  [
    'an unknown helper',
    `\n{{shout client}}\n`,
    `${path}:${line}:1 error invalid-template: {{shout}} writes without a helper`,
  ],
  ['another syntax', `\n{{#each}\n`, `${path}:${line}:1 error invalid-template: this is not a template of Handlebars`],
  [
    'an unknown partial',
    `{{> client/none}}\n`,
    `${path}:1:1 error invalid-template: this renders the template "client/none.hbs", which does not exist`,
  ],
  [
    'an unknown value',
    `${create}\n{{ident nobody}}\n`,
    `error invalid-template: {{ident}} needs a string, not undefined`,
  ],
  [
    'code with effects',
    `${create}\nprocess.exit(1);\n`,
    `${path}:1:1 error dangerous-code: the code of the template "client/create.hbs" may be dangerous: src/client/client.ts:`,
  ],
  [
    'invalid code',
    `${create}\nexport const = 1;\n`,
    `${path}:1:1 error dangerous-code: the code of the template "client/create.hbs" may be dangerous: src/client/client.ts:`,
  ],
])('a template with %s is an error, and nothing is written', async (_, text, message, name = 'client/create.hbs') => {
  const cwd = createProject('templates', { [`specs/templates/${name}`]: text });
  const { code, err } = await generate(cwd);
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(message) });
  expect(Object.keys(readTexts(cwd)).filter((one) => one.startsWith('generated'))).toEqual([]);
});

test.each([
  ['an empty folder', 'templates', `${yaml}:2:90 error invalid-template: this folder has no templates`],
  ['a file that is not there', '{ client/create.hbs: none.hbs }', 'specs/none.hbs does not exist or cannot be read'],
  ['an unknown name', '{ client/creates.hbs: none.hbs }', 'there is no template "client/creates.hbs"; did you mean'],
])('%s is an error', async (_, templates, message) => {
  const cwd = createProject(templates);
  expect(await generate(cwd)).toMatchObject({ code: 1, err: expect.stringContaining(message) });
});
