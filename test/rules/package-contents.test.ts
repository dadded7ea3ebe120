import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { listTarball, installPacked, type PackageName } from '../build-step/packed.js';
import { readRows } from '../rows.js';
import { folderOfFile } from '../scratch-folder.js';
import { root } from './sources.js';

const names = ['video-platform', 'ad-reporting', 'runtime', 'emulator', 'speccast'] as const;

const { data } = readRows(import.meta.url);

/** What is at the top of each tarball, exactly. */
const top = data<Readonly<Record<PackageName, readonly string[]>>>('top');

/** What is in the folders of speccast, by path below each. */
const below = data<Readonly<Record<string, readonly RegExp[]>>>('below');

/** What a build adds to the modules that package.json names: what several share, and what stays apart. */
const unnamed =
  /^dist\/(?:chunks\/[a-z0-9-]+\.(?:js|d\.ts)|(?:control\/console-app|images\/decode-image|values\/sha256|xml\/parse-xml)\.js|validators\/(?:attach-json-schema|calls)\.js)$/;

/** Outside the repository, so that nothing is found by accident. */
let folder = '';

beforeAll(() => {
  folder = folderOfFile();
  installPacked(names, folder);
});

function installed(name: PackageName, path: string): string {
  return join(folder, 'node_modules', name === 'speccast' ? name : `@speccast/${name}`, path);
}

/** Modules that package.json names, as paths in the package. */
function namedBy(name: PackageName): readonly string[] {
  const manifest = JSON.parse(readFileSync(installed(name, 'package.json'), 'utf8'));
  const named = JSON.stringify([manifest.exports, manifest.bin ?? {}]).matchAll(/"(?:\.\/)?([\w/-]+\.[\w.]+)"/g);
  return [...named].map(([, path]) => path ?? '').filter((path) => path !== 'package.json');
}

describe.each(names)('the tarball of %s', (name) => {
  test('has these files and folders at its top, and no others', () => {
    const found = new Set(listTarball(name).map((path) => path.replace(/\/.*/, '/')));
    expect([...found].toSorted()).toEqual(top[name]);
  });

  test('has neither sources nor maps, and nothing of tests and builds', () => {
    const contents = listTarball(name);
    expect(
      contents.filter((path) => /(?:^|\/)\.|\.map$|\.test\.ts$|tsbuildinfo|node_modules|released\.json/.test(path)),
    ).toEqual([]);
    expect(contents.filter((path) => path.startsWith('dist/') && /(?<!\.d)\.ts$/.test(path))).toEqual([]);
  });

  test('has every file that its package.json names', () => {
    const paths = namedBy(name);
    expect(paths.length).toBeGreaterThan(1);
    const aliases = /^speccast\.schema\.json$/;
    expect(paths.filter((path) => !aliases.test(path) && !existsSync(installed(name, path)))).toEqual([]);
  });
});

test.each(names.filter((name) => name !== 'speccast'))(
  'what was built of %s is named, or shared by what is',
  (name) => {
    const named = namedBy(name);
    const others = listTarball(name).filter((path) => path.startsWith('dist/') && !named.includes(path));
    expect(others.filter((path) => !unnamed.test(path))).toEqual([]);
    expect(others.length).toBeLessThan(48);
  },
);

test('speccast has nothing in its folders that does not belong there', () => {
  for (const [parent, allowed] of Object.entries(below)) {
    const paths = listTarball('speccast').filter((path) => path.startsWith(parent));
    expect(paths.length).toBeGreaterThan(0);
    const others = paths.filter((path) => !allowed.some((pattern) => pattern.test(path.slice(parent.length))));
    expect(others).toEqual([]);
  }
});

// Without maps, that is what an editor opens where it is asked for a definition.
test.each([
  ['dist/index.d.ts', /^export declare function createVideoPlatform\(/],
  ['dist/chunks/main.d.ts', /^\s+list[<(]/],
])('the types of %s have what the spec says above functions and methods', (path, declaration) => {
  const lines = readFileSync(installed('video-platform', path), 'utf8').split('\n');
  const above = lines.filter((_, index) => declaration.test(lines[index + 1] ?? ''));
  expect(above).not.toEqual([]);
  expect(above.filter((line) => !line.endsWith('*/'))).toEqual([]);
});

test('an import of a package makes a compiler open few files', () => {
  const tsc = join(root, 'node_modules/typescript-5.9/bin/tsc');
  writeFileSync(join(folder, 'few.mts'), "export { createVideoPlatform } from '@speccast/video-platform';\n");
  const args = [tsc, '--module', 'nodenext', '--types', 'any', '--listFilesOnly', 'few.mts'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  const files = stdout.split('\n').filter((path) => path.includes('@speccast/'));
  expect(files.length).toBeGreaterThan(1);
  expect(files.length).toBeLessThan(8);
});

test('an import of a package loads few modules', () => {
  const hooks = `import { writeSync } from 'node:fs'; export const load = (url, context, next) => (writeSync(1, url + '\\n'), next(url, context));`;
  const address = `data:text/javascript,${encodeURIComponent(hooks)}`;
  const program = `import { register } from 'node:module'; register(${JSON.stringify(address)}); await import('@speccast/video-platform');`;
  writeFileSync(join(folder, 'load.mjs'), program);
  const modules = execFileSync(process.execPath, ['load.mjs'], { cwd: folder, encoding: 'utf8' }).match(/^file:.*$/gm);
  // Its own and those of the runtime: what an entry alone needs, and what others need, too.
  expect(modules?.map((url) => url.replace(/.*@speccast\//, ''))).toEqual([
    'video-platform/dist/index.js',
    'runtime/dist/index.js',
    'video-platform/dist/chunks/main.js',
    'runtime/dist/chunks/main.js',
  ]);
});

test.each(['video-platform', 'ad-reporting'] as const)('the first calls that the README of %s shows work', (name) => {
  const page = readFileSync(installed(name, 'README.md'), 'utf8');
  const fences = [...page.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, code = '']) => code);
  const emulated = fences.find((code) => code.includes('createEmulator()')) ?? '';
  writeFileSync(join(folder, 'first.mjs'), emulated);
  expect(execFileSync(process.execPath, ['first.mjs'], { cwd: folder, encoding: 'utf8' })).toMatch(/items|account/);
  expect(page.indexOf('createEmulator()')).toBeLessThan(page.indexOf('\n## '));
});

test('speccast brings the licences of the libraries that are built into it, and depends on few', () => {
  const licences = readFileSync(installed('speccast', 'dist/generator/THIRD-PARTY-LICENSES.md'), 'utf8');
  const files = listTarball('speccast').filter((path) => path.startsWith('dist/generator/libraries/'));
  expect(files.length).toBeGreaterThan(8);
  for (const file of files) {
    const [, name = ''] =
      /libraries\/(?:eslint-community-)?([a-z]+(?:-[a-z0-9]+)*?)(?:-plugins-\w+|-standalone|-runtime)?\.c?js$/.exec(
        file,
      ) ?? [];
    expect(licences).toMatch(new RegExp(`^## (?:@eslint-community/)?${name} \\d`, 'm'));
  }
  const { dependencies }: { dependencies: object } = JSON.parse(
    readFileSync(installed('speccast', 'package.json'), 'utf8'),
  );
  expect(Object.keys(dependencies)).toEqual(['@speccast/emulator', '@speccast/runtime', 'ts-morph']);
});
