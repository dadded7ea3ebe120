import { mkdirSync, readdirSync, renameSync, rmSync, rmdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { MANIFEST, exists } from './manifest.js';
import type { StagedFiles } from './stage-files.js';

/**
 * Moves staged files into a folder that is there, the manifest last, and removes those that are `gone`; undoes it where
 * one of them is refused.
 */
export function replaceFiles(target: string, staged: StagedFiles, gone: readonly string[]): void {
  const undo: (() => void)[] = [];
  const replace = (path: string, from: string): void => {
    mkdirSync(dirname(join(target, path)), { recursive: true });
    renameSync(from, join(target, path));
    undo.push(() => putBack(target, staged, path));
  };
  try {
    replace(MANIFEST, staged.transition);
    for (const [path, place] of staged.made) if (path !== MANIFEST) replace(path, place);
    for (const path of gone) {
      undo.push(() => putBack(target, staged, path));
      rmSync(join(target, path), { force: true });
      // Also where a run was killed before it came to that.
      removeEmpty(target, dirname(path));
    }
    replace(MANIFEST, staged.made.get(MANIFEST) ?? staged.transition);
  } catch (error) {
    for (const step of undo.toReversed()) attempt(step);
    throw error;
  }
}

/** Makes a path what it was; a file that was not there goes, and so do folders that were made for it. */
function putBack(target: string, { before }: StagedFiles, path: string): void {
  const kept = before.get(path);
  if (kept === undefined) {
    rmSync(join(target, path), { force: true });
    removeEmpty(target, dirname(path));
  } else if (exists(kept)) {
    // The manifest is replaced twice, and put back the first time.
    mkdirSync(dirname(join(target, path)), { recursive: true });
    renameSync(kept, join(target, path));
  }
}

function removeEmpty(target: string, folder: string): void {
  const path = join(target, folder);
  if (folder === '.' || !exists(path) || readdirSync(path).length > 0) return;
  rmdirSync(path);
  removeEmpty(target, dirname(folder));
}

/** What cannot be undone must not keep the rest from it; an empty folder that stays does no harm. */
function attempt(step: () => void): void {
  try {
    step();
  } catch {
    // The first refusal is the one that is told.
  }
}
