import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { TextFile } from '../output/text-file.js';

/** Sources of a generated package, with paths from the package's folder. */
export function readSources(folder: string): readonly TextFile[] {
  return sourcePaths(folder).map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }));
}

/** Whether `dist` of a package was built after its sources last changed. */
export function isBuilt(folder: string): boolean {
  // Of declarations nothing is built.
  const sources = sourcePaths(folder).filter((path) => !path.endsWith('.d.ts'));
  return sources.every((path) => {
    const built = join(folder, path.replace(/^src\//, 'dist/').replace(/\.ts$/, '.js'));
    return existsSync(built) && statSync(built).mtimeMs >= statSync(join(folder, path)).mtimeMs;
  });
}

function sourcePaths(folder: string): readonly string[] {
  const entries = readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' });
  return entries.filter((path) => path.endsWith('.ts')).map((path) => `src/${path.replaceAll('\\', '/')}`);
}
