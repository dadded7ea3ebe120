import { existsSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder, writeTexts } from '../output/temporary-folder.js';
import { runCommand, wrongUsage, type Ran } from './run-command.js';

const config = `services:
  pets: { spec: pets.yaml, package: '@acme/pets', out: ../generated/pets }
`;

/** A script that writes what it was given, and how often it ran in its process. */
const script = `import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
globalThis.runs = (globalThis.runs ?? 0) + 1;
mkdirSync('dist', { recursive: true });
writeFileSync('dist/index.js', readFileSync('src/index.ts', 'utf8') + globalThis.runs);
`;

/** A project with a package whose sources are from an hour ago; with what packages are built with, unless told otherwise. */
function project(more: Readonly<Record<string, string>> = {}): string {
  const cwd = temporaryFolder();
  const tools = ['rollup', 'rollup-plugin-dts', 'typescript'].map((name) => [`node_modules/${name}/index.js`, '']);
  const own = {
    'specs/speccast.yaml': config,
    'generated/pets/build.js': script,
    'generated/pets/src/index.ts': 'one',
  };
  writeTexts(cwd, { ...own, ...Object.fromEntries(tools), ...more });
  touch(cwd, 3600);
  return cwd;
}

function touch(cwd: string, secondsAgo: number): void {
  const at = Date.now() / 1000 - secondsAgo;
  for (const name of ['build.js', 'src/index.ts']) utimesSync(join(cwd, 'generated/pets', name), at, at);
}

function build(cwd: string, ...args: readonly string[]): Promise<Ran> {
  return runCommand('build', { args, cwd });
}

test('builds a package that is not built, and leaves alone one that is', async () => {
  const cwd = project();
  expect(await build(cwd)).toEqual({ code: 0, out: 'generated/pets  built\n', err: '' });
  expect(readFileSync(join(cwd, 'generated/pets/dist/index.js'), 'utf8')).toBe('one1');
  expect(await build(cwd)).toEqual({ code: 0, out: 'generated/pets  up to date\n', err: '' });
  touch(cwd, -60);
  expect(await build(cwd, 'pets', '--json')).toMatchObject({
    code: 0,
    out: expect.stringContaining('"generated/pets"'),
  });
});

test('says what to run where there is no package yet', async () => {
  const cwd = project();
  rmSync(join(cwd, 'generated'), { recursive: true });
  expect(await build(cwd)).toEqual({
    code: 1,
    out: '',
    err: 'generated/pets:1:1 error failed-build: there is no package yet; run `npx speccast generate pets`\n',
  });
});

test('says what to run where nothing is installed, in the words of the package manager', async () => {
  const cwd = project({ 'pnpm-lock.yaml': '' });
  rmSync(join(cwd, 'node_modules'), { recursive: true });
  const { code, err } = await build(cwd);
  expect({ code, err }).toEqual({
    code: 1,
    err: 'generated/pets:1:1 error failed-build: what builds packages is not installed; run `pnpm install`\n',
  });
});

test('says what the script of the package fails with', async () => {
  const cwd = project({ 'generated/pets/build.js': "throw new Error('no such module');\n" });
  const { code, err } = await build(cwd);
  expect(code).toBe(1);
  expect(err).toBe(
    'generated/pets:1:1 error failed-build: Error: no such module; `node build.js` in its folder says more\n',
  );
  expect(existsSync(join(cwd, 'generated/pets/dist'))).toBe(false);
});

test('says how a build ended that ended its process', async () => {
  const cwd = project({ 'generated/pets/build.js': 'process.exit(3);\n' });
  expect(await build(cwd)).toMatchObject({ code: 1, err: expect.stringContaining('the build ended with 3') });
});

test('has nothing to do for plain source', async () => {
  const cwd = project({
    'specs/speccast.yaml': 'services:\n  pets: { spec: p.yaml, output: source, out: ../src/api }\n',
  });
  expect(await build(cwd)).toEqual({ code: 0, out: '', err: '' });
});

test('throws on a service that is not configured', async () => {
  expect(await build(project(), 'pet')).toEqual(wrongUsage('build', 'there is no service "pet"; did you mean "pets"?'));
});
