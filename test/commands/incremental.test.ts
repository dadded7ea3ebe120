import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTexts, temporaryFolder, writeTexts } from '../output/temporary-folder.js';
import { readRows } from '../rows.js';
import { readFromRoot } from '../rules/sources.js';
import { testCommands } from './command-rows.js';
import { runCommand, type CommandResult } from './run-command.js';

testCommands(import.meta.url);

const spec = 'specs/zoo.yaml';
const cache = 'node_modules/.cache/speccast';

/** Creates the project of `incremental.yaml`, and generates its packages. */
async function createProject(): Promise<string> {
  const cwd = temporaryFolder();
  writeTexts(cwd, {
    ...readRows(import.meta.url).data<Readonly<Record<string, string>>>('project'),
    'specs/vocabulary.yaml': readFromRoot('specs/vocabulary.yaml'),
    'node_modules/.keep': '',
  });
  expect(await generate(cwd)).toMatchObject({ code: 0, err: '' });
  return cwd;
}

function generate(cwd: string): Promise<CommandResult> {
  return runCommand('generate', { args: [], cwd });
}

test('nothing is generated if only times of files changed', async () => {
  const cwd = await createProject();
  for (const path of Object.keys(readTexts(join(cwd, 'specs'))))
    utimesSync(join(cwd, 'specs', path), new Date(0), new Date(0));
  expect((await generate(cwd)).out).toMatch(/^zoo +up to date +\d+\nother +up to date +\d+$/m);
});

test('only files that depend on a changed schema are written', async () => {
  const cwd = await createProject();
  const before = listInodes(cwd);
  const text = readFileSync(join(cwd, spec), 'utf8');
  writeFileSync(join(cwd, spec), text.replace(/(bees: .*id:)/, '$1 { type: string }, age:'));
  await generate(cwd);
  const after = listInodes(cwd);
  expect(Object.keys(after).filter((path) => after[path] !== before[path])).toEqual([
    '.speccast.json',
    'api.md',
    'openapi.json',
    'src/models/bees.ts',
    'src/spec.ts',
    'src/validators/bees.ts',
  ]);
});

/** Returns the inode of each file of the package: a file that is written again has another one. */
function listInodes(cwd: string): Readonly<Record<string, number>> {
  const folder = join(cwd, 'generated/zoo');
  return Object.fromEntries(Object.keys(readTexts(folder)).map((path) => [path, statSync(join(folder, path)).ino]));
}

test.each<[string, (path: string) => void]>([
  ['missing', (path) => rmSync(path)],
  ['empty', (path) => writeFileSync(path, '')],
  ['cut off', (path) => writeFileSync(path, readFileSync(path, 'utf8').slice(0, 999))],
  ['damaged', (path) => writeFileSync(path, readFileSync(path, 'utf8').replace('"zoo', '"zoa'))],
  ['another value', (path) => writeFileSync(path, '{"__proto__":{"made":1},"inputs":null}')],
  ['a folder', (path) => (rmSync(path), writeTexts(path, { 'a.json': '{}' }))],
])('the output stays the same if a file of the cache is %s', async (_, spoil) => {
  const cwd = await createProject();
  const before = readTexts(join(cwd, 'generated'));
  for (const name of readdirSync(join(cwd, cache))) spoil(join(cwd, cache, name));
  expect(await generate(cwd)).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringMatching(/^zoo +up to date/m),
  });
  expect(readTexts(join(cwd, 'generated'))).toEqual(before);
});

test('remains of a killed run are removed', async () => {
  const cwd = await createProject();
  const left = ['generated/.zoo.speccast-next/new-0', 'generated/.zoo.speccast-lock'];
  const temporary = `${cache}/${readdirSync(join(cwd, cache))[0] ?? ''}.999999999.tmp`;
  writeTexts(cwd, Object.fromEntries([...left, temporary].map((path) => [path, ''])));
  expect(await generate(cwd)).toMatchObject({ code: 0, err: '' });
  expect([...left, temporary].filter((path) => existsSync(join(cwd, path)))).toEqual([]);
  expect(readdirSync(join(cwd, 'generated')).toSorted()).toEqual(['other', 'zoo']);
});
