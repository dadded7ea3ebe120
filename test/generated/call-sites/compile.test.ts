import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tsc } from '../../rules/compiler.js';
import { root } from '../../rules/sources.js';

const require = createRequire(import.meta.url);
const folder = join(root, 'test/generated/call-sites');
const sites = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));

/** Compilers by the names that package.json installs them under. */
const compilers = ['typescript-5.9', 'typescript', 'typescript-7'] as const;

const options = {
  target: 'ES2022',
  lib: ['ES2022', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
  module: 'NodeNext',
  moduleResolution: 'NodeNext',
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  verbatimModuleSyntax: true,
  skipLibCheck: false,
  noEmit: true,
};

/** Compiles files of this folder with all declarations that they import, and returns the errors as text. */
function compile(compiler: string, files: readonly string[]): string {
  // In the folder of the call-sites, so that packages and types are resolved from there.
  const config = join(folder, `tsconfig.${compiler}.json`);
  writeFileSync(config, JSON.stringify({ compilerOptions: options, files }));
  const compilerFolder = dirname(require.resolve(`${compiler}/package.json`));
  const command =
    compiler === 'typescript-7'
      ? [...tsc, '-p', config]
      : [join(folder, 'check-own-files.mjs'), compilerFolder, config];
  try {
    return execFileSync(process.execPath, command, { cwd: folder, encoding: 'utf8' });
  } catch (error) {
    return error instanceof Error && 'stdout' in error && error.stdout !== '' ? String(error.stdout) : String(error);
  } finally {
    rmSync(config);
  }
}

describe.each(compilers)('%s', (compiler) => {
  test('compiles all call-sites, the declarations of the packages included', { timeout: 120_000 }, () => {
    expect(sites).toHaveLength(14);
    expect(compile(compiler, sites)).toBe('');
  });
});
