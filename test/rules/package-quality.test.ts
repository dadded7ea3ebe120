import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { beforeAll, describe, expect, test } from 'vitest';
import { compile } from '../build-step/compile.js';
import { folderOf, tarballOf } from '../build-step/packed.js';
import { folderOfFile } from '../scratch-folder.js';
import { root } from './sources.js';

const packages = ['video-platform', 'ad-reporting'] as const;
const shared = ['runtime', 'emulator'] as const;
/** Bytes of a package once installed. */
const limits = { 'video-platform': 1_338_000, 'ad-reporting': 214_000, runtime: 770_000, emulator: 1_470_000 };
/** Subpaths that are no modules: a JSON file has no types. */
const data = {
  'video-platform': 'openapi.json',
  'ad-reporting': 'openapi.json',
  runtime: 'package.json',
  emulator: 'package.json',
  speccast: 'speccast.schema.json',
};
const SLOW = 120_000;

/** What is used of the library of "are the types wrong?". */
interface TypesAreWrong {
  readonly createPackageFromTarballData: (data: Uint8Array) => object;
  readonly checkPackage: (
    tarball: object,
    options: { readonly excludeEntrypoints: readonly string[] },
  ) => Promise<{ readonly problems: readonly { readonly resolutionKind: string }[] }>;
}

/** Folder outside the repository, so that nothing is found by accident. */
let folder = '';

beforeAll(() => {
  folder = folderOfFile();
  writeFileSync(join(folder, 'package.json'), '{ "name": "consumer", "private": true, "type": "module" }\n');
  const tarballs = ([...shared, ...packages] as const).map((name) => tarballOf(name));
  run(
    'npm',
    ['install', '--offline', '--no-audit', '--no-fund', '--no-save', '--legacy-peer-deps', ...tarballs],
    folder,
  );
}, SLOW);

function run(command: string, args: readonly string[], cwd: string): string {
  return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

describe.each([...packages, ...shared, 'speccast'] as const)('the tarball of %s', (name) => {
  test('has nothing that publint complains about', async () => {
    const { buffer, byteOffset, byteLength } = readFileSync(tarballOf(name));
    const tarball = buffer.slice(byteOffset, byteOffset + byteLength);
    const { messages, pkg } = await publint({ pack: { tarball }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  test(
    'has types that resolve for ESM consumers (are the types wrong?)',
    async () => {
      // Its command, which is what is installed, starts a compiler each time.
      const path = join(root, 'node_modules/@arethetypeswrong/core/dist/index.js');
      const { checkPackage, createPackageFromTarballData } = (await import(path)) as TypesAreWrong;
      const tarball = createPackageFromTarballData(readFileSync(tarballOf(name)));
      const { problems } = await checkPackage(tarball, { excludeEntrypoints: [data[name]] });
      // What only concerns those who have no ECMAScript modules.
      const others = problems.filter(({ resolutionKind }) => !['node10', 'node16-cjs'].includes(resolutionKind));
      expect(others).toEqual([]);
    },
    SLOW,
  );

  test('can be published with a statement of where it comes from', () => {
    const manifest = JSON.parse(readFileSync(join(folderOf(name), 'package.json'), 'utf8'));
    const own = name === 'runtime' || name === 'emulator' ? 'templates' : 'generated';
    const directory = name === 'speccast' ? {} : { directory: `${own}/${name}` };
    expect(manifest).toMatchObject({
      license: 'MIT',
      repository: { type: 'git', url: 'git+https://github.com/speccast/speccast.git', ...directory },
      publishConfig: { access: 'public', provenance: true },
      engines: { node: '>=20.19' },
      type: 'module',
    });
    expect(manifest.keywords).toContain('openapi');
    expect(manifest).not.toHaveProperty('private');
    for (const moment of ['preinstall', 'install', 'postinstall', 'prepare']) {
      expect(manifest.scripts).not.toHaveProperty(moment);
    }
  });
});

test.each([...packages, ...shared] as const)(
  '%s takes no more room than it may once installed, beside its README',
  (name) => {
    const paths = readdirSync(join(folder, 'node_modules/@speccast', name), { recursive: true, withFileTypes: true });
    const sizes = paths
      .filter((entry) => entry.isFile() && entry.name !== 'README.md')
      .map((entry) => statSync(join(entry.parentPath, entry.name)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(limits[name]);
  },
);

describe('installed into an empty folder', () => {
  const program = `
import { createAdReporting } from '@speccast/ad-reporting';
import { createEmulator as createAdEmulator } from '@speccast/ad-reporting/mocks';
import { bearer, createVideoPlatform, type Playlist } from '@speccast/video-platform';
import { createEmulator } from '@speccast/video-platform/mocks';
import { createCore, playlistsList } from '@speccast/video-platform/operations';
import { serve } from '@speccast/video-platform/server';
import { document, hash } from '@speccast/video-platform/spec';
import { Playlist as playlists } from '@speccast/video-platform/validators';

const emulator = createEmulator();
const options = { auth: bearer('any-token'), baseUrl: emulator.baseUrl, fetch: emulator.fetch };
const made: Playlist = await createVideoPlatform(options).playlists.insert({ body: { snippet: { title: 'Tides' } } });
const { items = [] } = await playlistsList(createCore(options), { mine: true });
const ads = createAdEmulator();
const { account = [] } = await createAdReporting({ baseUrl: ads.baseUrl, fetch: ads.fetch }).accounts.list();
const server = await serve(emulator, { port: 0 });
await server.close();
// What is exported has to have types that others can name.
export const passedOn = { playlists, emulator, server, document, tables: emulator.state, journal: emulator.journal };
export const check = (value: unknown) => playlists['~standard'].validate(value);
console.log(JSON.stringify([playlists.is(made), items.some(({ id }) => id === made.id), account.length > 0, hash.length, document['openapi']]));
`;

  test(
    'both packages type-check and answer calls',
    () => {
      writeFileSync(join(folder, 'main.ts'), program);
      // The program runs in Node; everything else has to come from the packages.
      cpSync(join(root, 'node_modules/@types/node'), join(folder, 'node_modules/@types/node'), { recursive: true });
      cpSync(join(root, 'node_modules/undici-types'), join(folder, 'node_modules/undici-types'), { recursive: true });
      // Without the types of the DOM: those of Node have to do.
      const options = { module: 'nodenext', lib: ['es2022'], types: ['node'], exactOptionalPropertyTypes: true };
      expect(compile(folder, ['main.ts'], { ...options, declaration: true })).toBe('');
      expect(JSON.parse(run('node', ['main.js'], folder))).toEqual([true, true, true, 64, '3.1.0']);
    },
    SLOW,
  );

  test('npx finds the command of a package by the name of the package', () => {
    expect(run('npx', ['--offline', '@speccast/ad-reporting', '--version'], folder)).toMatch(/^ad-reporting \d/);
  });

  test('the command of a package serves its emulator', () => {
    const binary = join(folder, 'node_modules/.bin/ad-reporting-mock');
    expect(() => run(binary, ['--port', 'x'], folder)).toThrow('--port takes a whole number up to 65535, not "x".');
  });
});
