import { startPrinter, type Printer } from '../../output/print/printer.js';
import { hashText } from '../../output/text-file.js';
import { readIfAllowed } from '../../output/disk.js';
import type { ReadTexts } from './watch-specs.js';

/** The runs of a watch: they share a printer, and note the files that they read, which are watched from then on. */
export class WatchSession {
  #printer: Printer | undefined;
  #read: Record<string, string> = {};

  readonly openPrinter = (): Printer => (this.#printer ??= startPrinter());

  /** Notes texts that a run read or looked for: absolute path -> hash. */
  note(texts: ReadTexts): void {
    Object.assign(this.#read, texts);
  }

  /** Notes files that are read apart from the packages. */
  noteFiles(paths: readonly string[]): void {
    for (const path of paths) this.#read[path] = hashText(readIfAllowed(path));
  }

  /** Returns the notes since the last call. */
  takeRead(): ReadTexts {
    const read = this.#read;
    this.#read = {};
    return read;
  }

  close(): void {
    this.#printer?.close();
  }
}
