import { join } from 'node:path';
import { readText } from '../disk.js';
import { compareStrings } from '../../iterables.js';
import { parseJson } from '../../json.js';
import { hashTexts, type TextFile } from '../text-file.js';

/** File in an output folder that lists its generated files with their hashes: `{"files": {"src/index.ts": "0123456789abcdef"}}`. */
export const MANIFEST = '.speccast.json';

/** Hash in the manifest of a file that is being written. */
export const UNFINISHED = '';

/** Files that only releases create and replace: the changelog, and the record of the last release. */
export const KEPT: ReadonlySet<string> = new Set(['CHANGELOG.md', 'released.json']);

/** Returns whether a path is in the folder of the user's own code: `src/custom/` in a package, `custom/` in plain source. */
export function isCustomPath(path: string): boolean {
  return /^(?:src\/)?custom(?:\/|$)/i.test(path);
}

/** Generated files of a folder: path -> hash of the text that was written. */
export type Manifest = ReadonlyMap<string, string>;

/** Hashes a file for the manifest. The hash is short, because it only has to detect edits. */
export function fileHash(file: TextFile): string {
  return hashTexts(file.text).slice(0, 16);
}

/** Prints the manifest of a set of files, as a file of the output like any other. */
export function printManifest(files: readonly TextFile[]): TextFile {
  return { path: MANIFEST, text: printEntries(files.map((file) => [file.path, fileHash(file)])) };
}

/**
 * Prints the manifest for the time in which a folder is written. It lists the old and the new files, without hashes, because each
 * file may have its old or its new text.
 */
export function printTransition(paths: readonly string[]): string {
  return printEntries(paths.map((path) => [path, UNFINISHED]));
}

function printEntries(entries: readonly (readonly [path: string, hash: string])[]): string {
  const owned = entries.filter(([path]) => !KEPT.has(path)).toSorted(([left], [right]) => compareStrings(left, right));
  return `${JSON.stringify({ files: Object.fromEntries(owned) }, null, 2)}\n`;
}

/** Reads the manifest of an output folder; empty if there is none. */
export function readManifest(folder: string): Manifest {
  const text = readText(join(folder, MANIFEST));
  if (text === undefined) return new Map();
  // A manifest with conflict markers of a merge is no JSON; its lines list the files of both sides.
  const lines = text.matchAll(/^ *"([A-Za-z0-9._/-]+)": "([0-9a-f]{16})",?$/gm);
  const files = readFiles(text) ?? Object.fromEntries([...lines].map(([, file = '', hash]) => [file, hash]));
  // Code of the user must neither be replaced nor removed, even if a manifest lists it.
  const entries = Object.entries(files).filter(([path]) => !isCustomPath(path));
  return new Map(entries.map(([path, hash]) => [path, String(hash)]));
}

function readFiles(text: string): object | undefined {
  const { files }: { files?: unknown } = Object(parseJson(text));
  return typeof files === 'object' && files !== null ? files : undefined;
}

/**
 * Adds the hash of all files to `released.json`. With it, the next release detects that files differ although the spec is the same,
 * for example after an update of the generator.
 */
export function noteFiles(files: readonly TextFile[]): readonly TextFile[] {
  const hash = hashFiles(readFiles(printManifest(files).text) ?? {});
  const note = (text: string): string => text.replace(/\n\}\n$/, `,\n  "files": "${hash}"\n}\n`);
  return files.map((file) => (file.path === 'released.json' ? { ...file, text: note(file.text) } : file));
}

/** Returns whether the files of a package differ from those of its last release, whose hash is `note`. */
export function differsFromNote(folder: string, note: string): boolean {
  return hashFiles(Object.fromEntries(readManifest(folder))) !== note;
}

function hashFiles(files: object): string {
  return hashTexts(JSON.stringify(files));
}
