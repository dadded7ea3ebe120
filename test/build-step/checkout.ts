import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from '../rules/sources.js';

/** Names of files and folders that are never copied, at any depth. */
const notCopied = new Set(['node_modules', 'dist', '.turbo', '.cache', '.tsbuildinfo']);

/** Copies files and folders from the repository, or from another copy of it, to the same paths below `folder`, and returns `folder`. */
export function copyPaths(folder: string, paths: readonly string[], from: string = root): string {
  mkdirSync(folder, { recursive: true });
  for (const path of paths) {
    cpSync(join(from, path), join(folder, path), {
      recursive: true,
      filter: (source) => !notCopied.has(source.split(/[\\/]/).at(-1) ?? ''),
    });
  }
  return folder;
}

/** Links all installed packages of the repository into a folder. The packages of the workspace are linked to those in the folder itself. */
export function installInto(folder: string): void {
  const from = realpathSync(join(root, 'node_modules'));
  for (const name of packagesIn(from)) {
    const to = join(folder, 'node_modules', name);
    mkdirSync(dirname(to), { recursive: true });
    const places = ['generated', 'templates'].map((place) => join(folder, place, name.replace('@speccast/', '')));
    const own = name.startsWith('@speccast/') ? places.find((place) => existsSync(place)) : undefined;
    symlinkSync(own ?? join(from, name), to);
  }
}

function packagesIn(folder: string): readonly string[] {
  const names = readdirSync(folder).filter((name) => !name.startsWith('.') || name === '.bin');
  return names.flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(folder, name)).map((inner) => `${name}/${inner}`) : [name],
  );
}

/** Turns formatting off for services of a copy of `specs/`: without a cache, prettier takes most of the time. */
export function leaveUnformatted(folder: string, services: readonly string[]): void {
  for (const service of services) setOption(folder, service, 'format: false');
}

/** Reduces a service of a copy of `specs/` to the operations whose ids match a pattern: `channels.*`. */
export function keepOperations(folder: string, service: string, patterns: readonly string[]): void {
  const include = patterns.map((pattern) => `{ operationId: ${pattern} }`).join(', ');
  setOption(folder, service, `operations: { include: [${include}] }`);
}

function setOption(folder: string, service: string, line: string): void {
  const config = join(folder, 'specs/speccast.yaml');
  writeFileSync(config, readFileSync(config, 'utf8').replace(`\n  ${service}:\n`, `$&    ${line}\n`));
}

/** Returns the hashes of all files below a folder, by path with forward slashes. Folders named in `without` are left out. */
export function hashesBelow(folder: string, without: readonly string[] = []): Readonly<Record<string, string>> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
  const included = paths.filter((path) => !path.split('/').some((step) => without.includes(step)));
  const hash = (path: string): string =>
    createHash('sha256')
      .update(readFileSync(join(folder, path)))
      .digest('hex');
  return Object.fromEntries(included.toSorted().map((path) => [path, hash(path)]));
}
