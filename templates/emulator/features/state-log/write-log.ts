import type { FileHandle } from 'node:fs/promises';
import { type Disk, writeFully } from './disk.js';
import { headerLine, linesOf, type LoggedChange } from './log-lines.js';

/** Where a log continues. */
export interface LogEnd {
  /** Number of bytes. */
  readonly size: number;
  /** Number of the next line. */
  readonly next: number;
}

// Lines are written in pieces of about this length.
const pieceLength = 256 * 1024;

/** A log that records are appended to, one after the other. */
export class LogWriter {
  readonly #file: FileHandle;
  #size: number;
  #next: number;
  /** Whether there may be bytes after the last complete record. */
  #isTorn = false;

  constructor(file: FileHandle, { size, next }: LogEnd) {
    this.#file = file;
    this.#size = size;
    this.#next = next;
  }

  /** Creates the log of a service. */
  static async create(disk: Disk, path: string, service: string): Promise<LogWriter> {
    await disk.rm(path, { force: true });
    // It holds the tokens of callers.
    const file = await disk.open(path, 'wx', 0o600);
    try {
      const header = Buffer.from(headerLine(service));
      await writeFully(file, header, 0);
      return new LogWriter(file, { size: header.length, next: 1 });
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Number of bytes of all complete records. */
  get size(): number {
    return this.#size;
  }

  /** Appends a record. If that fails, the log is as it was. */
  async append(changes: Iterable<LoggedChange>, sync: boolean): Promise<void> {
    if (this.#isTorn) await this.#cut();
    this.#isTorn = true;
    try {
      await this.#write(changes, sync);
    } catch (error) {
      // If this fails, too, it is tried again before the next record.
      await this.#cut().catch(() => {});
      throw error;
    }
    this.#isTorn = false;
  }

  /** Writes all records to disk. */
  async sync(): Promise<void> {
    await this.#file.sync();
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  async #write(changes: Iterable<LoggedChange>, sync: boolean): Promise<void> {
    let [size, next] = [this.#size, this.#next];
    let piece = '';
    const flush = async (): Promise<void> => {
      const bytes = Buffer.from(piece);
      await writeFully(this.#file, bytes, size);
      [size, piece] = [size + bytes.length, ''];
    };
    for (const line of linesOf(changes, next)) {
      next += 1;
      piece += line;
      if (piece.length > pieceLength) await flush();
    }
    if (piece !== '') await flush();
    if (sync) await this.#file.datasync();
    [this.#size, this.#next] = [size, next];
  }

  async #cut(): Promise<void> {
    await this.#file.truncate(this.#size);
    this.#isTorn = false;
  }
}
