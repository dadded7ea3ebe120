import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { KEPT, MANIFEST, fileHash, printManifest, readManifest, type Manifest } from './manifest.js';
import { exists, readText } from '../disk.js';
import type { TextFile } from '../text-file.js';
import { createTwoFilesPatch } from 'diff';

/** The licence. If it is no longer generated but was edited, it is the maintainers' own text, and is not removed. */
const LICENSE = 'LICENSE';

/** The files of an output folder, compared with those that it should have. */
export interface Comparison {
  /** All files that should be there, the manifest included, except existing files of `KEPT`. */
  readonly expected: readonly TextFile[];
  /** Texts on disk of expected and stale files, by path. */
  readonly current: ReadonlyMap<string, string>;
  /** Files of the last run that are no longer generated. */
  readonly stale: readonly TextFile[];
  /** Paths of generated files that were edited by hand, and differ from the expected text. */
  readonly edited: readonly string[];
  /** Paths of expected files at which there is a file that was not generated. */
  readonly foreign: readonly string[];
  /** The manifest on disk. */
  readonly manifest: Manifest;
}

/** Thrown if a write would replace a file that was not generated, or write outside the folder. */
export class OutputError extends Error {
  override readonly name = 'OutputError';
}

/** Compares an output folder with the files that it should have. */
export function compareOutput(folder: string, files: readonly TextFile[]): Comparison {
  const listed = readManifest(folder);
  const isKept = ({ path, replaces }: TextFile): boolean =>
    KEPT.has(path) && replaces !== true && exists(join(folder, path));
  const expected = [...files, printManifest(files)].filter((file) => !isKept(file));
  const texts = new Map(expected.map((file) => [file.path, file.text]));
  const found = readTexts(folder, new Set([...texts.keys(), ...listed.keys()]));
  const leaves = !texts.has(LICENSE) && isEdited({ path: LICENSE, text: found.get(LICENSE) ?? '' }, listed);
  const [current, manifest] = leaves ? [without(found, LICENSE), without(listed, LICENSE)] : [found, listed];
  const isForeign = ({ path, text }: TextFile): boolean =>
    current.has(path) && current.get(path) !== text && path !== MANIFEST && !KEPT.has(path) && !manifest.has(path);
  return {
    expected,
    current,
    // The manifest of a release that was killed also lists files of `KEPT`.
    stale: [...current].filter(([path]) => !texts.has(path) && !KEPT.has(path)).map(([path, text]) => ({ path, text })),
    edited: [...current]
      .filter(([path, text]) => texts.get(path) !== text && isEdited({ path, text }, manifest))
      .map(([path]) => path),
    foreign: expected.filter(isForeign).map((file) => file.path),
    manifest,
  };
}

function without(map: ReadonlyMap<string, string>, key: string): ReadonlyMap<string, string> {
  return new Map([...map].filter(([one]) => one !== key));
}

function isEdited(file: TextFile, manifest: Manifest): boolean {
  const written = manifest.get(file.path);
  // A write that was killed leaves a manifest in which hashes are empty.
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

/** Returns whether a file exists. Throws on links, and on a folder in place of a file or the reverse. */
function isThere(folder: string, path: string): boolean {
  const steps = path.split('/').map((_, index, names) => join(folder, ...names.slice(0, index + 1)));
  return steps.every((step, index) => isSound(step, index < steps.length - 1 ? 'folder' : 'file'));
}

function isSound(step: string, kind: 'folder' | 'file'): boolean {
  const stats = lstatSync(step, { throwIfNoEntry: false });
  if (stats === undefined) return false;
  if (stats.isSymbolicLink()) throw new OutputError(`${step} is a symbolic link; output is not written through links`);
  if (stats.isDirectory() !== (kind === 'folder'))
    throw new OutputError(`${step} must be a ${kind}; move or remove it`);
  return true;
}

/** One file that `generate` would write or remove. */
export interface Difference {
  readonly path: string;
  readonly kind: 'changed' | 'missing' | 'extra';
  /** Unified diff from the text on disk to the expected one. */
  readonly diff: string;
}

/** Returns the differences between an output folder and the files that it should have, sorted by path. Diffs name files with the prefix. */
export function compareFiles(folder: string, files: readonly TextFile[], prefix = ''): readonly Difference[] {
  const { expected, current, stale } = compareOutput(folder, files);
  const paths = [...expected, ...stale].map((file) => file.path).toSorted();
  const texts = new Map(expected.map((file) => [file.path, file.text]));
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
  // Without a diff: the comparison of very different files takes too long, and ends after `timeout`.
  return diff?.replace(/^=+\n/, '') ?? `--- ${before}\n+++ ${after}\n`;
}
