import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isPackageImport } from '../../emit/code/imports.js';
import { hashTexts, type TextFile } from '../../output/text-file.js';
import type { Target } from '../sources/targets.js';
import { WrongUsage } from '../terminal/console.js';
import type { CodeCache } from './code-cache.js';
import { entryAddress, servedModules, servedSources } from './serve-emulator.js';

/** The compiler and the folders for the code of a package that is not built. */
interface PackageCodeOptions {
  /** A temporary folder, which is removed when the process ends. */
  readonly folder: string;
  /** Hash of the compiler. */
  readonly tool: string;
  readonly cache: CodeCache;
}

/** Returns the folder with the JavaScript of a generated package, as a URL. Throws `WrongUsage` if the package was not generated. */
export async function packageCode({ name, out }: Target, options: PackageCodeOptions): Promise<URL> {
  if (!existsSync(out)) throw new WrongUsage(`the package ${name} is not there yet; run \`speccast generate ${name}\``);
  if (isBuilt(out, servedModules)) return pathToFileURL(`${out}/dist/`);
  const { cache, folder, tool } = options;
  const files = readSources(out);
  const key = hashTexts(tool, entryAddress('@speccast/emulator'), ...files.flatMap(({ path, text }) => [path, text]));
  const known = cache.find(key);
  if (known !== undefined) return known.folder;
  const { transpileFiles } = await import('../../output/transpile.js');
  // The temporary folder has no `node_modules`, so packages are imported by absolute URLs.
  const toUrl = (specifier: string): string | undefined =>
    isPackageImport(specifier) ? entryAddress(specifier) : undefined;
  transpileFiles(files, { entries: servedSources, folder, toUrl });
  cache.keep(key, folder, { inputs: {}, diagnostics: [] });
  return pathToFileURL(`${folder}/`);
}

/** The file that `src/spec.ts` reads. */
const DOCUMENT = 'openapi.json';

/** Reads the sources of a generated package, with paths from its folder. */
export function readSources(folder: string): readonly TextFile[] {
  return sourcePaths(folder).map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }));
}

/** Returns whether modules of a package, such as `spec.js`, were built in `dist` after its sources last changed. */
export function isBuilt(folder: string, modules: readonly string[]): boolean {
  const built = modules.map((path) => join(folder, 'dist', path));
  if (!built.every((path) => existsSync(path))) return false;
  const oldest = Math.min(...built.map((path) => statSync(path).mtimeMs));
  return sourcePaths(folder).every((path) => statSync(join(folder, path)).mtimeMs <= oldest);
}

function sourcePaths(folder: string): readonly string[] {
  const entries = readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' });
  const modules = entries.filter((path) => path.endsWith('.ts')).map((path) => `src/${path.replaceAll('\\', '/')}`);
  return existsSync(join(folder, DOCUMENT)) ? [...modules, DOCUMENT] : modules;
}
