import { statSync } from 'node:fs';
import { hashTexts } from '../text-file.js';
import { readText } from '../disk.js';
import type { OutputReader } from '../write/compare-output.js';

/** Milliseconds within which a file may change twice and seem to have changed once: clocks of file systems are coarse. */
const COARSE = 100;

interface Remembered {
  readonly signature: string;
  readonly text: string;
  hash?: string;
}

/** Reads files, those again that may have changed since: their times, sizes and numbers say so. */
export class FileMemory implements OutputReader {
  readonly #files = new Map<string, Remembered>();

  read(path: string): string | undefined {
    return this.#find(path)?.text;
  }

  hash(path: string): string | undefined {
    const file = this.#find(path);
    if (file !== undefined) file.hash ??= hashTexts(file.text);
    return file?.hash;
  }

  #find(path: string): Remembered | undefined {
    const signature = settledSignature(path);
    const known = this.#files.get(path);
    if (known !== undefined && known.signature === signature) return known;
    const text = readText(path);
    this.#files.delete(path);
    if (text === undefined) return undefined;
    const file = { signature: signature ?? '', text };
    if (signature !== undefined) this.#files.set(path, file);
    return file;
  }
}

/** What tells two states of a file apart; `undefined` where it is not there, or so new that it may change unnoticed. */
function settledSignature(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined || Date.now() - Math.max(stats.mtimeMs, stats.ctimeMs) < COARSE) return undefined;
  return `${stats.dev} ${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`;
}
