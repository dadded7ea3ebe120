import { countBytes, type ReceivedMedia } from '../../store/media.js';

/** Longest file that is kept, in bytes. */
const longest = 1024 * 1024;

/** Most bytes of all files that are kept. */
const most = 16 * longest;

/** The files that the newest requests of a journal sent, as far as there is room for them, so that they can be sent again. */
export class KeptFiles {
  readonly #files = new Map<number, ReceivedMedia>();
  #bytes = 0;

  /** Keeps the file of an entry, unless it is too long. The oldest are forgotten for it. */
  keep(number: number, file: ReceivedMedia): void {
    if (countBytes(file) > longest) return;
    this.#files.set(number, file);
    this.#bytes += countBytes(file);
    for (const [oldest, { bytes }] of this.#files) {
      if (this.#bytes <= most) break;
      this.#files.delete(oldest);
      this.#bytes -= bytes.length;
    }
  }

  /** The file of an entry; undefined if it is not kept. */
  of(number: number): ReceivedMedia | undefined {
    return this.#files.get(number);
  }

  clear(): void {
    this.#files.clear();
    this.#bytes = 0;
  }
}
