import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cases, generateCase, type Case } from '../cases/cases.js';
import { tsc } from '../rules/compiler.js';
import { root } from '../rules/sources.js';
import { folderOfFile } from '../scratch-folder.js';
import { compilers, type Compiler } from './compile.js';
import { installPacked, linkInstalled, subpathsOf } from './packed.js';

/** Specs of others, whose packages have to compile as well: bodies of all kinds, odd names. */
const wanted = ['positive-bodies', 'hostile-names'];

const dom = ['ES2022', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'];
const modules = {
  nodenext: { module: 'nodenext' },
  node16: { module: 'node16' },
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
} as const;

/** Outside the repository, so that nothing is found by accident. */
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
  for (const one of cases.filter(({ name }) => wanted.includes(name))) await installCase(one);
  writeConsumers();
}, 120_000);

afterAll(() => rmSync(work, { recursive: true, force: true }));

/** Generates and builds the package of a case, and installs what would be published of it. */
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
  ...wanted.map((name) => `@cases/${name}`),
];

/** One file that imports everything, one that passes on what it imports, one that calls, one that is CommonJS. */
function writeConsumers(): void {
  const paths = all.flatMap((name) => subpathsOf(name, folder)).filter((path) => !path.endsWith('.json'));
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
// What is exported has to have types that others can name.
export const title: string | undefined = page.items?.[0]?.snippet?.title;
export const passedOn = { made, client, emulator, server: serve(emulator, { port: 0 }), journal: emulator.journal };
export const handlers = mswHandlers(emulator, { baseUrl: 'https://a.example' });
export const matchers = emulatorMatchers;
export const isOne = (value: unknown): value is Playlist => playlists.is(value);
`;

const required = ['all.cts'];
const imported = ['all.mts', 'calls.mts'];

/** A compiler, how it resolves modules, the libraries, and the files that it checks. */
type Way = readonly [Compiler, keyof typeof modules, lib: readonly string[], files: readonly string[]];

/**
 * The latest in every way, the others in one: they resolve modules alike. From 5.8 on, CommonJS requires what is
 * no CommonJS; each of its files resolves modules in its own way, whatever else a compiler is given.
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

/** What a compiler says of our packages and of the programs that use them; what it says of the libraries of others is theirs. */
function complaints([compiler, module, lib, files]: Way): Promise<readonly string[]> {
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
    // The library that comes with the compiler is its own affair.
    skipDefaultLibCheck: true,
    declaration: true,
    noEmit: true,
  };
  writeFileSync(config, JSON.stringify({ compilerOptions, files }));
  const found = compilers[compiler]();
  // Those that have an interface for programs check our files alone.
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
    expect(await complaints(way)).toEqual([]);
  },
);

test('a package is built by the compilers that it names: those with an interface for programs', () => {
  const built = join(work, wanted[0] ?? '');
  const { devDependencies }: { readonly devDependencies: Readonly<Record<string, string>> } = JSON.parse(
    readFileSync(join(built, 'package.json'), 'utf8'),
  );
  expect(devDependencies['typescript']).toBe('>=5.9 <7');
  // The latest of them has just built it; the oldest understands the same sources.
  const tsc = join(compilers['5.9'](), 'bin/tsc');
  // What it complains of it prints, and then this throws.
  expect(execFileSync(process.execPath, [tsc, '-p', built], { encoding: 'utf8' })).toBe('');
});
