import { copyFileSync, linkSync, mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from './make-folder.js';
import { MANIFEST, printTransition } from './manifest.js';
import type { Places } from './places.js';
import type { Comparison } from './compare-output.js';
import type { WriteResult } from './write-files.js';

/** What a write puts into a folder that is there, complete on disk before it begins; all in one folder, by number. */
export interface StagedFiles {
  /** Where the new files stand by the path they are for, the manifest last. */
  readonly made: ReadonlyMap<string, string>;
  /** Where the files that are replaced or removed stand once more, as they were. */
  readonly before: ReadonlyMap<string, string>;
  /** Manifest for the time in between. */
  readonly transition: string;
}

/** Completes a folder that is not there yet, in the sibling folder. */
export function stageFolder({ next }: Places, { wanted }: Comparison): void {
  for (const folder of new Set(wanted.map((file) => dirname(file.path))))
    mkdirSync(join(next, folder), { recursive: true });
  for (const { path, text } of wanted) writeFileSync(join(next, path), text, { flag: 'wx' });
}

/** Completes in the sibling folder what changes, and keeps there what it replaces. */
export function stageFiles(
  { target, next }: Places,
  { wanted, current, manifest }: Comparison,
  { written, removed }: WriteResult,
): StagedFiles {
  makeFolder(next);
  const texts = new Map(wanted.map((file) => [file.path, file.text]));
  // The manifest is replaced even where it stays as it is: it says so of the time in between.
  const paths = [...written.filter((path) => path !== MANIFEST), MANIFEST];
  const made = numbered(paths, join(next, 'new'));
  for (const [path, place] of made) writeFileSync(place, texts.get(path) ?? '', { flag: 'wx' });
  const transition = join(next, 'transition');
  writeFileSync(transition, printTransition([...manifest.keys(), ...written]));
  const before = numbered(
    [...paths, ...removed].filter((path) => current.has(path)),
    join(next, 'old'),
  );
  for (const [path, place] of before) keep(join(target, path), place);
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
