import { hash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isCopied, printAddress } from '../../config/address.js';
import { exists, makeFolder, readText, replaceText } from '../../output/disk.js';
import { isJsonObject } from '../../json.js';
import type { FetchedSpec } from './fetch-spec.js';
import { compareStrings } from '../../iterables.js';

/** The record beside the copy of a spec: `openapi.yaml.source.json`. */
interface CopyRecord {
  /** Its address as messages show it, without values of a query. */
  readonly address: string;
  /** SHA-256 of each file, by its path from the folder of the root file. */
  readonly files: Readonly<Record<string, string>>;
}

/** Files of a spec, by their paths from the folder of the root file. */
export type CopyFiles = ReadonlyMap<string, string>;

/** The copy of a spec on disk: where it is, and what is there. */
export interface SpecCopy {
  /** Absolute path of the root file. */
  readonly spec: string;
  readonly record: CopyRecord | undefined;
  /** Files that differ from what was fetched, or are missing, by their paths; absolute. */
  readonly edited: readonly string[];
  /** Whether a file is in its place that is no copy. */
  readonly isForeign: boolean;
}

/** Path of the file that says where a copy came from. */
export function recordPath(spec: string): string {
  return `${spec}.source.json`;
}

/** Looks at the copy of a spec; `read` gives the text of an absolute path. */
export function openCopy(spec: string, read: (path: string) => string | undefined = readText): SpecCopy {
  const record = readRecord(read(recordPath(spec)));
  if (record === undefined) {
    const isForeign = read(spec) !== undefined || read(recordPath(spec)) !== undefined;
    return { spec, record, edited: [], isForeign };
  }
  const changed = Object.keys(record.files).filter((path) => {
    const text = read(join(dirname(spec), path));
    return text === undefined || hashCopy(text) !== record.files[path];
  });
  return { spec, record, edited: changed.map((path) => join(dirname(spec), path)), isForeign: false };
}

function readRecord(text: string | undefined): CopyRecord | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    if (!isJsonObject(value) || typeof value['address'] !== 'string' || !isJsonObject(value['files'])) return undefined;
    const files = Object.entries(value['files']).filter(([path]) => isCopied(path));
    return { address: value['address'], files: Object.fromEntries(files.map(([path, one]) => [path, String(one)])) };
  } catch {
    return undefined;
  }
}

/** SHA-256 of a file; version control may have turned its line ends. */
function hashCopy(text: string): string {
  return hash('sha256', text.replaceAll('\r\n', '\n'));
}

/** The texts of a copy, by absolute path, with the file that says where it came from. */
export function printCopy(spec: string, address: string, files: CopyFiles): ReadonlyMap<string, string> {
  const sorted = [...files].toSorted(([left], [right]) => compareStrings(left, right));
  const record: CopyRecord = {
    address: printAddress(address),
    files: Object.fromEntries(sorted.map(([path, text]) => [path, hashCopy(text)])),
  };
  const texts = sorted.map(([path, text]) => [join(dirname(spec), path), text] as const);
  return new Map([...texts, [recordPath(spec), `${JSON.stringify(record, null, 2)}\n`]]);
}

/** Returns whether the fetched files equal those that the copy was made from. */
export function isSameCopy({ record }: SpecCopy, files: CopyFiles): boolean {
  const known = Object.entries(record?.files ?? {});
  return known.length === files.size && known.every(([path, one]) => hashCopy(files.get(path) ?? '') === one);
}

/** Files that a copy would replace and that are not of the last one, or were edited since; absolute. */
export function filesInTheWay({ spec, record, edited }: SpecCopy, files: CopyFiles): readonly string[] {
  const folder = dirname(spec);
  const found = [...files].filter(([path, text]) => {
    const full = join(folder, path);
    if (!exists(full)) return false;
    const isKnown = record?.files[path] !== undefined && !edited.includes(full);
    // A write that was killed half way has left some of the new files.
    return !isKnown && hashCopy(readText(full) ?? '') !== hashCopy(text);
  });
  return found.map(([path]) => join(folder, path));
}

/**
 * Writes a copy, the file that says where it came from last, and removes files that it no longer has; what the system fails
 * at is undone. Gives the paths that it wrote, absolute.
 */
export function writeCopy({ spec, record, edited }: SpecCopy, texts: ReadonlyMap<string, string>): readonly string[] {
  const gone = Object.keys(record?.files ?? {})
    .map((path) => join(dirname(spec), path))
    .filter((path) => !texts.has(path) && !edited.includes(path));
  const steps: (() => void)[] = [];
  try {
    for (const [path, text] of texts) writeOne(path, text, steps);
    for (const path of gone) rmSync(path, { force: true });
  } catch (error) {
    for (const undo of steps.toReversed()) undo();
    throw error;
  }
  return [...texts.keys()];
}

function writeOne(path: string, text: string, steps: (() => void)[]): void {
  const before = readText(path);
  const made = makeFolder(dirname(path));
  if (made !== undefined) steps.push(() => rmSync(made, { recursive: true, force: true }));
  replaceText(path, text);
  steps.push(() => (before === undefined ? rmSync(path, { force: true }) : replaceText(path, before)));
}

/** The files of a copy from those that were fetched; the root file is named as that of the copy. */
export function copyFiles(spec: string, { root, folder, texts }: FetchedSpec): CopyFiles {
  const toCopyPath = (file: string): string => (file === root.file ? basename(spec) : file.slice(folder.length));
  return new Map([...texts].map(([file, text]) => [toCopyPath(file), text]));
}
