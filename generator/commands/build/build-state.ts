import { readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isSystemError } from '../../output/disk.js';

/** Packages that `build.js` imports. */
const TOOLS = ['rollup', 'rollup-plugin-dts', 'typescript'];

/** Files and folders of a package that `dist` is built from. */
const SOURCES = ['src', 'openapi.json', 'package.json', 'tsconfig.json', 'build.js'];

/** The state of a package: only one that is `built` can be imported. */
export type BuildState = 'not generated' | 'not installed' | 'not built' | 'built';

/** The state of the package in a folder: it is built when everything in `dist` is younger than all sources. */
export function buildState(out: string): BuildState {
  const sources = readTimes(SOURCES.map((name) => join(out, name)));
  if (readTimes([join(out, 'build.js')]).length === 0) return 'not generated';
  const built = readTimes([join(out, 'dist')]);
  if (built.length > 0 && Math.min(...built) >= Math.max(...sources)) return 'built';
  return hasTools(out) ? 'not built' : 'not installed';
}

/** Returns whether the tools that build packages are installed for a folder. */
function hasTools(out: string): boolean {
  const { resolve } = createRequire(join(out, 'build.js'));
  try {
    for (const name of TOOLS) resolve(name);
    return true;
  } catch {
    return false;
  }
}

/** When files, and those in folders, were written. */
function readTimes(paths: readonly string[]): readonly number[] {
  return paths.flatMap((path) => {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats?.isDirectory() !== true) return stats === undefined ? [] : [stats.mtimeMs];
    return readTimes(namesIn(path).map((name) => join(path, name)));
  });
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    // It may be replaced right now.
    if (isSystemError(error)) return [];
    throw error;
  }
}
