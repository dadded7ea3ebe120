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

/** What is not part of a checkout, whatever folder it stands in. */
const notCopied = new Set(['node_modules', 'dist', '.turbo', '.cache', '.tsbuildinfo']);

/** Copies files and folders of the repository, or of another copy of it, to the same places below another folder. */
export function copyOf(folder: string, paths: readonly string[], from: string = root): string {
  mkdirSync(folder, { recursive: true });
  for (const path of paths) {
    cpSync(join(from, path), join(folder, path), {
      recursive: true,
      filter: (source) => !notCopied.has(source.split(/[\\/]/).at(-1) ?? ''),
    });
  }
  return folder;
}

/** Installs what the repository has installed, by links; its own packages become those of the folder. */
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

/** Has services of a copy of `specs/` come unformatted: prettier takes most of the time where nothing is remembered. */
export function leaveUnformatted(folder: string, services: readonly string[]): void {
  for (const service of services) setOption(folder, service, 'format: false');
}

/** Leaves a service of a copy of `specs/` those operations whose ids are like one of `patterns`. */
export function keepOperations(folder: string, service: string, patterns: readonly string[]): void {
  const include = patterns.map((pattern) => `{ operationId: ${pattern} }`).join(', ');
  setOption(folder, service, `operations: { include: [${include}] }`);
}

function setOption(folder: string, service: string, line: string): void {
  const config = join(folder, 'specs/speccast.yaml');
  writeFileSync(config, readFileSync(config, 'utf8').replace(`\n  ${service}:\n`, `$&    ${line}\n`));
}

/** Hashes of all files below a folder, by path with forward slashes, apart from those in folders of these names. */
export function hashesBelow(folder: string, without: readonly string[] = []): Readonly<Record<string, string>> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
  const wanted = paths.filter((path) => !path.split('/').some((step) => without.includes(step)));
  const hash = (path: string): string =>
    createHash('sha256')
      .update(readFileSync(join(folder, path)))
      .digest('hex');
  return Object.fromEntries(wanted.toSorted().map((path) => [path, hash(path)]));
}
