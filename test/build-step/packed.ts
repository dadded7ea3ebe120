import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync } from 'node:fs';
import { rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root } from '../rules/sources.js';

/** A package of this repository, by the end of its name. */
export type PackageName = 'speccast' | 'runtime' | 'emulator' | 'video-platform' | 'ad-reporting';

/** Members of a package.json that installing reads. */
interface Manifest {
  readonly name: string;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Files and folders that npm puts into the tarballs of these packages, if a package has them. */
const packable = [
  'dist',
  'src',
  'templates',
  'THIRD-PARTY-LICENSES.md',
  'specs',
  'package.json',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
  'openapi.json',
];

/** Returns the folder of a package in this repository: `runtime` → `templates/runtime`. */
export function locatePackage(name: PackageName): string {
  if (name === 'speccast') return root.replace(/\/$/, '');
  return join(root, name === 'runtime' || name === 'emulator' ? 'templates' : 'generated', name);
}

/** Returns the path of the tarball that `npm publish` would send. It is packed again only after a file of the package has changed. */
export function packTarball(name: PackageName): string {
  const folder = locatePackage(name);
  if (!existsSync(join(folder, 'dist'))) throw new Error(`${name} is not built: run \`npm run build\` first.`);
  const cache = join(root, 'node_modules/.cache/speccast-packed');
  const tarball = join(cache, `${name}-${hashFiles(folder)}.tgz`);
  if (existsSync(tarball)) return tarball;
  mkdirSync(cache, { recursive: true });
  const aside = mkdtempSync(join(cache, 'packing-'));
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', aside];
  const [packed]: readonly { filename: string }[] = JSON.parse(run('npm', args, folder));
  // Another process may have created the same tarball meanwhile: renaming replaces it.
  renameSync(join(aside, basename(packed?.filename ?? '')), tarball);
  rmSync(aside, { recursive: true });
  return tarball;
}

/** Lists the paths in the tarball of a package, without `package/` at their start. */
export function listTarball(name: PackageName): readonly string[] {
  const lines = run('tar', ['-tzf', packTarball(name)], root)
    .trim()
    .split('\n');
  return lines.map((path) => path.replace(/^package\//, '')).toSorted();
}

/** Lists all subpaths of an installed package, as they are imported: `@speccast/video-platform/mocks`. */
export function listSubpaths(name: string, folder: string): readonly string[] {
  const { exports }: { exports: Readonly<Record<string, unknown>> } = JSON.parse(
    readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'),
  );
  return Object.keys(exports).map((subpath) => `${name}${subpath.slice(1)}`);
}

/**
 * Installs tarballs of packages, of the runtime and of the emulator into a folder, in the layout of npm and without a registry.
 * Their dependencies are linked to the installed packages of this repository, their commands are in `node_modules/.bin`.
 */
export function installPacked(names: readonly PackageName[], folder: string): void {
  const manifest = join(folder, 'package.json');
  if (!existsSync(manifest)) writeFileSync(manifest, '{ "name": "consumer", "private": true, "type": "module" }\n');
  for (const name of new Set<PackageName>(['runtime', 'emulator', ...names])) {
    const { name: full }: Manifest = JSON.parse(readFileSync(join(locatePackage(name), 'package.json'), 'utf8'));
    const own = join(folder, 'node_modules', full);
    mkdirSync(own, { recursive: true });
    run('tar', ['-xzf', packTarball(name), '--strip-components=1', '-C', own], folder);
    const { bin = {}, dependencies = {} }: Manifest = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'));
    linkInstalled(Object.keys(dependencies), folder);
    for (const [command, path] of Object.entries(bin)) {
      chmodSync(join(own, path), 0o755);
      link(join(own, path), join(folder, 'node_modules/.bin', command));
    }
  }
}

/** Links installed packages of this repository into a folder, if it does not have them yet. */
export function linkInstalled(names: readonly string[], folder: string): void {
  for (const name of names) link(join(root, 'node_modules', name), join(folder, 'node_modules', name));
}

function link(target: string, path: string): void {
  if (existsSync(path)) return;
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}

/** Returns a hash of the paths, sizes and times of all files that a tarball may contain. */
function hashFiles(folder: string): string {
  const hash = createHash('sha256');
  for (const path of packable.map((name) => join(folder, name)).filter((name) => existsSync(name))) {
    const paths = statSync(path).isDirectory() ? listFiles(path) : [path];
    for (const one of paths.toSorted()) {
      const { size, mtimeMs } = statSync(one);
      hash.update(`${one}\n${size}\n${mtimeMs}\n`);
    }
  }
  return hash.digest('hex').slice(0, 16);
}

function listFiles(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

function run(command: string, args: readonly string[], cwd: string): string {
  return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1 << 26 });
}
