import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Assets } from '../emit/emit-context.js';
import { hashTexts } from './text-file.js';
import { findUpwards, toPosixPath } from './disk.js';
import { compareStrings } from '../iterables.js';
import { parseJson } from '../json.js';

/** Libraries whose version may change the output or the diagnostics. */
const LIBRARIES = [
  'handlebars',
  'js-yaml',
  'json-p3',
  'jsonc-parser',
  'markdown-it',
  'prettier',
  'ts-morph',
  'yaml',
] as const;

/** Libraries that are not bundled into the published package. */
const INSTALLED = ['ts-morph'] as const;

/** Folders of templates. */
const TEMPLATES = [
  'client',
  'conformance',
  'mocks',
  'models',
  'operations',
  'package',
  'surfaces',
  'tanstack',
  'validators',
  'webhooks',
] as const;

/** The templates and the validators' runtime of this copy of speccast, and a hash of everything that its output depends on. */
export interface Tool extends Assets {
  readonly version: string;
  readonly hash: string;
}

/** Result of the first call of `readTool`; the code does not change while the process runs. */
let tool: Tool | undefined;

/** Reads the templates and the hash of this copy of speccast, from its sources or from the published package. */
export function readTool(): Tool {
  tool ??= readFromDisk();
  return tool;
}

function readFromDisk(): Tool {
  const code = dirname(dirname(fileURLToPath(import.meta.url)));
  const root = packageRoot(code);
  const assets = readAssets(join(root, 'templates'));
  const vocabulary = readFileSync(join(root, 'specs', 'vocabulary.yaml'), 'utf8');
  // The file of licences has the versions of bundled libraries.
  const own = [...readTexts(code, /(?<!\.d)\.[jt]s$|^THIRD-PARTY-LICENSES\.md$/)].flat();
  const texts = [...assets.templates, ...assets.runtime].flat();
  const version = versionBelow(root);
  const require = createRequire(import.meta.url);
  const libraries = (import.meta.url.endsWith('.ts') ? LIBRARIES : INSTALLED).map((library) => {
    const main = require.resolve(library);
    const modules = join(main.slice(0, main.lastIndexOf(join('node_modules', library))), 'node_modules');
    return `${library} ${versionBelow(join(modules, library))}`;
  });
  return { ...assets, version, hash: hashTexts(version, vocabulary, ...own, ...texts, ...libraries) };
}

function readAssets(folder: string): Assets {
  const templates = TEMPLATES.flatMap((name) =>
    [...readTexts(join(folder, name), /\.(?:hbs|js)$/)].map(([path, text]) => [`${name}/${path}`, text] as const),
  );
  const json = readFileSync(join(folder, 'runtime', 'json.ts'), 'utf8');
  const validators = [...readTexts(join(folder, 'runtime', 'validators'), /\.ts$/)];
  const runtime = validators.map(([path, text]) => [`validators/${path}`, text] as const);
  return { templates: new Map(templates), runtime: new Map([['json.ts', json], ...runtime]) };
}

/** Finds the folder of this copy of speccast from a folder of its code. */
export function packageRoot(start: string): string {
  const found = findUpwards(start, 'templates');
  if (found === undefined) throw new Error(`No folder \`templates\` above ${start}`);
  return dirname(found);
}

/** Reads the files below a folder whose names match, by path, in the order of their paths. */
function readTexts(folder: string, name: RegExp): ReadonlyMap<string, string> {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  const texts = entries
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [toPosixPath(path.slice(folder.length + 1)), readFileSync(path, 'utf8')] as const);
  return new Map(texts.toSorted(([left], [right]) => compareStrings(left, right)));
}

function versionBelow(folder: string): string {
  return String(versionIn(readFileSync(join(folder, 'package.json'), 'utf8')));
}

/** Returns the version in the text of a package.json; `undefined` if the text is not JSON. */
export function versionIn(text: string): unknown {
  return Object(parseJson(text)).version;
}
