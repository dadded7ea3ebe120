import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { KEPT, MANIFEST, fileHash, printManifest, readManifest, type Manifest } from './manifest.js';
import { exists, readText } from '../disk.js';
import type { TextFile } from '../text-file.js';
import { createTwoFilesPatch } from 'diff';

/** File that the maintainers may have replaced by the text of another licence; then it is not removed. */
const LICENSE = 'LICENSE';

/** An output folder as it is, next to what it should be. */
export interface Comparison {
  /** All files that should be there, the manifest included, without existing ones that are made once. */
  readonly wanted: readonly TextFile[];
  /** Texts of the files that are wanted or stale, as they are now. */
  readonly current: ReadonlyMap<string, string>;
  /** Generated files that are no longer produced. */
  readonly stale: readonly TextFile[];
  /** Paths of generated files that were edited since, and are not as wanted. */
  readonly edited: readonly string[];
  /** Wanted paths of files that are there and were not generated. */
  readonly foreign: readonly string[];
  /** The manifest as it is there. */
  readonly manifest: Manifest;
}

/** Thrown where writing would replace a file that was not generated, or leave the folder. */
export class OutputError extends Error {
  override readonly name = 'OutputError';
}

/** Compares an output folder with the files that it should hold. */
export function compareOutput(folder: string, files: readonly TextFile[]): Comparison {
  const listed = readManifest(folder);
  const isKept = ({ path, replaces }: TextFile): boolean =>
    KEPT.has(path) && replaces !== true && exists(join(folder, path));
  const wanted = [...files, printManifest(files)].filter((file) => !isKept(file));
  const texts = new Map(wanted.map((file) => [file.path, file.text]));
  const found = readTexts(folder, new Set([...texts.keys(), ...listed.keys()]));
  const leaves = !texts.has(LICENSE) && isEdited({ path: LICENSE, text: found.get(LICENSE) ?? '' }, listed);
  const [current, manifest] = leaves ? [without(found, LICENSE), without(listed, LICENSE)] : [found, listed];
  const isForeign = ({ path, text }: TextFile): boolean =>
    current.has(path) && current.get(path) !== text && path !== MANIFEST && !KEPT.has(path) && !manifest.has(path);
  return {
    wanted,
    current,
    // The manifest of a release that was killed names what is kept, too.
    stale: [...current].filter(([path]) => !texts.has(path) && !KEPT.has(path)).map(([path, text]) => ({ path, text })),
    edited: [...current]
      .filter(([path, text]) => texts.get(path) !== text && isEdited({ path, text }, manifest))
      .map(([path]) => path),
    foreign: wanted.filter(isForeign).map((file) => file.path),
    manifest,
  };
}

function without(map: ReadonlyMap<string, string>, key: string): ReadonlyMap<string, string> {
  return new Map([...map].filter(([one]) => one !== key));
}

function isEdited(file: TextFile, manifest: Manifest): boolean {
  const written = manifest.get(file.path);
  // A write that was killed leaves a manifest without hashes.
  return written !== undefined && written !== '' && written !== fileHash(file);
}

function readTexts(folder: string, paths: ReadonlySet<string>): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const isMissing = !exists(folder);
  for (const path of paths) {
    if (/(?:^|[\\/])\.\.(?:[\\/]|$)/.test(path))
      throw new OutputError(`${join(folder, MANIFEST)} names a file outside the folder: ${path}`);
    const text = !isMissing && isThere(folder, path) ? readText(join(folder, path)) : undefined;
    if (text !== undefined) texts.set(path, text);
  }
  return texts;
}

/** Returns whether a file is there. Throws on links, and on a folder in place of a file or the other way round. */
function isThere(folder: string, path: string): boolean {
  const steps = path.split('/').map((_, index, names) => join(folder, ...names.slice(0, index + 1)));
  return steps.every((step, index) => isSound(step, index < steps.length - 1 ? 'folder' : 'file'));
}

function isSound(step: string, wanted: 'folder' | 'file'): boolean {
  const stats = lstatSync(step, { throwIfNoEntry: false });
  if (stats === undefined) return false;
  if (stats.isSymbolicLink()) throw new OutputError(`${step} is a symbolic link; output is not written through links`);
  if (stats.isDirectory() !== (wanted === 'folder'))
    throw new OutputError(`${step} is where a ${wanted} has to be; move or remove it`);
  return true;
}

/** One file that `generate` would write or remove. */
export interface Difference {
  readonly path: string;
  readonly kind: 'changed' | 'missing' | 'extra';
  /** Unified diff from what is there to what should be there. */
  readonly diff: string;
}

/** Compares an output folder with the files that it should hold, and returns the differences by path. Diffs name files with the prefix. */
export function compareFiles(folder: string, files: readonly TextFile[], prefix = ''): readonly Difference[] {
  const { wanted, current, stale } = compareOutput(folder, files);
  const paths = [...wanted, ...stale].map((file) => file.path).toSorted();
  const texts = new Map(wanted.map((file) => [file.path, file.text]));
  return paths.flatMap((path) => {
    const [old, text] = [current.get(path), texts.get(path)];
    if (old === text) return [];
    const kind = old === undefined ? 'missing' : text === undefined ? 'extra' : 'changed';
    return [{ path, kind, diff: printDiff(`${prefix}${path}`, old, text) }];
  });
}

function printDiff(path: string, old: string | undefined, text: string | undefined): string {
  const before = old === undefined ? '/dev/null' : `a/${path}`;
  const after = text === undefined ? '/dev/null' : `b/${path}`;
  const options = { context: 3, timeout: 2_000 };
  const diff = createTwoFilesPatch(before, after, old ?? '', text ?? '', undefined, undefined, options);
  // Files that differ in nearly everything take too long to compare line by line.
  return diff?.replace(/^=+\n/, '') ?? `--- ${before}\n+++ ${after}\n`;
}
