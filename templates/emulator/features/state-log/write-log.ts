import type { FileHandle } from 'node:fs/promises';
import { type Disk, writeFully } from './disk.js';
import { type LoggedChange, writeHeader, writeLines } from './log-lines.js';

// Lines are written in pieces of about this length.
const pieceLength = 256 * 1024;

/** A log that records are appended to, one after the other. */
export class LogWriter {
  readonly #file: FileHandle;
  /** Number of bytes of all complete records. */
  size: number;
  /** Number of the next line. */
  #next: number;
  /** True if there may be bytes after the last complete record. */
  #isTorn = false;

  constructor(file: FileHandle, size: number, next: number) {
    this.#file = file;
    this.size = size;
    this.#next = next;
  }

  /** Creates the log of a service. */
  static async create(disk: Disk, path: string, service: string): Promise<LogWriter> {
    await disk.rm(path, { force: true });
    // It holds the tokens of callers.
    const file = await disk.open(path, 'wx', 0o600);
    try {
      const header = Buffer.from(writeHeader(service));
      await writeFully(file, header, 0);
      return new LogWriter(file, header.length, 1);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Appends a record. If that fails, the log is as it was. */
  async append(changes: Iterable<LoggedChange>, sync: boolean): Promise<void> {
    if (this.#isTorn) await this.#cut();
    this.#isTorn = true;
    let [size, next] = [this.size, this.#next];
    let piece = '';
    const flush = async (): Promise<void> => {
      const bytes = Buffer.from(piece);
      await writeFully(this.#file, bytes, size);
      [size, piece] = [size + bytes.length, ''];
    };
    try {
      for (const line of writeLines(changes, next)) {
        next += 1;
        piece += line;
        if (piece.length > pieceLength) await flush();
      }
      await flush();
      if (sync) await this.#file.datasync();
    } catch (error) {
      // If this fails, too, it is tried again before the next record.
      await this.#cut().catch(() => {});
      throw error;
    }
    [this.size, this.#next, this.#isTorn] = [size, next, false];
  }

  /** Writes all records to disk. */
  sync(): Promise<void> {
    return this.#file.sync();
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  async #cut(): Promise<void> {
    await this.#file.truncate(this.size);
    this.#isTorn = false;
  }
}
