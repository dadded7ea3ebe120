import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Assets } from './emit/source-file.js';
import { hashTexts } from './output/hash.js';
import { exists } from './output/manifest.js';

/** Libraries whose version shows in the output. */
const PRINTERS = ['prettier', 'oxc-parser', 'handlebars', 'yaml', 'js-yaml', 'jsonpath-rfc9535'];

/** The templates and the runtime of this copy of speccast, and a hash of everything that decides what it makes. */
export interface Tool extends Assets {
  readonly hash: string;
}

/** Reads the templates and the runtime, from the sources or from the published package. */
export function readTool(): Tool {
  const code = dirname(fileURLToPath(import.meta.url));
  const assets = readAssets(join(packageRoot(code), 'templates'));
  const own = [...readTexts(code, /\.[jt]s$/)].flat();
  const texts = [...assets.templates, ...assets.runtime].flat();
  return { ...assets, hash: hashTexts(...own, ...texts, ...PRINTERS.map(versionOf)) };
}

function readAssets(folder: string): Assets {
  const templates = [...readTexts(folder, /\.hbs$/)];
  const runtime = [...readTexts(join(folder, 'runtime'), /\.ts$/)];
  return { templates: new Map(templates), runtime: new Map(runtime) };
}

/** The folder of this copy of speccast, from a folder of its code. */
export function packageRoot(start: string): string {
  for (let folder = start; ; folder = dirname(folder)) {
    if (exists(join(folder, 'templates'))) return folder;
    if (folder === dirname(folder)) throw new Error(`No folder \`templates\` above ${start}`);
  }
}

/** Texts of the files below a folder whose names match, by path in the order of their names. */
function readTexts(folder: string, name: RegExp): ReadonlyMap<string, string> {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  const paths = entries
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  const sorted = paths
    .map((path) => [path.slice(folder.length + 1).replaceAll('\\', '/'), path] as const)
    .toSorted(byName);
  return new Map(sorted.map(([key, path]) => [key, readFileSync(path, 'utf8')]));
}

function byName([left]: readonly [string, string], [right]: readonly [string, string]): number {
  return left < right ? -1 : 1;
}

function versionOf(library: string): string {
  const require = createRequire(import.meta.url);
  const main = require.resolve(library);
  const root = main.slice(0, main.lastIndexOf(join('node_modules', library)));
  const { version }: { version?: unknown } = JSON.parse(
    readFileSync(join(root, 'node_modules', library, 'package.json'), 'utf8'),
  );
  return `${library} ${String(version)}`;
}
