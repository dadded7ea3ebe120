import { hash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { isCopied, printAddress } from '../../config/address.js';
import { exists, readText } from '../../output/disk.js';
import { writeOrUndo } from '../write-or-undo.js';
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
  /** Absolute paths of the files that were edited or removed since they were fetched. */
  readonly edited: readonly string[];
  /** True if there is a file at its path that is no copy. */
  readonly isForeign: boolean;
}

/** Returns the path of the record beside a copy. */
export function recordPath(spec: string): string {
  return `${spec}.source.json`;
}

/** Opens the copy of a spec; `read` returns the text of an absolute path. */
export function openCopy(spec: string, read: (path: string) => string | undefined = readText): SpecCopy {
  const stated = read(recordPath(spec));
  const record = readRecord(stated);
  const edited = Object.entries(record?.files ?? {}).flatMap(([path, known]) => {
    const full = join(dirname(spec), path);
    const text = read(full);
    return text !== undefined && hashCopy(text) === known ? [] : [full];
  });
  const isForeign = record === undefined && (stated ?? read(spec)) !== undefined;
  return { spec, record, edited, isForeign };
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

/** Hashes a file without regard to its line ends, which version control may have changed. */
function hashCopy(text: string): string {
  return hash('sha256', text.replaceAll('\r\n', '\n'));
}

/** Prints the files of a copy and their record, by absolute path. */
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

/** Lists the absolute paths of files that a new copy would replace, although they are not part of the last copy or were edited since. */
export function filesInTheWay({ spec, record, edited }: SpecCopy, files: CopyFiles): readonly string[] {
  const folder = dirname(spec);
  return [...files].flatMap(([path, text]) => {
    const full = join(folder, path);
    const isKnown = record?.files[path] !== undefined && !edited.includes(full);
    // A process that was killed while writing may have left some of the new files. These may be replaced.
    return isKnown || !exists(full) || hashCopy(readText(full) ?? '') === hashCopy(text) ? [] : [full];
  });
}

/** Writes a copy, its record last, and removes the files that it no longer has. An error of the system undoes all of it. */
export function writeCopy({ spec, record, edited }: SpecCopy, texts: ReadonlyMap<string, string>): void {
  const gone = Object.keys(record?.files ?? {})
    .map((path) => ({ path: join(dirname(spec), path) }))
    .filter(({ path }) => !texts.has(path) && !edited.includes(path));
  writeOrUndo([...[...texts].map(([path, text]) => ({ path, text })), ...gone]);
}

/** Returns the fetched files by their paths in the copy; the root file gets the file name of `spec`. */
export function copyFiles(spec: string, { root, folder, texts }: FetchedSpec): CopyFiles {
  const toCopyPath = (file: string): string => (file === root.file ? basename(spec) : file.slice(folder.length));
  return new Map([...texts].map(([file, text]) => [toCopyPath(file), text]));
}
