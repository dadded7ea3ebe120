import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { TextFile } from '../../output/text-file.js';

/** What `src/spec.ts` reads. */
const DOCUMENT = 'openapi.json';

/** Sources of a generated package, with paths from the package's folder. */
export function readSources(folder: string): readonly TextFile[] {
  return sourcePaths(folder).map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }));
}

/** Whether these modules of a package, such as `spec.js`, were built in `dist` after its sources last changed. */
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
