import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cases, generateCase, type Case } from '../cases/cases.js';
import { tsc } from '../rules/compiler.js';
import { root } from '../rules/sources.js';
import { folderOfFile } from '../scratch-folder.js';
import { compilers, type Compiler } from './compile.js';
import { installPacked, linkInstalled, listSubpaths } from './packed.js';

/** Cases whose packages have to compile as well: bodies of all kinds, odd names. */
const caseNames = ['positive-bodies', 'hostile-names'];

const dom = ['ES2022', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'];
const modules = {
  nodenext: { module: 'nodenext' },
  node16: { module: 'node16' },
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
} as const;

/** Folder outside the repository, so that no package of the repository is found. */
let folder = '';
let work = '';

beforeAll(async () => {
  folder = folderOfFile();
  mkdirSync(join(root, '.cache'), { recursive: true });
  work = mkdtempSync(join(root, '.cache/types-of-cases-'));
  installPacked(['speccast', 'video-platform', 'ad-reporting'], folder);
  linkInstalled(
    ['@types/node', 'undici-types', 'msw', 'vitest', '@modelcontextprotocol/server', '@tanstack/query-core'],
    folder,
  );
  for (const one of cases.filter(({ name }) => caseNames.includes(name))) await installCase(one);
  writeConsumers();
}, 120_000);

afterAll(() => rmSync(work, { recursive: true, force: true }));

/** Generates and builds the package of a case, and installs the files that would be published. */
async function installCase(one: Case): Promise<void> {
  const { name } = one;
  const { files } = await generateCase(one);
  const built = join(work, name);
  for (const file of files) {
    mkdirSync(dirname(join(built, file.path)), { recursive: true });
    writeFileSync(join(built, file.path), file.text);
  }
  execFileSync(process.execPath, ['build.js'], { cwd: built, encoding: 'utf8', stdio: 'pipe' });
  for (const part of ['package.json', 'dist'])
    cpSync(join(built, part), join(folder, 'node_modules/@cases', name, part), { recursive: true });
}

const all = [
  'speccast',
  '@speccast/video-platform',
  '@speccast/ad-reporting',
  ...caseNames.map((name) => `@cases/${name}`),
];

/** Writes three programs: `all.mts` imports every subpath, `all.cts` requires every subpath, `calls.mts` calls functions. */
function writeConsumers(): void {
  const paths = all.flatMap((name) => listSubpaths(name, folder)).filter((path) => !path.endsWith('.json'));
  const imports = paths.map((path, index) => `import * as m${index} from '${path}';\n`);
  const names = paths.map((_, index) => `m${index}`);
  writeFileSync(
    join(folder, 'all.mts'),
    `${imports.join('')}export const all: readonly object[] = [${names.join(', ')}];\n`,
  );
  writeFileSync(join(folder, 'calls.mts'), calls);
  const required = paths.map((path, index) => `import m${index} = require('${path}');\n`);
  writeFileSync(
    join(folder, 'all.cts'),
    `${required.join('')}export const all: readonly object[] = [${names.join(', ')}];\n`,
  );
}

const calls = `
import { bearer, createVideoPlatform, type ClientOptions, type Playlist } from '@speccast/video-platform';
import { createEmulator } from '@speccast/video-platform/mocks';
import { mswHandlers } from '@speccast/video-platform/msw';
import { createCore, playlistsList } from '@speccast/video-platform/operations';
import { serve } from '@speccast/video-platform/server';
import { Playlist as playlists } from '@speccast/video-platform/validators';
import { emulatorMatchers } from '@speccast/video-platform/vitest';

const emulator = createEmulator();
const options: ClientOptions = { auth: bearer('any-token'), baseUrl: emulator.baseUrl, fetch: emulator.fetch };
const client = createVideoPlatform(options);
const made: Playlist = await client.playlists.insert({ part: ['snippet'], body: { snippet: { title: 'Tides' } } });
for await (const { id } of client.playlists.list({ part: ['snippet'], mine: true })) console.log(id);
const page = await playlistsList(createCore(options), { part: ['snippet'], mine: true });
// Exports need types that declaration files can name.
export const title: string | undefined = page.items?.[0]?.snippet?.title;
export const passedOn = { made, client, emulator, server: serve(emulator, { port: 0 }), journal: emulator.journal };
export const handlers = mswHandlers(emulator, { baseUrl: 'https://a.example' });
export const matchers = emulatorMatchers;
export const isOne = (value: unknown): value is Playlist => playlists.is(value);
`;

const required = ['all.cts'];
const imported = ['all.mts', 'calls.mts'];

/** A compiler, its resolution of modules, the libraries, and the files that it checks. */
type Way = readonly [Compiler, keyof typeof modules, lib: readonly string[], files: readonly string[]];

/**
 * The latest compiler with every resolution of modules, the others with one: all resolve modules alike. `all.cts` needs 5.8 or later, since
 * it requires ECMAScript modules.
 */
const ways: readonly Way[] = [
  ['5.4', 'nodenext', dom, imported],
  ['5.9', 'nodenext', dom, [...imported, ...required]],
  ['6.0', 'bundler', dom, imported],
  ['7.0', 'nodenext', dom, [...imported, ...required]],
  ['7.0', 'node16', ['ES2022'], imported],
  ['7.0', 'bundler', dom, imported],
];

const own = join(root, 'test/generated/call-sites/check-own-files.mjs');

let checks = 0;

/** Lists the errors of a compiler in our packages and in the programs that use them, without errors in other packages. */
function findErrors([compiler, module, lib, files]: Way): Promise<readonly string[]> {
  const config = join(folder, `tsconfig.${checks++}.json`);
  const compilerOptions = {
    target: 'ES2022',
    ...modules[module],
    lib,
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    // The libraries of the compiler (`lib.dom.d.ts`) are not under test.
    skipDefaultLibCheck: true,
    declaration: true,
    noEmit: true,
  };
  writeFileSync(config, JSON.stringify({ compilerOptions, files }));
  const found = compilers[compiler]();
  // TypeScript 7 has no API: it checks all files. The others check our files alone.
  const command = compiler === '7.0' ? [...tsc, '-p', config, '--pretty', 'false'] : [own, found, config];
  return new Promise((resolve) =>
    execFile(process.execPath, command, { cwd: folder }, (error, stdout, stderr) => {
      const lines = `${stdout}${stderr}`
        .split('\n')
        .filter((line) => line !== '' && !/^(?:\s|.*node_modules\/(?!@speccast|@cases|speccast))/.test(line));
      resolve(error !== null && stdout === '' && lines.length === 0 ? [error.message] : lines);
    }),
  );
}

test.concurrent.each(ways)(
  'every subpath checks under TypeScript %s as %s with %j in %j, with skipLibCheck off',
  async (...way) => {
    expect(await findErrors(way)).toEqual([]);
  },
);

test('a package can be built by the oldest and the latest compiler of its `devDependencies`', () => {
  const built = join(work, caseNames[0] ?? '');
  const { devDependencies }: { readonly devDependencies: Readonly<Record<string, string>> } = JSON.parse(
    readFileSync(join(built, 'package.json'), 'utf8'),
  );
  expect(devDependencies['typescript']).toBe('>=5.9 <7');
  // TypeScript 6.0 has built it above; the oldest compiles the same sources.
  const tsc = join(compilers['5.9'](), 'bin/tsc');
  // `execFileSync` throws if the compiler reports errors.
  expect(execFileSync(process.execPath, [tsc, '-p', built], { encoding: 'utf8' })).toBe('');
});
