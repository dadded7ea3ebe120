import type { OutputFile } from '../emit/source-file.js';
import type { FileFinding } from './find-code.js';
import type { PrintedFile } from './format-parts.js';
import { printJob } from './print-job.js';

/** Files that two threads share: each prints what it claims first. */
export interface ThreadJob {
  readonly files: readonly OutputFile[];
  readonly header: string;
  /** Shared memory with a number a file, 0 while nobody has claimed it. */
  readonly claims: Int32Array;
  /** Number of the first file among all that were shared. */
  readonly first: number;
}

/** A file that was printed before the paths of all files were known. */
export interface ClaimedFile {
  readonly index: number;
  readonly file: PrintedFile;
  readonly findings: readonly FileFinding[];
  /** Paths that its imports lead to; whether they are files of the package has still to be seen. */
  readonly targets: readonly string[];
}

/** Claims a file; false where it is taken. */
export function claim(claims: Int32Array, index: number): boolean {
  return Atomics.compareExchange(claims, index, 0, 1) === 0;
}

/** Prints, from the first on, the files of a job that nobody has claimed. */
export function printClaimed({ files, header, claims, first }: ThreadJob): readonly ClaimedFile[] {
  return files.flatMap((file, offset) => {
    const index = first + offset;
    if (!claim(claims, index)) return [];
    const targets: string[] = [];
    const modules = { has: (path: string): boolean => targets.push(path) > 0 };
    const printed = printJob({ files: [file], header, modules });
    return printed.files.map((one) => ({ index, file: one, findings: printed.findings, targets }));
  });
}
