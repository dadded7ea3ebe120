import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { printDiagnostic, type GenerateResult } from 'speccast';
import { asInstalled } from '../package-sources.js';
import { cases, listExpected, generateCase } from './cases.js';
import { tsc } from '../rules/compiler.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
// Inside the repository, so that the compiler finds the same libraries.
const builtFolder = join(root, '.cache', 'cases');
const compiledFolder = join(builtFolder, 'out', '.cache', 'cases');
const results = new Map<string, GenerateResult>();

beforeAll(async () => {
  rmSync(builtFolder, { recursive: true, force: true });
  for (const one of cases) results.set(one.name, await generateCase(one));
}, 300_000);

afterAll(() => rmSync(builtFolder, { recursive: true, force: true }));

function getResult(name: string): GenerateResult {
  const result = results.get(name);
  if (result === undefined) throw new Error(`${name} was not generated`);
  return result;
}

describe.each(cases)('case $name', (one) => {
  test('reports exactly the diagnostics in diagnostics.txt', async () => {
    const text = getResult(one.name).diagnostics.map((diagnostic) => `${printDiagnostic(diagnostic)}\n`);
    await expect(text.join('')).toMatchFileSnapshot(join(one.folder, 'diagnostics.txt'));
  });

  test(one.refused ? 'writes nothing' : 'generates the files in expected', async () => {
    const { files, diagnostics } = getResult(one.name);
    if (one.refused) return expect(files).toEqual([]);
    const expected = listExpected(one);
    expect(expected.length + diagnostics.length, 'files in expected, or diagnostics').toBeGreaterThan(0);
    for (const path of expected) {
      const text = files.find((file) => file.path === path)?.text;
      await expect(text ?? '(not generated)').toMatchFileSnapshot(join(one.folder, 'expected', path));
    }
  });
});

describe('all cases that generate', () => {
  const accepted = cases.filter((one) => !one.refused);

  beforeAll(() => {
    for (const one of accepted) writePackage(one.name, getResult(one.name));
    writeText(join(builtFolder, 'package.json'), '{ "type": "module" }\n');
    writeText(join(builtFolder, 'tsconfig.json'), JSON.stringify(compilerConfig));
  });

  test('compile under the strict config and run without side effects', async () => {
    const { stdout } = spawnSync(process.execPath, [...tsc, '-p', join(builtFolder, 'tsconfig.json')], { encoding: 'utf8' });
    expect(stdout).toBe('');
    for (const one of accepted) {
      const paths = getResult(one.name).files.map(({ path }) => path);
      const modules = paths.filter((path) => /^(?:src\/)?(?:(?:validators|mocks)\/)?(?:index|operations|spec)\.ts$/.test(path));
      expect(modules.length, one.name).toBeGreaterThan(1);
      for (const path of modules) await import(join(compiledFolder, one.name, path.replace(/ts$/, 'js')));
    }
    expect(globalThis).not.toHaveProperty('hacked');
  }, 300_000);
});

const compilerConfig = {
  ...asInstalled,
  compilerOptions: {
    ...asInstalled.compilerOptions,
    noEmit: false,
    outDir: 'out',
    rootDir: root,
    declaration: true,
    rewriteRelativeImportExtensions: true,
  },
  include: ['*/**/*.ts'],
  exclude: ['out'],
};

function writePackage(name: string, { files }: GenerateResult): void {
  for (const { path, text } of files) writeText(join(builtFolder, name, path), text);
}

function writeText(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
