import { realpathSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import { hashTexts } from '../output/hash.js';
import { readText } from '../output/manifest.js';
import { isSystemError } from '../output/system-error.js';

/** Reads the files of a spec from disk, and remembers what it read. */
export class SpecReader {
  readonly #base: string;
  readonly #root: string;
  readonly #hashes = new Map<string, string>();

  /** `base`: folder that the names of files start from. `spec`: absolute path of the root file, whose folder is the limit. */
  constructor(base: string, spec: string) {
    this.#base = base;
    this.#root = dirname(spec);
  }

  /** Hashes of everything that was asked for, by absolute path; what is not there has one, too. */
  get hashes(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#hashes);
  }

  /** Any file that the caller, not the spec, names; `undefined` where there is none or it may not be read. */
  read(path: string): string | undefined {
    const text = readIfAllowed(path);
    this.#hashes.set(path, hashTexts(text ?? '\0'));
    return text;
  }

  /** A file that the spec refers to: `undefined` outside the folder of its root file, links followed. */
  readonly readReferenced = (file: string): string | undefined => {
    const path = resolve(this.#base, file);
    return this.#isInside(path) ? this.read(path) : undefined;
  };

  #isInside(path: string): boolean {
    try {
      return realpathSync(path).startsWith(realpathSync(this.#root) + sep);
    } catch {
      return path.startsWith(this.#root + sep);
    }
  }
}

function readIfAllowed(path: string): string | undefined {
  try {
    return readText(path);
  } catch (error) {
    if (isSystemError(error)) return undefined;
    throw error;
  }
}
