import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { beforeAll, describe, expect, test } from 'vitest';
import { locatePackage, installPacked, packTarball } from '../build-step/packed.js';
import { folderOfFile } from '../scratch-folder.js';
import { root } from './sources.js';

const packages = ['video-platform', 'ad-reporting'] as const;
const shared = ['runtime', 'emulator'] as const;
/** Largest sizes of installed packages, in bytes. */
const limits = { 'video-platform': 1_338_000, 'ad-reporting': 215_000, runtime: 740_000, emulator: 1_470_000 };
/** Subpaths that are JSON files, which have no types. */
const data = {
  'video-platform': 'openapi.json',
  'ad-reporting': 'openapi.json',
  runtime: 'package.json',
  emulator: 'package.json',
  speccast: 'speccast.schema.json',
};
const SLOW = 120_000;

/** The used functions of "are the types wrong?", which is installed for its command. */
interface TypesAreWrong {
  readonly createPackageFromTarballData: (data: Uint8Array) => object;
  readonly checkPackage: (
    tarball: object,
    options: { readonly excludeEntrypoints: readonly string[] },
  ) => Promise<{ readonly problems: readonly { readonly resolutionKind: string }[] }>;
}

/** Folder outside the repository, so that no package of the repository is found. */
let folder = '';

beforeAll(() => {
  folder = folderOfFile();
  installPacked([...shared, ...packages], folder);
}, SLOW);

function run(command: string, args: readonly string[], cwd: string): string {
  return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

describe.each([...packages, ...shared, 'speccast'] as const)('the tarball of %s', (name) => {
  test('has nothing that publint complains about', async () => {
    const { buffer, byteOffset, byteLength } = readFileSync(packTarball(name));
    const tarball = buffer.slice(byteOffset, byteOffset + byteLength);
    const { messages, pkg } = await publint({ pack: { tarball }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  test(
    'has types that resolve for ESM consumers (are the types wrong?)',
    async () => {
      // `as`: only its command is a dependency, but that starts a compiler in each run.
      const path = join(root, 'node_modules/@arethetypeswrong/core/dist/index.js');
      const { checkPackage, createPackageFromTarballData } = (await import(path)) as TypesAreWrong;
      const tarball = createPackageFromTarballData(readFileSync(packTarball(name)));
      const { problems } = await checkPackage(tarball, { excludeEntrypoints: [data[name]] });
      // These problems concern consumers without ECMAScript modules only.
      const others = problems.filter(({ resolutionKind }) => !['node10', 'node16-cjs'].includes(resolutionKind));
      expect(others).toEqual([]);
    },
    SLOW,
  );

  test('has the fields that npm needs to publish it with provenance', () => {
    const manifest = JSON.parse(readFileSync(join(locatePackage(name), 'package.json'), 'utf8'));
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
  '%s is not larger than its limit once installed, without its README',
  (name) => {
    const paths = readdirSync(join(folder, 'node_modules/@speccast', name), { recursive: true, withFileTypes: true });
    const sizes = paths
      .filter((entry) => entry.isFile() && entry.name !== 'README.md')
      .map((entry) => statSync(join(entry.parentPath, entry.name)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(limits[name]);
  },
);

describe('installed', () => {
  test('npx finds the command of a package by the name of the package', () => {
    expect(run('npx', ['--offline', '@speccast/ad-reporting', '--version'], folder)).toMatch(/^ad-reporting \d/);
  });

  test('the command of a package serves its emulator', () => {
    const binary = join(folder, 'node_modules/.bin/ad-reporting-mock');
    expect(() => run(binary, ['--port', 'x'], folder)).toThrow('--port takes a whole number up to 65535, not "x".');
  });
});
