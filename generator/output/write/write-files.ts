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
  /** Generated files that had been edited and are as generated again. */
  readonly restored: readonly string[];
}

/**
 * Makes a folder hold exactly these generated files, and touches nothing when it does already.
 *
 * Changed files are completed in a sibling folder first. A new folder is that sibling, renamed. In an existing folder, each
 * changed file is replaced by a rename: at any moment it has its old or its new text, and nothing else (unchanged files,
 * `dist`, `node_modules`, the folder itself) is touched, for programs that watch the folder. The manifest meanwhile lists the
 * files of both states: after a run that was killed, the next write completes the folder. On errors of the operating system,
 * all changes are undone.
 */
export function writeFiles(folder: string, files: readonly TextFile[]): WriteResult {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats === undefined && exists(folder))
    throw new OutputError(`${folder} is a link to something that does not exist`);
  if (stats?.isDirectory() === false) throw new OutputError(`${folder} is not a folder`);
  // Links are followed, so that none of them is replaced.
  const paths = outputPaths(stats === undefined ? resolve(folder) : realpathSync(folder), folder);
  const isListed = readText(join(paths.target, MANIFEST)) === printManifest(files).text;
  if (!isUnderWork(paths) && isListed) {
    // Mostly there is nothing to do, and then the folder may be read-only.
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
      `${paths.shown} holds files of the same name that were not generated: ${list}; move or remove them`,
    );
  }
  const changes = listChanges(comparison);
  if (!hasChanges(changes)) return changes;
  try {
    if (exists(paths.target)) replaceFiles(paths, comparison, changes);
    else {
      for (const { path, text } of comparison.wanted) {
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

function listChanges({ wanted, current, stale, edited }: Comparison): WriteResult {
  const written = wanted.filter((file) => current.get(file.path) !== file.text).map((file) => file.path);
  const changed = new Set(written);
  return {
    written,
    removed: stale.map((file) => file.path),
    restored: edited.filter((path) => changed.has(path)),
  };
}

/**
 * Completes the changed files in the sibling folder, moves them into the output folder, the manifest last, and removes files
 * that are no longer wanted. Undoes all of it where the operating system fails on the way.
 */
function replaceFiles(
  { target, next }: OutputPaths,
  { wanted, current, manifest }: Comparison,
  { written, removed }: WriteResult,
): void {
  makeFolder(next);
  const texts = new Map(wanted.map((file) => [file.path, file.text]));
  // The manifest is replaced even where it stays as it is: it says so of the time in between.
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
      // A run that was killed may have left the folders.
      removeEmpty(target, dirname(path));
    }
    replace(MANIFEST, stage('new', MANIFEST));
  } catch (error) {
    for (const path of undo.toReversed()) {
      try {
        putBack(target, path, current.has(path) ? stage('old', path) : undefined);
      } catch {
        // The first error is reported, and the other steps are undone.
      }
    }
    throw error;
  }
}

/** Links a second name to a file; copies it with its times where the file system has no hard links. */
function keep(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    const { atime, mtime } = statSync(from);
    copyFileSync(from, to);
    utimesSync(to, atime, mtime);
  }
}

/** Restores a path. A file that was not there is removed, with folders that were made for it. */
function putBack(target: string, path: string, kept: string | undefined): void {
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
