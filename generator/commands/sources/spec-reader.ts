import { closeSync, openSync, readFileSync, readSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { hashText } from '../../output/text-file.js';
import { isInside, isSystemError, readFolder } from '../../output/disk.js';
import { MOST_CHARACTERS } from '../../spec/read/spec-text.js';
import { isAddress } from '../../spec/references/reference.js';

interface ReaderOptions {
  readonly allowed?: readonly string[];
  readonly texts?: ReadonlyMap<string, string> | undefined;
}

/** Reads the files of a spec from disk, and remembers what it read. */
export class SpecReader {
  readonly #base: string;
  readonly #folders: readonly string[];
  readonly #fetched = new Map<string, string | undefined>();
  readonly #wanted = new Set<string>();
  readonly #texts: ReadonlyMap<string, string> | undefined;
  readonly #hashes = new Map<string, string>();

  /**
   * `base`: folder that the names of files start from. `spec`: absolute path of the root file, whose folder is the limit, apart
   * from the folders that are allowed besides, absolute as well. `texts`, by absolute path, count instead of what is on disk.
   */
  constructor(base: string, spec: string, { allowed = [], texts }: ReaderOptions = {}) {
    this.#base = base;
    this.#folders = [dirname(spec), ...allowed];
    this.#texts = texts;
  }

  /** Hashes of everything that was asked for, by absolute path; what is not there has one, too. */
  get hashes(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#hashes);
  }

  /** Any file that the caller, not the spec, names; `undefined` where there is none or it may not be read. */
  read(path: string): string | undefined {
    return this.#remember(path, this.#texts?.get(path) ?? readIfAllowed(path, true));
  }

  /** Files in and below a folder that the caller names, by their paths from there; which there are is remembered, too. */
  list(folder: string): readonly string[] {
    const listed = this.#remember(`${folder}/`, readIfAllowed(`${folder}/`));
    return (listed ?? '').split('\n').flatMap((name) => {
      if (!name.endsWith('/')) return name === '' ? [] : [name];
      return this.list(join(folder, name.slice(0, -1))).map((path) => name + path);
    });
  }

  #remember(path: string, text: string | undefined): string | undefined {
    this.#hashes.set(path, hashText(text));
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
    this.#fetched.set(address, this.#remember(address, text));
  }

  /** A file that the spec refers to: `undefined` outside the folder of its root file and of those allowed, links followed. */
  readonly readReferenced = (file: string): string | undefined => {
    if (isAddress(file)) {
      const own = this.#texts?.get(file);
      if (own !== undefined) return this.#remember(file, own);
      if (!this.#fetched.has(file)) this.#wanted.add(file);
      return this.#fetched.get(file);
    }
    const path = resolve(this.#base, file);
    return this.#isInside(path) ? this.#remember(path, this.#texts?.get(path) ?? readIfAllowed(path)) : undefined;
  };

  #isInside(path: string): boolean {
    return this.#folders.some((folder) => isBelow(path, folder));
  }
}

function isBelow(path: string, folder: string): boolean {
  try {
    return isInside(realpathSync(path), realpathSync(folder));
  } catch {
    return isInside(path, folder);
  }
}

/** No character takes more bytes of a file than this for each unit of a text. */
const MOST_BYTES = 3 * MOST_CHARACTERS;

/**
 * Text of a file, of a pipe only where its caller named it; `undefined` where there is none or it may not be read. Devices
 * and pipes that a spec refers to could last forever. With a slash at the end, a path is that of a folder: the names in it. Of a file that is too large so much is read that it stays too large.
 */
export function readIfAllowed(path: string, pipes = false): string | undefined {
  if (path.endsWith('/')) return readFolder(path);
  try {
    const stats = statSync(path);
    if (!stats.isFile() && !(pipes && stats.isFIFO())) return undefined;
    return stats.size > MOST_BYTES ? readStart(path) : readFileSync(path, 'utf8');
  } catch (error) {
    if (isSystemError(error)) return undefined;
    throw error;
  }
}

function readStart(path: string): string {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(MOST_BYTES + 3);
    return bytes.toString('utf8', 0, readSync(file, bytes));
  } finally {
    closeSync(file);
  }
}
