import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder, writeTexts } from '../output/temporary-folder.js';
import { root } from '../rules/sources.js';

/** Libraries that take long to load and that few runs need. */
const HEAVY = ['handlebars', 'json-p3', 'prettier', 'semver', 'ts-morph', 'yaml'];

const spec = (text: string): string => `openapi: 3.1.0
info: { title: Zoo, version: '1', description: ${text} }
paths:
  /ants:
    get:
      operationId: ants.list
      responses: { '200': { description: ${text} } }
`;

/** Runs the built command line, and lists the files that its threads load. Paths of libraries begin at their names: `yaml/dist/index.js`. */
function listLoadedFiles(cwd: string, ...args: readonly string[]): readonly string[] {
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

/** Lists the libraries of `HEAVY` among loaded files. */
function findHeavy(paths: readonly string[]): readonly string[] {
  const names = paths.map((path) => path.replace('libraries/', ''));
  return HEAVY.filter((name) => names.some((path) => new RegExp(`^${name}[/.-]`).test(path)));
}

test('`generate` loads handlebars, prettier and ts-morph only if a package has changed', () => {
  const cwd = temporaryFolder();
  writeTexts(cwd, {
    'specs/speccast.yaml': 'services: { zoo: { spec: zoo.yaml, package: zoo, out: ../generated/zoo } }\n',
    'specs/zoo.yaml': spec('Animals.'),
    'node_modules/.keep': '',
  });
  const first = listLoadedFiles(cwd, 'generate');
  expect(findHeavy(first)).toEqual(['handlebars', 'prettier', 'ts-morph']);
  // The build has compiled the templates: only the runtime of handlebars is loaded.
  expect(first.filter((path) => path === 'libraries/handlebars.cjs')).toEqual([]);
  const unchanged = listLoadedFiles(cwd, 'generate');
  expect(findHeavy(unchanged)).toEqual([]);
  expect(unchanged.length).toBeLessThan(32);
  writeFileSync(join(cwd, 'specs/zoo.yaml'), spec('Plants.'));
  expect(findHeavy(listLoadedFiles(cwd, 'generate'))).toEqual(findHeavy(first));
});

test('the help loads few files, and no heavy library', () => {
  const loaded = listLoadedFiles(temporaryFolder(), 'help');
  expect(findHeavy(loaded)).toEqual([]);
  expect(loaded.length).toBeLessThan(10);
});
