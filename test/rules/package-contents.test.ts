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

/** Files and folders at the top of each tarball. */
const top = data<Readonly<Record<PackageName, readonly string[]>>>('top');

/** Allowed paths in the folders of speccast, by folder. */
const below = data<Readonly<Record<string, readonly RegExp[]>>>('below');

/** Modules that package.json does not name: chunks that several modules share, and modules that are loaded later. */
const unnamed =
  /^dist\/(?:chunks\/[a-z0-9-]+\.(?:js|d\.ts)|(?:control\/console-app|images\/decode-image|values\/sha256|xml\/parse-xml)\.js|validators\/(?:attach-json-schema|calls)\.js)$/;

/** Folder outside the repository, so that no package of the repository is found. */
let folder = '';

beforeAll(() => {
  folder = folderOfFile();
  installPacked(names, folder);
});

function locateInstalled(name: PackageName, path: string): string {
  return join(folder, 'node_modules', name === 'speccast' ? name : `@speccast/${name}`, path);
}

/** Lists the modules that package.json names, as paths in the package. */
function listNamed(name: PackageName): readonly string[] {
  const manifest = JSON.parse(readFileSync(locateInstalled(name, 'package.json'), 'utf8'));
  const named = JSON.stringify([manifest.exports, manifest.bin ?? {}]).matchAll(/"(?:\.\/)?([\w/-]+\.[\w.]+)"/g);
  return [...named].map(([, path]) => path ?? '').filter((path) => path !== 'package.json');
}

describe.each(names)('the tarball of %s', (name) => {
  test('has these files and folders at its top, and no others', () => {
    const found = new Set(listTarball(name).map((path) => path.replace(/\/.*/, '/')));
    expect([...found].toSorted()).toEqual(top[name]);
  });

  test('has no sources, no maps, and no files of tests and builds', () => {
    const contents = listTarball(name);
    expect(
      contents.filter((path) => /(?:^|\/)\.|\.map$|\.test\.ts$|tsbuildinfo|node_modules|released\.json/.test(path)),
    ).toEqual([]);
    expect(contents.filter((path) => path.startsWith('dist/') && /(?<!\.d)\.ts$/.test(path))).toEqual([]);
  });

  test('has every file that its package.json names', () => {
    const paths = listNamed(name);
    expect(paths.length).toBeGreaterThan(1);
    const aliases = /^speccast\.schema\.json$/;
    expect(paths.filter((path) => !aliases.test(path) && !existsSync(locateInstalled(name, path)))).toEqual([]);
  });
});

test.each(names.filter((name) => name !== 'speccast'))(
  'every built module of %s is named in package.json, or shared by named modules',
  (name) => {
    const named = listNamed(name);
    const others = listTarball(name).filter((path) => path.startsWith('dist/') && !named.includes(path));
    expect(others.filter((path) => !unnamed.test(path))).toEqual([]);
    expect(others.length).toBeLessThan(48);
  },
);

test('the folders of speccast have only allowed files', () => {
  for (const [parent, allowed] of Object.entries(below)) {
    const paths = listTarball('speccast').filter((path) => path.startsWith(parent));
    expect(paths.length).toBeGreaterThan(0);
    const others = paths.filter((path) => !allowed.some((pattern) => pattern.test(path.slice(parent.length))));
    expect(others).toEqual([]);
  }
});

// Tarballs have no maps: "go to definition" of an editor opens these files.
test.each([
  ['dist/index.d.ts', /^export declare function createVideoPlatform\(/],
  ['dist/chunks/main.d.ts', /^\s+list[<(]/],
])('the types of %s have doc comments above functions and methods', (path, declaration) => {
  const lines = readFileSync(locateInstalled('video-platform', path), 'utf8').split('\n');
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
  // Each package has an entry, and a chunk that entries share.
  expect(modules?.map((url) => url.replace(/.*@speccast\//, ''))).toEqual([
    'video-platform/dist/index.js',
    'runtime/dist/index.js',
    'video-platform/dist/chunks/main.js',
    'runtime/dist/chunks/main.js',
  ]);
});

test.each(['video-platform', 'ad-reporting'] as const)('the first example in the README of %s works', (name) => {
  const page = readFileSync(locateInstalled(name, 'README.md'), 'utf8');
  const fences = [...page.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, code = '']) => code);
  const emulated = fences.find((code) => code.includes('createEmulator()')) ?? '';
  writeFileSync(join(folder, 'first.mjs'), emulated);
  expect(execFileSync(process.execPath, ['first.mjs'], { cwd: folder, encoding: 'utf8' })).toMatch(/items|account/);
  expect(page.indexOf('createEmulator()')).toBeLessThan(page.indexOf('\n## '));
});

test('speccast has the licences of its bundled libraries, and three dependencies', () => {
  const licences = readFileSync(locateInstalled('speccast', 'dist/generator/THIRD-PARTY-LICENSES.md'), 'utf8');
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
    readFileSync(locateInstalled('speccast', 'package.json'), 'utf8'),
  );
  expect(Object.keys(dependencies)).toEqual(['@speccast/emulator', '@speccast/runtime', 'ts-morph']);
});
