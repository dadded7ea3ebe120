import { join } from 'node:path';
import { readText } from '../disk.js';
import { hashFile, hashTexts, type TextFile } from '../text-file.js';

/** File in an output folder that says which files in it were generated, and what was in them. */
export const MANIFEST = '.speccast.json';

/** Hash of a file that is being written. */
export const UNFINISHED = '';

/** Files that are made by the first release and then replaced by a release only: the notes of releases, and what the last one was. */
export const KEPT: ReadonlySet<string> = new Set(['CHANGELOG.md', 'released.json']);

/** Whether a path is in the folder of the output that is the user's own: of a package, or of plain source. */
export function isCustomPath(path: string): boolean {
  return /^(?:src\/)?custom(?:\/|$)/i.test(path);
}

/** Generated files of a folder: path -> hash of the text that was written. */
export type Manifest = ReadonlyMap<string, string>;

/** Hash of a file as the manifest has it: short, because it only tells an edited file from an untouched one. */
export function fileHash(file: TextFile): string {
  return hashFile(file).slice(0, 16);
}

const manifests = new WeakMap<readonly TextFile[], TextFile>();

/** The manifest of a set of files, as a file of the output like any other; printed once, however often it is asked for. */
export function printManifest(files: readonly TextFile[]): TextFile {
  const manifest = manifests.get(files) ?? printFiles(files);
  manifests.set(files, manifest);
  return manifest;
}

function printFiles(files: readonly TextFile[]): TextFile {
  const owned = files
    .filter((file) => !KEPT.has(file.path))
    .toSorted((left, right) => (left.path < right.path ? -1 : 1));
  const hashes = Object.fromEntries(owned.map((file) => [file.path, fileHash(file)]));
  return { path: MANIFEST, text: `${JSON.stringify({ files: hashes }, null, 2)}\n` };
}

/**
 * The manifest of a folder that is being written: the files of before and of now. Their hashes are left out, because which
 * of the two is there changes from one moment to the next.
 */
export function printTransition(paths: readonly string[]): string {
  const owned = [...new Set(paths)].filter((path) => !KEPT.has(path)).toSorted();
  const files = Object.fromEntries(owned.map((path) => [path, UNFINISHED]));
  return `${JSON.stringify({ files }, null, 2)}\n`;
}

/** Reads the manifest of an output folder; empty where there is none. */
export function readManifest(folder: string): Manifest {
  const text = readText(join(folder, MANIFEST));
  if (text === undefined) return new Map();
  const files = readFiles(text);
  const entries = files === undefined ? readLines(text) : Object.entries(files).map(asEntry);
  // Whatever a manifest says: what is the user's own is neither replaced nor removed.
  return new Map(entries.filter(([path]) => !isCustomPath(path)));
}

function asEntry([file, hash]: readonly [string, unknown]): readonly [string, string] {
  return [file, String(hash)];
}

function readFiles(text: string): object | undefined {
  try {
    const { files }: { files?: unknown } = JSON.parse(text);
    return typeof files === 'object' && files !== null ? files : undefined;
  } catch {
    return undefined;
  }
}

/** The entries of a manifest that is no JSON: one with the marks of a merge conflict lists the files of both sides. */
function readLines(text: string): readonly (readonly [string, string])[] {
  const lines = text.matchAll(/^ *"([A-Za-z0-9._/-]+)": "([0-9a-f]{16})",?$/gm);
  return [...lines].map(([, file = '', hash = '']) => [file, hash]);
}

/**
 * Notes in `released.json` what the package consists of: by that, the next release finds out that the package has other
 * bytes although nothing of its description changed, as after an update of the generator.
 */
export function noteFiles(files: readonly TextFile[]): readonly TextFile[] {
  const hash = hashFiles(readFiles(printManifest(files).text) ?? {});
  const note = (text: string): string => text.replace(/\n\}\n$/, `,\n  "files": "${hash}"\n}\n`);
  return files.map((file) => (file.path === 'released.json' ? { ...file, text: note(file.text) } : file));
}

/** Whether a package in a folder consists of something else than what was noted. */
export function differsFromNote(folder: string, note: string): boolean {
  return hashFiles(Object.fromEntries(readManifest(folder))) !== note;
}

function hashFiles(files: object): string {
  return hashTexts(JSON.stringify(files));
}
