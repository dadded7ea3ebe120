import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder, writeTexts } from '../output/temporary-folder.js';
import { runCommand } from './run-command.js';

const spec = `openapi: 3.1.0
info: { title: Hats, version: '1' }
paths: {}
`;

const config = (output: string): string =>
  `services: { hats: { spec: hats.yaml, format: false, out: generated/hats, ${output} } }\n`;

const asPackage = config("package: '@a/hats'");

const runtime = { 'node_modules/@speccast/runtime/package.json': '{ "version": "0.1.0" }' };
const linked = { 'node_modules/@a/hats/package.json': '{}' };
const builder = Object.fromEntries(
  ['rollup', 'rollup-plugin-dts', 'typescript'].map((name) => [`node_modules/${name}/index.js`, '']),
);

test.each([
  ['nothing is installed', asPackage, { 'package.json': '{}' }, 'next: npm install\n'],
  ['pnpm installs', asPackage, { 'package.json': '{ "packageManager": "pnpm@10.0.0" }' }, 'next: pnpm install\n'],
  ['the package is not linked', asPackage, { 'package.json': '{}', ...builder }, 'next: npm install\n'],
  ['it is not built', asPackage, { 'package.json': '{}', ...builder, ...linked }, 'next: npx speccast build\n'],
  ['there is no project', asPackage, {}, ''],
  [
    'source lacks its dependency',
    config('output: source'),
    { 'package.json': '{}' },
    'next: npm install @speccast/runtime@0.1\n',
  ],
  [
    'that is listed already',
    config('output: source'),
    { 'package.json': '{ "dependencies": { "@speccast/runtime": "^0.1.0" } }' },
    'next: npm install\n',
  ],
  ['source has what it needs', config('output: source'), { 'package.json': '{}', ...runtime }, ''],
])('where %s, generate says what comes next', async (_, text, more, want) => {
  const cwd = temporaryFolder();
  writeTexts(cwd, { 'speccast.yaml': text, 'hats.yaml': spec, ...more });
  const generate = async (...args: readonly string[]): Promise<string> =>
    (await runCommand('generate', { args, cwd })).err;
  expect(await generate()).toBe(want);
  // Build engines and CI read something else.
  expect(await generate('--json')).toBe('');
  expect(await generate('--check')).toBe('');
});

test('a project elsewhere is named', async () => {
  const cwd = temporaryFolder();
  writeTexts(cwd, { 'web/speccast.yaml': asPackage, 'web/hats.yaml': spec, 'web/package.json': '{}' });
  const { err } = await runCommand('generate', { args: ['--config', join('web', 'speccast.yaml')], cwd });
  expect(err).toBe('next: cd web && npm install\n');
});
