import type { SourceFile } from './source-file.js';

interface Version {
  readonly text: string;
  readonly number: number;
}

interface MadeFile {
  readonly from: string;
  readonly file: SourceFile;
}

/** What a process that emits again and again keeps of the last time; nothing of it decides what is emitted. */
export class EmitMemory {
  readonly #versions = new Map<string, Version>();
  readonly #files = new Map<string, MadeFile>();
  #count = 0;

  /** A number that stands for a text under a name: the same one as long as the text is the same. */
  numberOf(name: string, text: string): number {
    const known = this.#versions.get(name);
    if (known?.text === text) return known.number;
    this.#count += 1;
    this.#versions.set(name, { text, number: this.#count });
    return this.#count;
  }

  /** The file that was made of the same the last time, or one made now; `from` says all that it is made from. */
  fileOf(path: string, from: string, make: () => SourceFile): SourceFile {
    const known = this.#files.get(path);
    if (known?.from === from) return known.file;
    const file = make();
    this.#files.set(path, { from, file });
    return file;
  }
}
