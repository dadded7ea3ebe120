import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTexts, temporaryFolder, writeTexts } from '../output/temporary-folder.js';
import { readRows } from '../rows.js';
import { textOf } from '../rules/sources.js';
import { testCommands } from './command-rows.js';
import { runCommand, type Ran } from './run-command.js';

testCommands(import.meta.url);

const spec = 'specs/zoo.yaml';
const cache = 'node_modules/.cache/speccast';

/** The project of the rows, whose packages are made. */
async function project(): Promise<string> {
  const cwd = temporaryFolder();
  writeTexts(cwd, {
    ...readRows(import.meta.url).data<Readonly<Record<string, string>>>('project'),
    'specs/vocabulary.yaml': textOf('specs/vocabulary.yaml'),
    'node_modules/.keep': '',
  });
  expect(await generate(cwd)).toMatchObject({ code: 0, err: '' });
  return cwd;
}

function generate(cwd: string): Promise<Ran> {
  return runCommand('generate', { args: [], cwd });
}

test('nothing is made where nothing changed, though everything was touched', async () => {
  const cwd = await project();
  for (const path of Object.keys(readTexts(join(cwd, 'specs'))))
    utimesSync(join(cwd, 'specs', path), new Date(0), new Date(0));
  expect((await generate(cwd)).out).toMatch(/^zoo +up to date +\d+\nother +up to date +\d+$/m);
});

test('only the files are written that a changed schema concerns', async () => {
  const cwd = await project();
  const before = writtenAt(cwd);
  const text = readFileSync(join(cwd, spec), 'utf8');
  writeFileSync(join(cwd, spec), text.replace(/(bees: .*id:)/, '$1 { type: string }, age:'));
  await generate(cwd);
  const after = writtenAt(cwd);
  expect(Object.keys(after).filter((path) => after[path] !== before[path])).toEqual([
    '.speccast.json',
    'api.md',
    'openapi.json',
    'src/models/bees.ts',
    'src/spec.ts',
    'src/validators/bees.ts',
  ]);
});

/** Which file each of the package is. */
function writtenAt(cwd: string): Readonly<Record<string, number>> {
  const folder = join(cwd, 'generated/zoo');
  return Object.fromEntries(Object.keys(readTexts(folder)).map((path) => [path, statSync(join(folder, path)).ino]));
}

test.each<[string, (path: string) => void]>([
  ['gone', (path) => rmSync(path)],
  ['empty', (path) => writeFileSync(path, '')],
  ['cut off', (path) => writeFileSync(path, readFileSync(path, 'utf8').slice(0, 999))],
  ['damaged', (path) => writeFileSync(path, readFileSync(path, 'utf8').replace('"zoo', '"zoa'))],
  ['something else', (path) => writeFileSync(path, '{"__proto__":{"made":1},"inputs":null}')],
  ['a folder', (path) => (rmSync(path), writeTexts(path, { 'a.json': '{}' }))],
])('the same is made where what is remembered is %s', async (_, spoil) => {
  const cwd = await project();
  const before = readTexts(join(cwd, 'generated'));
  for (const name of readdirSync(join(cwd, cache))) spoil(join(cwd, cache, name));
  expect(await generate(cwd)).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringMatching(/^zoo +up to date/m),
  });
  expect(readTexts(join(cwd, 'generated'))).toEqual(before);
});

test('what was killed does not count as made, and is cleared away', async () => {
  const cwd = await project();
  const left = ['generated/.zoo.speccast-next/new-0', 'generated/.zoo.speccast-lock'];
  const temporary = `${cache}/${readdirSync(join(cwd, cache))[0] ?? ''}.999999999.tmp`;
  writeTexts(cwd, Object.fromEntries([...left, temporary].map((path) => [path, ''])));
  expect(await generate(cwd)).toMatchObject({ code: 0, err: '' });
  expect([...left, temporary].filter((path) => existsSync(join(cwd, path)))).toEqual([]);
  expect(readdirSync(join(cwd, 'generated')).toSorted()).toEqual(['other', 'zoo']);
});
