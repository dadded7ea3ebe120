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
  readonly #wanted = new Set<string>();
  readonly #texts: ReadonlyMap<string, string> | undefined;
  readonly #hashes = new Map<string, string>();

  /**
   * `base`: folder that the names of files start from. `spec`: absolute path of the root file, whose folder is the limit, apart
   * from the folders that are allowed besides, absolute as well. `texts`, by absolute path, count instead of what is on disk.
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

  /** Hashes of all files that were read or looked for, by absolute path; a missing file has one, too. */
  get hashes(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#hashes);
  }

  /** Any file that the caller, not the spec, names; `undefined` where there is none or it may not be read. */
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

  /** Addresses that were asked for since the last time and are not fetched yet. */
  takeWanted(): readonly string[] {
    const wanted = [...this.#wanted];
    this.#wanted.clear();
    return wanted;
  }

  /** Keeps the text that was fetched from an address; `undefined` if none was. */
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
    return this.#folders.some((folder) => {
      try {
        return isInside(realpathSync(path), realpathSync(folder));
      } catch {
        return isInside(path, folder);
      }
    });
  }
}
