import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { filesBelow, root } from '../rules/sources.js';
import { folderOfFile } from '../scratch-folder.js';
import { listen } from './listen.js';
import { installPacked, linkInstalled } from './packed.js';

interface PackageJson {
  readonly scripts: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const manifest: PackageJson = JSON.parse(readFileSync(join(root, 'test/example/package.json'), 'utf8'));

/** Folder of a copy of the example, in the state after `npm install`, `npm run generate` and `npm install`. */
let folder = '';

beforeAll(() => {
  folder = folderOfFile();
  cpSync(join(root, 'test/example'), folder, {
    recursive: true,
    filter: (path) => !/[\\/](?:node_modules|generated|dist)$/.test(path),
  });
  installPacked(['speccast'], folder);
  linkInstalled(Object.keys(manifest.devDependencies), folder);
  symlinkSync(join(root, 'node_modules/.bin/tsc'), join(folder, 'node_modules/.bin/tsc'));
  run('npm run generate');
  mkdirSync(join(folder, 'node_modules/@reminders'));
  symlinkSync(join(folder, 'generated/library'), join(folder, 'node_modules/@reminders/library'));
});

function run(line: string): string {
  const env = { ...process.env, CI: 'true', LIBRARY_KEY: undefined };
  try {
    return execFileSync('bash', ['-c', line], {
      cwd: folder,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (error) {
    const output =
      error instanceof Error && 'stdout' in error && 'stderr' in error ? [error.stdout, error.stderr] : [error];
    throw new Error(`${line}\n${output.map(String).join('\n')}`, { cause: error });
  }
}

describe('the example project', () => {
  test('passes its own CI', () => {
    const workflow = readFileSync(join(folder, '.github/workflows/ci.yml'), 'utf8');
    const steps = [...workflow.matchAll(/^ +- run: (.+)$/gm)].map(([, step = '']) => step);
    // `beforeAll` has done the work of `npm ci` by links.
    expect(steps).toEqual(['npm ci', 'npm run check', 'npm run build', 'npm test']);
    const [check, build, tests] = steps.slice(1).map(run);
    expect(check).toMatch(/^library +up to date /m);
    expect(build).toMatch(/^library +up to date /m);
    expect(tests).toMatch(/ pass 3\b/);
    expect(tests).toMatch(/ fail 0\b/);
  });

  test('runs, and prints reminders for readers that the emulator has', () => {
    const lines = run('npm run --silent start').trim().split('\n');
    for (const line of lines) expect(line).toMatch(/^(?:\S+@\S+: please bring back .+)?$/);
  });

  test('fails its CI when a spec was changed and the package was not generated again', () => {
    const path = join(folder, 'specs/library/openapi.yaml');
    const before = readFileSync(path, 'utf8');
    writeFileSync(path, before.replace('maxLength: 200', 'maxLength: 300'));
    expect(() => run('npm run check')).toThrow(/^\+.*300/m);
    writeFileSync(path, before);
  });

  test('generates again with every save, until SIGTERM', async () => {
    expect(manifest.scripts['watch']).toBe('speccast generate --watch');
    const watching = spawn(join(folder, 'node_modules/.bin/speccast'), ['generate', '--watch'], { cwd: folder });
    const output = listen(watching);
    try {
      await output.until(/Waiting for changes/);
      const path = join(folder, 'specs/library/openapi.yaml');
      const before = readFileSync(path, 'utf8');
      writeFileSync(path, before.replace('title: { type', 'pages: { type: integer }\n        title: { type'));
      await output.until(/library +written/);
      expect(readFileSync(join(folder, 'generated/library/src/models/books.ts'), 'utf8')).toContain('readonly pages?:');
    } finally {
      watching.kill('SIGTERM');
    }
    expect(await output.ended).toBe(0);
  });

  test('depends on the versions that the repository depends on', () => {
    const own: PackageJson & { version: string; dependencies: PackageJson['devDependencies'] } = JSON.parse(
      readFileSync(join(root, 'package.json'), 'utf8'),
    );
    const ranges = { ...own.dependencies, ...own.devDependencies, speccast: `^${own.version}` };
    expect(ranges).toMatchObject(manifest.devDependencies);
    expect(filesBelow('test/example', '.ts')).toContain('test/example/src/find-overdue.ts');
  });
});
