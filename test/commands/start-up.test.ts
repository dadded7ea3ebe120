import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder, writeTexts } from '../output/temporary-folder.js';
import { root } from '../rules/sources.js';

/** What takes long to load, and what few runs need. */
const HEAVY = ['handlebars', 'json-p3', 'prettier', 'semver', 'ts-morph', 'yaml'];

const spec = (text: string): string => `openapi: 3.1.0
info: { title: Zoo, version: '1', description: ${text} }
paths:
  /ants:
    get:
      operationId: ants.list
      responses: { '200': { description: ${text} } }
`;

/** Runs the built command line; paths of the files that its threads load, those of libraries from their names on. */
function loadedBy(cwd: string, ...args: readonly string[]): readonly string[] {
  const folder = mkdtempSync(join(cwd, 'coverage-'));
  const cli = join(root, 'dist/generator/cli.js');
  const environment = { ...process.env, NODE_V8_COVERAGE: folder };
  const { status, stderr } = spawnSync(process.execPath, [cli, ...args], { cwd, env: environment, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return readdirSync(folder).flatMap((name) => {
    const { result }: { result: readonly { url: string }[] } = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    const paths = result.map(({ url }) => url).filter((url) => url.startsWith('file:'));
    return paths.map((url) => url.replace(/^.*\/(?:node_modules|dist\/generator)\//, ''));
  });
}

function heavyOf(paths: readonly string[]): readonly string[] {
  const names = paths.map((path) => path.replace('libraries/', ''));
  return HEAVY.filter((name) => names.some((path) => new RegExp(`^${name}[/.-]`).test(path)));
}

test('a run of generate loads what makes packages where something has to be made, and else nothing that is heavy', () => {
  const cwd = temporaryFolder();
  writeTexts(cwd, {
    'specs/speccast.yaml': 'services: { zoo: { spec: zoo.yaml, package: zoo, out: ../generated/zoo } }\n',
    'specs/zoo.yaml': spec('Animals.'),
    'node_modules/.keep': '',
  });
  const first = loadedBy(cwd, 'generate');
  expect(heavyOf(first)).toEqual(['handlebars', 'prettier', 'ts-morph']);
  // The build has compiled the templates.
  expect(first.filter((path) => path === 'libraries/handlebars.cjs')).toEqual([]);
  const unchanged = loadedBy(cwd, 'generate');
  expect(heavyOf(unchanged)).toEqual([]);
  expect(unchanged.length).toBeLessThan(32);
  writeFileSync(join(cwd, 'specs/zoo.yaml'), spec('Plants.'));
  expect(heavyOf(loadedBy(cwd, 'generate'))).toEqual(heavyOf(first));
});

test('the help loads few files, and nothing that is heavy', () => {
  const loaded = loadedBy(temporaryFolder(), 'help');
  expect(heavyOf(loaded)).toEqual([]);
  expect(loaded.length).toBeLessThan(10);
});
