import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync } from 'node:fs';
import { rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root } from '../rules/sources.js';

/** A package of this repository, by the end of its name. */
export type PackageName = 'speccast' | 'runtime' | 'emulator' | 'video-platform' | 'ad-reporting';

/** What of a package.json says where things are. */
interface Manifest {
  readonly name: string;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** What npm may put into a tarball, as far as these packages have it. */
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

/** Folder of a package in this repository. */
export function folderOf(name: PackageName): string {
  if (name === 'speccast') return root.replace(/\/$/, '');
  return join(root, name === 'runtime' || name === 'emulator' ? 'templates' : 'generated', name);
}

/** The tarball of a package as `npm publish` would send it: made once, and again only where a file of it has changed. */
export function tarballOf(name: PackageName): string {
  const folder = folderOf(name);
  if (!existsSync(join(folder, 'dist'))) throw new Error(`${name} is not built: run \`npm run build\` first.`);
  const cache = join(root, 'node_modules/.cache/speccast-packed');
  const tarball = join(cache, `${name}-${stateOf(folder)}.tgz`);
  if (existsSync(tarball)) return tarball;
  mkdirSync(cache, { recursive: true });
  const aside = mkdtempSync(join(cache, 'packing-'));
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', aside];
  const [packed]: readonly { filename: string }[] = JSON.parse(run('npm', args, folder));
  // Another process may have packed the same at the same time; either is good.
  renameSync(join(aside, basename(packed?.filename ?? '')), tarball);
  rmSync(aside, { recursive: true });
  return tarball;
}

/** Paths in the tarball of a package, without the `package/` before each. */
export function contentsOf(name: PackageName): readonly string[] {
  const lines = run('tar', ['-tzf', tarballOf(name)], root)
    .trim()
    .split('\n');
  return lines.map((path) => path.replace(/^package\//, '')).toSorted();
}

/** All subpaths that an installed package exports, by the names that importers use, `.` first. */
export function subpathsOf(name: string, folder: string): readonly string[] {
  const { exports }: { exports: Readonly<Record<string, unknown>> } = JSON.parse(
    readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'),
  );
  return Object.keys(exports).map((subpath) => `${name}${subpath.slice(1)}`);
}

/**
 * Installs tarballs into a folder as npm would lay them out, with the runtime and the emulator, and needs no registry: what
 * speccast depends on is linked to what is installed here. Their commands are in `node_modules/.bin`.
 */
export function installPacked(names: readonly PackageName[], folder: string): void {
  const manifest = join(folder, 'package.json');
  if (!existsSync(manifest)) writeFileSync(manifest, '{ "name": "consumer", "private": true, "type": "module" }\n');
  for (const name of new Set<PackageName>(['runtime', 'emulator', ...names])) {
    const { name: full }: Manifest = JSON.parse(readFileSync(join(folderOf(name), 'package.json'), 'utf8'));
    const own = join(folder, 'node_modules', full);
    mkdirSync(own, { recursive: true });
    run('tar', ['-xzf', tarballOf(name), '--strip-components=1', '-C', own], folder);
    const { bin = {}, dependencies = {} }: Manifest = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'));
    linkInstalled(Object.keys(dependencies), folder);
    for (const [command, path] of Object.entries(bin)) {
      chmodSync(join(own, path), 0o755);
      link(join(own, path), join(folder, 'node_modules/.bin', command));
    }
  }
}

/** Links packages that are installed in this repository into a folder, where they are not there yet. */
export function linkInstalled(names: readonly string[], folder: string): void {
  for (const name of names) link(join(root, 'node_modules', name), join(folder, 'node_modules', name));
}

function link(target: string, path: string): void {
  if (existsSync(path)) return;
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}

/** Changes whenever one of the files does that a tarball may hold. */
function stateOf(folder: string): string {
  const hash = createHash('sha256');
  for (const path of packable.map((name) => join(folder, name)).filter((name) => existsSync(name))) {
    const paths = statSync(path).isDirectory() ? filesOf(path) : [path];
    for (const one of paths.toSorted()) {
      const { size, mtimeMs } = statSync(one);
      hash.update(`${one}\n${size}\n${mtimeMs}\n`);
    }
  }
  return hash.digest('hex').slice(0, 16);
}

function filesOf(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

function run(command: string, args: readonly string[], cwd: string): string {
  return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1 << 26 });
}
