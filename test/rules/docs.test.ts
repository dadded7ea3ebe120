import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { generate } from '../../generator/index.js';
import { root, textOf } from './sources.js';

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'specs/README.md',
  'templates/README.md',
  'templates/emulator/README.md',
  'generated/video-platform/README.md',
  'generated/ad-reporting/README.md',
];

/** A folder inside the repository, so that the packages are found by name as a consumer finds them. */
const folder = join(root, '.cache', 'fences');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fencesOf(page: string, language: 'ts' | 'yaml'): readonly string[] {
  const fences = textOf(page).matchAll(/^```([a-z]+)\n([^]*?)^```$/gm);
  return [...fences].flatMap(([, name, code]) => (name === language && code !== undefined ? [code] : []));
}

test('every piece of code in a README compiles under the strict configuration', () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const fences = pages.flatMap((page) =>
    fencesOf(page, 'ts').map((code, index) => ({ name: `${page.replace(/\W+/g, '-')}-${index}.ts`, code })),
  );
  for (const { name, code } of fences) writeFileSync(join(folder, name), code);
  // A page may show what a reader would go on to use.
  const compilerOptions = { noUnusedLocals: false, isolatedDeclarations: false, declaration: false };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: '../../tsconfig.json', compilerOptions, include: ['*.ts'] }),
  );
  expect(fences.length).toBeGreaterThan(5);
  expect(
    errorsOf(() =>
      execFileSync(process.execPath, [join(root, 'node_modules/typescript-7/bin/tsc'), '-p', folder], {
        encoding: 'utf8',
      }),
    ),
  ).toBe('');
}, 120_000);

function errorsOf(compile: () => string): string {
  try {
    return compile();
  } catch (error) {
    return error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error);
  }
}

test.each(['npm ci && npm start', 'npm ci && npm test'])('the README names the command %s', (command) => {
  expect(textOf('README.md')).toContain(command);
});

test('every spec in a README makes a package, without a warning', async () => {
  const specs = pages.flatMap((page) => fencesOf(page, 'yaml').filter((text) => text.startsWith('openapi:')));
  expect(specs.length).toBeGreaterThan(0);
  for (const text of specs) {
    const { files, diagnostics } = await generate({ spec: { file: 'openapi.yaml', text }, packageName: '@acme/shelf' });
    expect(diagnostics).toEqual([]);
    expect(files.length).toBeGreaterThan(0);
  }
});
