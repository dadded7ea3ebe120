import {
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { withLock } from './lock.js';
import { MANIFEST, exists, readManifest } from './manifest.js';
import { OutputRefused, compareOutput } from './read-output.js';
import type { Comparison } from './read-output.js';
import { refill } from './refill.js';
import type { TextFile } from './text-file.js';

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
 * The new content is completed in a sibling folder first: changed files are written there, unchanged ones are linked,
 * so they keep their time of modification. Then two renames swap the folders, and what was not generated (`dist`,
 * `node_modules`, files of yours) moves over before the old folder is removed. Output is therefore all old or all new
 * wherever a crash hits: before the swap the old folder is untouched; between its two renames there is no folder, and
 * the next write puts the old one back; after them the new one is there, and the next write moves over what is left.
 * Only a folder that `cwd` stands in is filled anew instead (see refill.ts): replaced, it would be gone under the
 * shell's feet.
 */
export function writeFiles(folder: string, files: readonly TextFile[], cwd?: string): WriteResult {
  const places = placesOf(realFolder(folder), folder);
  if (![places.next, places.old, places.ready].some(exists)) {
    // Nothing to do is the rule, and then the folder may as well be read-only.
    const changes = changesOf(compareOutput(places.target, files));
    if (!hasChanges(changes)) return changes;
  }
  const stays = cwd !== undefined && `${realpathSync(cwd)}${sep}`.startsWith(`${places.target}${sep}`);
  return withLock(places.lock, () => replaceFolder(places, files, stays));
}

function replaceFolder(places: Places, files: readonly TextFile[], stays: boolean): WriteResult {
  recover(places);
  const comparison = compareOutput(places.target, files);
  refuseForeign(places.shown, comparison);
  const changes = changesOf(comparison);
  if (!hasChanges(changes)) return changes;
  try {
    stage(places, comparison);
    if (stays) fill(places);
    else swap(places);
  } finally {
    rmSync(places.next, { recursive: true, force: true });
  }
  return changes;
}

interface Places {
  readonly target: string;
  /** The target as it was named, links and all. */
  readonly shown: string;
  /** The new output while it is being completed. */
  readonly next: string;
  /** The old output while the folders are swapped. */
  readonly old: string;
  /** The new output, complete, while it moves into a folder that stays. */
  readonly ready: string;
  /** File that keeps a second run out meanwhile. */
  readonly lock: string;
}

function placesOf(target: string, shown: string): Places {
  const sibling = (role: string): string => join(dirname(target), `.${basename(target)}.speccast-${role}`);
  return { target, shown, next: sibling('next'), old: sibling('old'), ready: sibling('ready'), lock: sibling('lock') };
}

/** The folder itself where the path leads through links, so that the folder is swapped and not a link to it. */
function realFolder(folder: string): string {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats === undefined && exists(folder)) throw new OutputRefused(`${folder} is a link that leads nowhere`);
  if (stats === undefined) return resolve(folder);
  if (!stats.isDirectory()) throw new OutputRefused(`${folder} is not a folder`);
  return realpathSync(folder);
}

function refuseForeign(folder: string, { foreign }: Comparison): void {
  if (foreign.length === 0) return;
  const list = foreign.slice(0, 5).join(', ') + (foreign.length > 5 ? ` and ${foreign.length - 5} more` : '');
  throw new OutputRefused(
    `${folder} holds files of the same name that were not generated: ${list}; move or remove them`,
  );
}

function hasChanges({ written, removed }: WriteResult): boolean {
  return written.length + removed.length > 0;
}

function changesOf({ wanted, current, stale, edited }: Comparison): WriteResult {
  const written = wanted.filter((file) => current.get(file.path) !== file.text).map((file) => file.path);
  return {
    written,
    removed: stale.map((file) => file.path),
    restored: edited.filter((path) => written.includes(path)),
  };
}

function stage({ target, next }: Places, { wanted, current }: Comparison): void {
  for (const folder of new Set(wanted.map((file) => dirname(file.path))))
    mkdirSync(join(next, folder), { recursive: true });
  for (const { path, text } of wanted) {
    if (current.get(path) === text) keep(join(target, path), join(next, path));
    else writeFileSync(join(next, path), text, { flag: 'wx' });
  }
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

function swap(places: Places): void {
  const { target, next, old } = places;
  const replaces = exists(target);
  if (replaces) renameSync(target, old);
  try {
    renameSync(next, target);
  } catch (error) {
    if (replaces) renameSync(old, target);
    throw error;
  }
  finish(places);
}

function fill({ target, next, ready }: Places): void {
  renameSync(next, ready);
  refill(target, ready);
}

/** Finishes or undoes a swap that a crash interrupted, and removes what it left unfinished. */
function recover(places: Places): void {
  if (exists(places.old) && !exists(places.target)) renameSync(places.old, places.target);
  finish(places);
  refill(places.target, places.ready);
  rmSync(places.next, { recursive: true, force: true });
}

function finish({ target, old }: Places): void {
  if (!exists(old)) return;
  const generated = [MANIFEST, ...readManifest(old).keys()];
  moveForeign({ from: old, to: target, generated: new Set(generated.flatMap(withFolders)) }, '');
  rmSync(old, { recursive: true, force: true });
}

interface Move {
  readonly from: string;
  readonly to: string;
  /** Generated files and the folders they stand in. */
  readonly generated: ReadonlySet<string>;
}

/** Moves what was not generated into the new folder; what exists there already stays as it is. */
function moveForeign(move: Move, folder: string): void {
  for (const entry of readdirSync(join(move.from, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    const isTaken = exists(join(move.to, path));
    if (entry.isDirectory() && (isTaken || move.generated.has(path))) {
      moveForeign(move, path);
    } else if (!isTaken && !move.generated.has(path)) {
      mkdirSync(join(move.to, folder), { recursive: true });
      renameSync(join(move.from, path), join(move.to, path));
    }
  }
}

/** `a/b/c.ts` -> `a`, `a/b`, `a/b/c.ts` */
function withFolders(path: string): readonly string[] {
  const steps = path.split('/');
  return steps.map((_, index) => steps.slice(0, index + 1).join('/'));
}
