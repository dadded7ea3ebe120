import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { KEPT } from '../../generator/output/write/manifest.js';
import { readTexts, temporaryFolder, writeTexts } from '../output/temporary-folder.js';
import { runCommand, type Ran } from './run-command.js';

const resources = ['ants', 'bees', 'cats'] as const;

const spec = `openapi: 3.1.0
info: { title: Zoo, version: '1' }
paths:
${resources
  .map(
    (name) => `  /${name}:
    get:
      operationId: ${name}.list
      responses:
        '200':
          description: Some.
          content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }
`,
  )
  .join('')}components:
  schemas:
${resources.map((name) => `    ${name}: { type: object, properties: { id: { type: string } } }\n`).join('')}    shared: { $ref: 'shared.yaml' }
`;

const files = {
  config: 'specs/speccast.yaml',
  spec: 'specs/zoo.yaml',
  shared: 'specs/shared.yaml',
  overlay: 'specs/more.overlay.yaml',
  vocabulary: 'specs/vocabulary.yaml',
} as const;

const overlay = `overlay: 1.0.0
info: { title: More, version: '1' }
actions: [{ target: $.info, update: { summary: Animals. } }]
`;

const config = (more = ''): string => `vocabulary: vocabulary.yaml
services:
  zoo: { spec: zoo.yaml, overlays: [more.overlay.yaml], package: zoo, out: ../generated/zoo${more} }
  other: { spec: other/openapi.yaml, package: other, out: ../generated/other }
`;

const vocabulary = readFileSync(new URL('../../specs/vocabulary.yaml', import.meta.url), 'utf8');

/** A project whose packages are made. */
async function project(): Promise<string> {
  const cwd = temporaryFolder();
  writeTexts(cwd, {
    [files.config]: config(),
    [files.spec]: spec,
    [files.shared]: 'type: string\n',
    [files.overlay]: overlay,
    [files.vocabulary]: vocabulary,
    'specs/other/openapi.yaml': "openapi: 3.1.0\ninfo: { title: Other, version: '1' }\npaths: {}\n",
    'node_modules/.keep': '',
  });
  expect(await generate(cwd)).toMatchObject({ code: 0, err: '' });
  return cwd;
}

function generate(cwd: string, ...args: readonly string[]): Promise<Ran> {
  return runCommand('generate', { args, cwd });
}

/** States of the packages, by name; `(from memory)` where nothing had to be made to know. */
async function states(cwd: string): Promise<Readonly<Record<string, string>>> {
  const { out } = await generate(cwd);
  const rows = [...out.matchAll(/^(zoo|other) +(written|up to date|refused) +(\d+)(.*)$/gm)];
  return Object.fromEntries(
    rows.map(([, name = '', state, , rest = '']) => [
      name,
      rest.trim() === '' ? `${state} (from memory)` : (state ?? ''),
    ]),
  );
}

const nothing = { zoo: 'up to date (from memory)', other: 'up to date (from memory)' };

function replaceIn(cwd: string, file: string, from: string | RegExp, to: string): void {
  const path = join(cwd, file);
  const text = readFileSync(path, 'utf8');
  expect(text.replace(from, to)).not.toBe(text);
  writeFileSync(path, text.replace(from, to));
}

const edits: readonly (readonly [string, (cwd: string) => void])[] = [
  ['the spec', (cwd) => replaceIn(cwd, files.spec, 'title: Zoo', 'title: Zoos')],
  ['a file that it refers to', (cwd) => writeFileSync(join(cwd, files.shared), 'type: integer\n')],
  ['an overlay', (cwd) => replaceIn(cwd, files.overlay, 'Animals.', 'Beasts.')],
  ['a setting', (cwd) => writeFileSync(join(cwd, files.config), config(', version: 0.2.0'))],
];

describe('generate, run again', () => {
  test('makes nothing where nothing changed, though everything was touched', async () => {
    const cwd = await project();
    expect(await states(cwd)).toEqual(nothing);
    for (const file of Object.values(files)) utimesSync(join(cwd, file), new Date(0), new Date(0));
    expect(await states(cwd)).toEqual(nothing);
  });

  test.each(edits)('makes the package again whose input changed, and no other: %s', async (_, edit) => {
    const cwd = await project();
    edit(cwd);
    expect(await states(cwd)).toEqual({ ...nothing, zoo: 'written' });
    expect(await states(cwd)).toEqual(nothing);
  });

  test('sees a change of the vocabulary', async () => {
    const cwd = await project();
    writeFileSync(join(cwd, files.vocabulary), `${vocabulary}\n# One line more.\n`);
    expect(await states(cwd)).toEqual({ zoo: 'up to date', other: 'up to date' });
  });

  test('writes only the files that a changed schema concerns', async () => {
    const cwd = await project();
    const before = writtenAt(cwd);
    replaceIn(
      cwd,
      files.spec,
      'bees: { type: object, properties: { id: { type: string } } }',
      'bees: { type: object, properties: { id: { type: string }, age: { type: integer } } }',
    );
    expect((await states(cwd))['zoo']).toBe('written');
    const after = writtenAt(cwd);
    expect(Object.keys(after).filter((path) => after[path] !== before[path])).toMatchInlineSnapshot(`
      [
        ".speccast.json",
        "api.md",
        "openapi.json",
        "src/models/bees.ts",
        "src/spec.ts",
        "src/validators/bees.ts",
      ]
    `);
  });

  test.each([
    ['gone', (path: string) => rmSync(path)],
    ['empty', (path: string) => writeFileSync(path, '')],
    ['cut off', (path: string) => writeFileSync(path, readFileSync(path, 'utf8').slice(0, 999))],
    ['damaged', (path: string) => writeFileSync(path, readFileSync(path, 'utf8').replace('"zoo', '"zoa'))],
    ['something else', (path: string) => writeFileSync(path, '{"__proto__":{"made":1},"inputs":null}')],
    ['a folder', (path: string) => (rmSync(path), writeTexts(path, { 'a.json': '{}' }))],
  ] as const)('makes the same where what it remembers is %s', async (_, spoil) => {
    const cwd = await project();
    const before = readTexts(join(cwd, 'generated'));
    const cache = join(cwd, 'node_modules/.cache/speccast');
    for (const name of readdirSync(cache)) spoil(join(cache, name));
    expect(await generate(cwd)).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/^zoo +up to date/m) });
    expect(readTexts(join(cwd, 'generated'))).toEqual(before);
  });

  test('remembers nothing where there is no node_modules', async () => {
    const cwd = await project();
    rmSync(join(cwd, 'node_modules'), { recursive: true });
    expect(await states(cwd)).toEqual({ zoo: 'up to date', other: 'up to date' });
    expect(existsSync(join(cwd, 'node_modules'))).toBe(false);
  });

  test('makes a generated file again that was removed, and says which was edited', async () => {
    const cwd = await project();
    const before = readTexts(join(cwd, 'generated'));
    rmSync(join(cwd, 'generated/zoo/src/client/ants.ts'));
    writeFileSync(join(cwd, 'generated/zoo/README.md'), 'mine');
    expect((await generate(cwd)).err).toMatch(/^generated\/zoo\/README\.md:1:1 warning edited-output: /);
    expect(readTexts(join(cwd, 'generated'))).toEqual(before);
  });

  test('does not count what was killed as made, and clears it away', async () => {
    const cwd = await project();
    const left = ['generated/.zoo.speccast-next/new-0', 'generated/.zoo.speccast-lock'];
    const cache = 'node_modules/.cache/speccast';
    const temporary = `${cache}/${readdirSync(join(cwd, cache))[0] ?? ''}.999999999.tmp`;
    writeTexts(cwd, Object.fromEntries([...left, temporary].map((path) => [path, ''])));
    expect(await generate(cwd)).toMatchObject({ code: 0, err: '' });
    expect([...left, temporary].filter((path) => existsSync(join(cwd, path)))).toEqual([]);
    expect(readdirSync(join(cwd, 'generated')).toSorted()).toEqual(['other', 'zoo']);
  });
});

/** When each file of the package was written. */
function writtenAt(cwd: string): Readonly<Record<string, number>> {
  const folder = join(cwd, 'generated/zoo');
  const paths = Object.keys(readTexts(folder)).filter((path) => !KEPT.has(path));
  return Object.fromEntries(paths.map((path) => [path, statSync(join(folder, path)).ino]));
}
