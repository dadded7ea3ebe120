import { createTwoFilesPatch } from 'diff';
import { compareOutput } from './compare-output.js';
import type { TextFile } from '../text-file.js';

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
