import {
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  copyFileSync,
  linkSync,
  readdirSync,
  rmdirSync,
  utimesSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { exists, readText, makeFolder } from '../disk.js';
import type { TextFile } from '../text-file.js';
import { OutputError, compareOutput, type Comparison } from './compare-output.js';
import { clearLeftLocks, withLock, isUnderWork, outputPaths, type OutputPaths } from './lock.js';
import { KEPT, MANIFEST, printManifest, printTransition } from './manifest.js';

/** The changes of a write, as paths relative to the folder. */
interface WriteResult {
  readonly written: readonly string[];
  readonly removed: readonly string[];
  /** Generated files that were edited by hand, and have been overwritten. */
  readonly restored: readonly string[];
}

/**
 * Writes generated files to a folder, and removes those of the last run that are no longer generated. Touches nothing if the folder
 * is up to date.
 *
 * Changed files are first written to a temporary folder beside the output. If there is no output folder yet, the temporary folder is
 * renamed to it. Otherwise each changed file is moved over the old one, so that it always has its old or its new text. Nothing else
 * is touched (unchanged files, `dist`, `node_modules`, the folder itself), because programs may watch the folder. In the meantime,
 * the manifest lists the files of both states: if the run is killed, the next one completes the folder. On an error of the operating
 * system, all changes are undone.
 */
export function writeFiles(folder: string, files: readonly TextFile[]): WriteResult {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats === undefined && exists(folder))
    throw new OutputError(`${folder} is a link to something that does not exist`);
  if (stats?.isDirectory() === false) throw new OutputError(`${folder} is not a folder`);
  // If the folder is a link, its target is written, and the link stays.
  const paths = outputPaths(stats === undefined ? resolve(folder) : realpathSync(folder), folder);
  const isListed = readText(join(paths.target, MANIFEST)) === printManifest(files).text;
  if (!isUnderWork(paths) && isListed) {
    // If nothing has changed, no lock is needed, and the folder may be read-only.
    const changes = listChanges(compareOutput(paths.target, files));
    if (!hasChanges(changes)) return changes;
  }
  return withLock(paths.lock, () => writeLocked(paths, files));
}

function writeLocked(paths: OutputPaths, files: readonly TextFile[]): WriteResult {
  clearLeftLocks(paths.lock);
  rmSync(paths.next, { recursive: true, force: true });
  const comparison = compareOutput(paths.target, files);
  const { foreign } = comparison;
  if (foreign.length > 0) {
    const list = foreign.slice(0, 5).join(', ') + (foreign.length > 5 ? ` and ${foreign.length - 5} more` : '');
    throw new OutputError(
      `${paths.shown} has files that were not generated but have the names of generated ones: ${list}; move or remove them`,
    );
  }
  const changes = listChanges(comparison);
  if (!hasChanges(changes)) return changes;
  try {
    if (exists(paths.target)) replaceFiles(paths, comparison, changes);
    else {
      for (const { path, text } of comparison.expected) {
        mkdirSync(dirname(join(paths.next, path)), { recursive: true });
        writeFileSync(join(paths.next, path), text, { flag: 'wx' });
      }
      renameSync(paths.next, paths.target);
    }
  } finally {
    rmSync(paths.next, { recursive: true, force: true });
  }
  return changes;
}

function hasChanges({ written, removed }: WriteResult): boolean {
  return written.length + removed.length > 0;
}

function listChanges({ expected, current, stale, edited }: Comparison): WriteResult {
  const written = expected.filter((file) => current.get(file.path) !== file.text).map((file) => file.path);
  const changed = new Set(written);
  return {
    written,
    removed: stale.map((file) => file.path),
    restored: edited.filter((path) => changed.has(path)),
  };
}

/**
 * Writes the changed files to the temporary folder, moves them into the output folder, the manifest last, and removes stale files.
 * On an error of the operating system, undoes all of that.
 */
function replaceFiles(
  { target, next }: OutputPaths,
  { expected, current, manifest }: Comparison,
  { written, removed }: WriteResult,
): void {
  makeFolder(next);
  const texts = new Map(expected.map((file) => [file.path, file.text]));
  // The manifest is always among the changed files, as it is replaced by that of the transition in between.
  const changed = [...written.filter((path) => path !== MANIFEST), MANIFEST];
  const numbers = new Map([...changed, ...removed].map((path, number) => [path, number]));
  const stage = (role: 'new' | 'old', path: string): string => join(next, `${role}-${numbers.get(path)}`);
  for (const path of changed) writeFileSync(stage('new', path), texts.get(path) ?? '', { flag: 'wx' });
  writeFileSync(join(next, 'transition'), printTransition([...manifest.keys(), ...written]));
  for (const path of numbers.keys()) if (current.has(path)) keep(join(target, path), stage('old', path));
  const undo: string[] = [];
  const replace = (path: string, from: string): void => {
    mkdirSync(dirname(join(target, path)), { recursive: true });
    renameSync(from, join(target, path));
    undo.push(path);
  };
  try {
    replace(MANIFEST, join(next, 'transition'));
    for (const path of changed) if (path !== MANIFEST) replace(path, stage('new', path));
    for (const path of manifest.keys()) {
      if (texts.has(path) || KEPT.has(path)) continue;
      undo.push(path);
      rmSync(join(target, path), { force: true });
      // Also called if the file is gone: a run that was killed may have left its folder.
      removeEmpty(target, dirname(path));
    }
    replace(MANIFEST, stage('new', MANIFEST));
  } catch (error) {
    for (const path of undo.toReversed()) {
      try {
        putBack(target, path, current.has(path) ? stage('old', path) : undefined);
      } catch {
        // The first error is thrown below; the remaining steps still have to be undone.
      }
    }
    throw error;
  }
}

/** Keeps a file under a second name: by a hard link, or by a copy with the same times if the file system has no hard links. */
function keep(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    const { atime, mtime } = statSync(from);
    copyFileSync(from, to);
    utimesSync(to, atime, mtime);
  }
}

/** Restores a path from `kept`. A file that did not exist before is removed, together with empty folders. */
function putBack(target: string, path: string, kept: string | undefined): void {
  if (kept === undefined) {
    rmSync(join(target, path), { force: true });
    removeEmpty(target, dirname(path));
  } else if (exists(kept)) {
    // Without `kept`, the path is restored already: the manifest is replaced twice.
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
