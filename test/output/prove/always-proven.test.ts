import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { printDiagnostic } from 'speccast';
import { generate, type GenerateInput } from '../../../generator/generate.js';
import { printerHere } from '../../../generator/output/print/printer.js';
import { ownAssets } from '../../conformance/compile-module.js';
import type { TextCache } from './print-proven.js';

const spec = { file: 'spec.yaml', text: "openapi: 3.1.0\ninfo:\n  title: evil('x');\n  version: '1'\npaths: {}\n" };

/** Returns the assets with a line of code added to a template. */
function breakTemplate(template: string, line: string): GenerateInput['assets'] {
  const text = ownAssets.templates.get(template);
  if (text === undefined) throw new Error(`there is no template ${template}`);
  return { ...ownAssets, templates: new Map([...ownAssets.templates, [template, `${text}${line}\n`]]) };
}

const emptyCache: TextCache = { has: () => false, get: () => undefined, set: () => {} };
const settings = { version: '1.0.0', repository: 'git+https://pets.example/pets.git', directory: 'pets' };

/** Options that a caller may set, and environment variables. */
const choices: readonly (readonly [title: string, input: Partial<GenerateInput>, environment: readonly string[]])[] = [
  ['nothing', {}, []],
  ['a cache', { cache: emptyCache }, []],
  ['a cache that remembers something else', { cache: { ...emptyCache, has: () => true } }, []],
  ['a printer', { printer: printerHere }, []],
  ['settings', { settings }, []],
  ['a command and a source', { command: 'speccast generate --spec spec.yaml', source: 'spec.yaml' }, []],
  ['overlays and a vocabulary', { overlays: [] }, []],
  ['variables', {}, ['CI', 'DEBUG', 'NODE_ENV', 'NO_COLOR', 'SPECCAST_UNSAFE', 'SPECCAST_NO_VERIFY', 'SKIP_PROOF']],
];

afterEach(() => vi.unstubAllEnvs());

describe('text that became code is found with any options:', () => {
  test.each(choices)('with %s', async (_, input, environment) => {
    for (const name of environment) vi.stubEnv(name, '1');
    for (const [template, line, where] of [
      ['package/spec.hbs', "evil('x');", /^spec\.yaml:3:10 error code-injection: .* in src\/spec\.ts:/],
      ['package/readme.hbs', "<script>evil('x');</script>", /^spec\.yaml:3:10 error code-injection: .* in README\.md:/],
    ] as const) {
      const assets = breakTemplate(template, line);
      const result = await generate({ spec, readFile: () => undefined, packageName: 'evil', assets, ...input });
      expect(result.files).toEqual([]);
      expect(result.diagnostics.map(printDiagnostic)[0]).toMatch(where);
    }
  });

  test.each(['../evil', '@a/../../b', "a'; evil()", 'a\n', '__proto__'])(
    'a package name that npm would reject is rejected: %j',
    async (packageName) => {
      const input = { spec, readFile: () => undefined, packageName, assets: ownAssets };
      await expect(generate(input)).rejects.toThrow(/^package\.json:2 has a member "name" that no emitter writes: /);
    },
  );

  test('a rejected file is not cached', async () => {
    const cachedPaths: string[] = [];
    const cache: TextCache = { ...emptyCache, set: (_, path) => cachedPaths.push(path) };
    const assets = breakTemplate('package/spec.hbs', "evil('x');");
    await generate({ spec, readFile: () => undefined, packageName: 'evil', assets, cache });
    expect(cachedPaths).toEqual([]);
  });
});

test('the proof and its callers read no options that could skip it, and no environment', () => {
  const folder = fileURLToPath(new URL('../../../generator/', import.meta.url));
  const proving = readdirSync(join(folder, 'output/prove')).map((name) => `output/prove/${name}`);
  const calling = ['print-package', 'print-batch', 'print-thread'];
  const paths = ['generate.ts', ...proving, ...calling.map((name) => `output/print/${name}.ts`)];
  expect(paths.length).toBeGreaterThan(12);
  for (const path of paths) {
    const text = readFileSync(join(folder, path), 'utf8');
    expect(text.match(/process\.|import\.meta\.env|skip|unsafe(?!Insert\()|no-?verify/gi) ?? [], path).toEqual([]);
  }
});
