import type { Diagnostics } from '../../diagnostics.js';
import type { Json } from '../read/json.js';
import { type AllowRef, isAddress, normalizeName } from './reference.js';
import type { Positions } from './positions.js';
import { readText } from '../read/read-text.js';
import { SourceText } from '../read/source-text.js';
import type { ReadSpecFile, SpecText } from '../read/spec-text.js';

/** What reading a spec needs from outside. */
interface SpecFilesOptions {
  readonly root: SpecText;
  readonly readFile: ReadSpecFile;
  /** Which files outside the root's folder may be read. Default: none. */
  readonly allow?: AllowRef;
  readonly positions: Positions;
  readonly diagnostics: Diagnostics;
}

/** The outcome of opening a file: its value, or why there is none. */
export type Opened = { readonly value: Json; readonly source: SourceText } | { readonly missing: boolean };

/** The files of one spec, each read once. */
export class SpecFiles {
  readonly #options: SpecFilesOptions;
  readonly #folder: string;
  readonly #rootName: string;
  readonly #opened = new Map<string, Opened>();

  constructor(options: SpecFilesOptions) {
    const { file } = options.root;
    const slash = file.lastIndexOf('/') + 1;
    this.#options = options;
    this.#folder = file.slice(0, slash);
    this.#rootName = file.slice(slash);
  }

  /** Opens a file by its path relative to the root's folder, empty for the root; mistakes in its text are reported once. */
  open(path: string): Opened {
    const name = path === this.#rootName ? '' : path;
    const opened = this.#opened.get(name) ?? this.#read(name);
    this.#opened.set(name, opened);
    return opened;
  }

  /** Whether a file outside the root's folder may be read, by its path relative to that folder or its address. */
  allows(path: string): boolean {
    return this.#options.allow?.(this.#nameOf(path)) === true;
  }

  /** Replaces the value of the root file, to which references then resolve. */
  replaceRoot(value: Json): void {
    const opened = this.open('');
    if (!('missing' in opened)) this.#opened.set('', { ...opened, value });
  }

  /** How diagnostics call a file. */
  #nameOf(path: string): string {
    if (path === '') return this.#options.root.file;
    if (isAddress(path) || path.startsWith('/')) return path;
    return path.startsWith('../') ? normalizeName(this.#folder + path) : this.#folder + path;
  }

  #read(path: string): Opened {
    const { root, readFile, positions, diagnostics } = this.#options;
    const file = this.#nameOf(path);
    const text = path === '' ? root.text : readFile(file);
    if (text === undefined) return { missing: true };
    const source = new SourceText(file, path, text);
    const value = readText({ source, positions, diagnostics });
    return value === undefined ? { missing: false } : { value, source };
  }
}
