import { mkdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { exists, readText } from '../disk.js';
import type { TextFile } from '../text-file.js';
import { OutputError, compareOutput } from './compare-output.js';
import type { Comparison, OutputReader } from './compare-output.js';
import { clearLeftLocks, withLock } from './lock.js';
import { KEPT, MANIFEST, printManifest } from './manifest.js';
import { isUnderWork, outputPaths } from './output-paths.js';
import type { OutputPaths } from './output-paths.js';
import { replaceFiles } from './replace-files.js';

/** What a write changed, as paths relative to the folder. */
export interface WriteResult {
  readonly written: readonly string[];
  readonly removed: readonly string[];
  /** Generated files that had been edited and are as generated again. */
  readonly restored: readonly string[];
}

/**
 * Makes a folder hold exactly these generated files, and touches nothing when it does already.
 *
 * What changes is completed in a sibling folder first. A folder that is not there yet is that sibling, renamed. In one
 * that is, each changed file is replaced by a rename: at any moment it is as it was or as it will be, and all
 * else (unchanged files, `dist`, `node_modules`, the folder itself) is never touched, so whoever watches the folder or
 * works in it goes on. The manifest meanwhile lists the files of both: killed half way, the folder is out of date like
 * any other, and the next write makes it right. What the operating system fails at is undone.
 */
export function writeFiles(folder: string, files: readonly TextFile[], reader?: OutputReader): WriteResult {
  const paths = outputPaths(realFolder(folder), folder);
  if (!isUnderWork(paths) && isListed(paths.target, files)) {
    // Nothing to do is the rule, and then the folder may as well be read-only.
    const changes = changesOf(compareOutput(paths.target, files, reader));
    if (!hasChanges(changes)) return changes;
  }
  return withLock(paths.lock, () => writeLocked(paths, files, reader));
}

/** Whether the manifest says that these files were written last; where it does not, something has to be written. */
function isListed(folder: string, files: readonly TextFile[]): boolean {
  return readText(join(folder, MANIFEST)) === printManifest(files).text;
}

function writeLocked(paths: OutputPaths, files: readonly TextFile[], reader: OutputReader | undefined): WriteResult {
  clearLeftLocks(paths.lock);
  rmSync(paths.next, { recursive: true, force: true });
  const comparison = compareOutput(paths.target, files, reader);
  rejectForeign(paths.shown, comparison);
  const changes = changesOf(comparison);
  if (!hasChanges(changes)) return changes;
  try {
    writeChanges(paths, comparison, changes);
  } finally {
    rmSync(paths.next, { recursive: true, force: true });
  }
  return changes;
}

function writeChanges(paths: OutputPaths, comparison: Comparison, changes: WriteResult): void {
  const { target, next } = paths;
  if (exists(target)) return replaceFiles(paths, comparison, { ...changes, gone: goneOf(comparison) });
  for (const { path, text } of comparison.wanted) {
    mkdirSync(dirname(join(next, path)), { recursive: true });
    writeFileSync(join(next, path), text, { flag: 'wx' });
  }
  renameSync(next, target);
}

/** The folder itself where the path leads through links, so that no link is replaced. */
function realFolder(folder: string): string {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats === undefined && exists(folder)) throw new OutputError(`${folder} is a link that leads nowhere`);
  if (stats === undefined) return resolve(folder);
  if (!stats.isDirectory()) throw new OutputError(`${folder} is not a folder`);
  return realpathSync(folder);
}

function rejectForeign(folder: string, { foreign }: Comparison): void {
  if (foreign.length === 0) return;
  const list = foreign.slice(0, 5).join(', ') + (foreign.length > 5 ? ` and ${foreign.length - 5} more` : '');
  throw new OutputError(`${folder} holds files of the same name that were not generated: ${list}; move or remove them`);
}

/** What the manifest lists and is not wanted, there or not. */
function goneOf({ manifest, wanted }: Comparison): readonly string[] {
  const paths = new Set(wanted.map((file) => file.path));
  return [...manifest.keys()].filter((path) => !paths.has(path) && !KEPT.has(path));
}

function hasChanges({ written, removed }: WriteResult): boolean {
  return written.length + removed.length > 0;
}

function changesOf({ wanted, current, stale, edited }: Comparison): WriteResult {
  const written = wanted.filter((file) => current.get(file.path) !== file.text).map((file) => file.path);
  const changed = new Set(written);
  return {
    written,
    removed: stale.map((file) => file.path),
    restored: edited.filter((path) => changed.has(path)),
  };
}
