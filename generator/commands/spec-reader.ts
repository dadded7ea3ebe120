import { realpathSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import { hashTexts } from '../output/hash.js';
import { readText } from '../output/manifest.js';
import { isSystemError } from '../output/system-error.js';
import { isAddress } from '../spec/allowed-refs.js';

/** Reads the files of a spec from disk, and remembers what it read. */
export class SpecReader {
  readonly #base: string;
  readonly #folders: readonly string[];
  readonly #fetched = new Map<string, string | undefined>();
  readonly #wanted = new Set<string>();
  readonly #hashes = new Map<string, string>();

  /**
   * `base`: folder that the names of files start from. `spec`: absolute path of the root file, whose folder is the limit, apart
   * from the folders that are allowed besides, absolute as well.
   */
  constructor(base: string, spec: string, allowed: readonly string[] = []) {
    this.#base = base;
    this.#folders = [dirname(spec), ...allowed];
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

  /** Addresses that were asked for since the last time and are not fetched yet. */
  takeWanted(): readonly string[] {
    const wanted = [...this.#wanted];
    this.#wanted.clear();
    return wanted;
  }

  /** Keeps what was fetched from an address; `undefined` where there was nothing. */
  keep(address: string, text: string | undefined): void {
    this.#fetched.set(address, text);
    this.#hashes.set(address, hashTexts(text ?? '\0'));
  }

  /** A file that the spec refers to: `undefined` outside the folder of its root file and of those allowed, links followed. */
  readonly readReferenced = (file: string): string | undefined => {
    if (isAddress(file)) {
      if (!this.#fetched.has(file)) this.#wanted.add(file);
      return this.#fetched.get(file);
    }
    const path = resolve(this.#base, file);
    return this.#isInside(path) ? this.read(path) : undefined;
  };

  #isInside(path: string): boolean {
    return this.#folders.some((folder) => isBelow(path, folder));
  }
}

function isBelow(path: string, folder: string): boolean {
  try {
    return realpathSync(path).startsWith(withEnd(realpathSync(folder)));
  } catch {
    return path.startsWith(withEnd(folder));
  }
}

function withEnd(folder: string): string {
  return folder.endsWith(sep) ? folder : folder + sep;
}

/** Text of a file; `undefined` where there is none or it may not be read. */
export function readIfAllowed(path: string): string | undefined {
  try {
    return readText(path);
  } catch (error) {
    if (isSystemError(error)) return undefined;
    throw error;
  }
}
