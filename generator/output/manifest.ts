import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashTexts } from './hash.js';
import type { TextFile } from './text-file.js';

/** File in an output folder that says which files in it were generated, and what was in them. */
export const MANIFEST = '.speccast.json';

/** Files that are made once and belong to the people who maintain the package from then on. */
export const KEPT: ReadonlySet<string> = new Set(['CHANGELOG.md']);

/** Generated files of a folder: path -> hash of the text that was written. */
export type Manifest = ReadonlyMap<string, string>;

/** Hash of a file as the manifest has it: short, because it only tells an edited file from an untouched one. */
export function fileHash(text: string): string {
  return hashTexts(text).slice(0, 16);
}

/** The manifest of a set of files, as a file of the output like any other. */
export function printManifest(files: readonly TextFile[]): TextFile {
  const owned = files
    .filter((file) => !KEPT.has(file.path))
    .toSorted((left, right) => (left.path < right.path ? -1 : 1));
  const hashes = Object.fromEntries(owned.map((file) => [file.path, fileHash(file.text)]));
  return { path: MANIFEST, text: `${JSON.stringify({ files: hashes }, null, 2)}\n` };
}

/** Reads the manifest of an output folder; empty where there is none. Throws on one that does not list files. */
export function readManifest(folder: string): Manifest {
  const path = join(folder, MANIFEST);
  const text = readText(path);
  if (text === undefined) return new Map();
  const parsed: unknown = JSON.parse(text);
  const files = typeof parsed === 'object' && parsed !== null && 'files' in parsed ? parsed.files : undefined;
  if (typeof files !== 'object' || files === null)
    throw new Error(`${path} does not list files; remove it to start over`);
  return new Map(Object.entries(files).map(([file, hash]) => [file, String(hash)]));
}

/** Text of a file, or `undefined` where there is none. */
export function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Whether something stands at a path, a broken link included. */
export function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
