import {
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  rmdirSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { exists, makeFolder } from '../disk.js';
import type { Comparison } from './compare-output.js';
import { MANIFEST, printTransition } from './manifest.js';
import type { OutputPaths } from './output-paths.js';

/** What becomes of the files of a folder, by their paths. */
export interface Replacement {
  readonly written: readonly string[];
  readonly removed: readonly string[];
  /** What goes, whether it is there or not. */
  readonly gone: readonly string[];
}

/**
 * Completes in the sibling folder what changes, moves it into a folder that is there, the manifest last, and removes what
 * is gone; undoes it where the operating system fails on the way.
 */
export function replaceFiles(paths: OutputPaths, comparison: Comparison, replacement: Replacement): void {
  const { target } = paths;
  const staged = stageFiles(paths, comparison, replacement);
  const undo: (() => void)[] = [];
  const replace = (path: string, from: string): void => {
    mkdirSync(dirname(join(target, path)), { recursive: true });
    renameSync(from, join(target, path));
    undo.push(() => putBack(target, staged, path));
  };
  try {
    replace(MANIFEST, staged.transition);
    for (const [path, file] of staged.made) if (path !== MANIFEST) replace(path, file);
    for (const path of replacement.gone) {
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

/** What a write puts into a folder that is there, complete on disk before it begins; all in one folder, by number. */
interface StagedFiles {
  /** The new files by the path they are for, the manifest last. */
  readonly made: ReadonlyMap<string, string>;
  /** The files that are replaced or removed once more, as they were. */
  readonly before: ReadonlyMap<string, string>;
  /** Manifest for the time in between. */
  readonly transition: string;
}

function stageFiles(
  { target, next }: OutputPaths,
  { wanted, current, manifest }: Comparison,
  { written, removed }: Replacement,
): StagedFiles {
  makeFolder(next);
  const texts = new Map(wanted.map((file) => [file.path, file.text]));
  // The manifest is replaced even where it stays as it is: it says so of the time in between.
  const paths = [...written.filter((path) => path !== MANIFEST), MANIFEST];
  const made = numbered(paths, join(next, 'new'));
  for (const [path, file] of made) writeFileSync(file, texts.get(path) ?? '', { flag: 'wx' });
  const transition = join(next, 'transition');
  writeFileSync(transition, printTransition([...manifest.keys(), ...written]));
  const before = numbered(
    [...paths, ...removed].filter((path) => current.has(path)),
    join(next, 'old'),
  );
  for (const [path, file] of before) keep(join(target, path), file);
  return { made, before, transition };
}

function numbered(paths: readonly string[], stem: string): ReadonlyMap<string, string> {
  return new Map(paths.map((path, index) => [path, `${stem}-${index}`]));
}

/** A second name for the same file; a copy with the same times where the file system has no such thing. */
function keep(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    const { atime, mtime } = statSync(from);
    copyFileSync(from, to);
    utimesSync(to, atime, mtime);
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

/** What cannot be undone must not keep the rest from it; an empty folder that is left does no harm. */
function attempt(step: () => void): void {
  try {
    step();
  } catch {
    // The first error is the one that is reported.
  }
}
