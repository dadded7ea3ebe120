import { realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { hashText } from '../../output/text-file.js';
import { isInside, readIfAllowed } from '../../output/disk.js';
import { isAddress } from '../../spec/references/reference.js';

/** Reads the files of a spec from disk, and remembers what it read. */
export class SpecReader {
  readonly #base: string;
  readonly #folders: readonly string[];
  readonly #fetched = new Map<string, string | undefined>();
  readonly #missing = new Set<string>();
  readonly #texts: ReadonlyMap<string, string> | undefined;
  readonly #hashes = new Map<string, string>();

  /**
   * `base`: folder that the names of files start from. `spec`: absolute path of the root file. References may read files in its folder
   * and in the folders `allowed`, absolute as well. `texts`, by absolute path, are read in place of files on disk.
   */
  constructor(
    base: string,
    spec: string,
    {
      allowed = [],
      texts,
    }: { readonly allowed?: readonly string[]; readonly texts?: ReadonlyMap<string, string> | undefined } = {},
  ) {
    this.#base = base;
    this.#folders = [dirname(spec), ...allowed];
    this.#texts = texts;
  }

  /** Hashes of all files that were read or looked for, by absolute path. A missing file has the hash `ABSENT`. */
  get hashes(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#hashes);
  }

  /** Reads a file that the user, not the spec, names, in any folder; `undefined` if it is missing or may not be read. */
  read(path: string): string | undefined {
    return this.#remember(path, this.#texts?.get(path) ?? readIfAllowed(path, true));
  }

  /** Lists the files in and below a folder, by their paths from there, and remembers the list. */
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

  /** Returns the addresses that were read since the last call but are not fetched yet. */
  takeMissing(): readonly string[] {
    const missing = [...this.#missing];
    this.#missing.clear();
    return missing;
  }

  /** Stores the text that was fetched from an address; `undefined` if fetching failed. */
  keep(address: string, text: string | undefined): void {
    this.#fetched.set(address, this.#remember(address, text));
  }

  /** Reads a file that the spec refers to. Returns `undefined` for a file outside the folder of the root file and the allowed folders, also if a link leads there. */
  readonly readReferenced = (file: string): string | undefined => {
    if (isAddress(file)) {
      const own = this.#texts?.get(file);
      if (own !== undefined) return this.#remember(file, own);
      if (!this.#fetched.has(file)) this.#missing.add(file);
      return this.#fetched.get(file);
    }
    const path = resolve(this.#base, file);
    return this.#isInside(path) ? this.#remember(path, this.#texts?.get(path) ?? readIfAllowed(path)) : undefined;
  };

  #isInside(path: string): boolean {
    return this.#folders.some((folder) => {
      try {
        return isInside(realpathSync(path), realpathSync(folder));
      } catch {
        return isInside(path, folder);
      }
    });
  }
}
