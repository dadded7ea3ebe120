import { type FileHandle, open, readFile, rename, rm } from 'node:fs/promises';
import { statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { writeFully } from '../../state-log/disk.js';

const head = `{"log":{"version":"1.2","creator":{"name":"speccast","version":"0.1"},"pages":[],"entries":[\n`;

/**
 * A HAR file that is complete after each entry: what ends it is overwritten by the next one. The file that was there before
 * is replaced by the first entry.
 */
export class HarFile {
  readonly path: string;
  #file: FileHandle | undefined;
  /** Where the next entry begins. */
  #end = 0;
  #count = 0;

  /** Throws an `Error` with a sentence if there cannot be such a file. */
  constructor(path: string) {
    this.path = path;
    const folder = statSync(dirname(path), { throwIfNoEntry: false });
    if (folder?.isDirectory() !== true) throw new Error(`${path}: there is no such folder`);
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) throw new Error(`${path} is a folder`);
  }

  /** Bytes of the entries. */
  get size(): number {
    return this.#end;
  }

  get count(): number {
    return this.#count;
  }

  /** Adds an entry, and what the recording says of itself after it. */
  async append(entry: string, facts: string): Promise<void> {
    const tail = `\n],"_speccast":${facts}}}\n`;
    if (this.#file === undefined) await this.#begin(`${head}${entry}`, tail);
    else {
      await this.#write(`,\n${entry}`, tail);
    }
    this.#count += 1;
  }

  /** Makes all that is written anew. */
  async rewrite(change: (text: string) => string, facts: string): Promise<void> {
    const text = (await readFile(this.path)).subarray(0, this.#end).toString('utf8');
    const changed = change(text);
    if (changed === text) return;
    await this.#file?.close();
    this.#file = undefined;
    await this.#begin(changed, `\n],"_speccast":${facts}}}\n`);
  }

  /** Writes what is left to disk. Without any entry, an empty file is made where there is none. */
  async close(facts: string): Promise<void> {
    if (this.#file === undefined && statSync(this.path, { throwIfNoEntry: false }) === undefined)
      await this.#begin(head.trimEnd(), `],"_speccast":${facts}}}\n`);
    else if (this.#file !== undefined) await this.#write('', `\n],"_speccast":${facts}}}\n`);
    await this.#file?.sync();
    await this.#file?.close();
    this.#file = undefined;
  }

  async #begin(text: string, tail: string): Promise<void> {
    const next = `${dirname(this.path)}/.${basename(this.path)}.${process.pid}.tmp`;
    // Only this user: bodies may be private.
    const file = await open(next, 'w', 0o600);
    try {
      await writeFully(file, Buffer.from(text + tail), 0);
      await file.sync();
      await rename(next, this.path);
    } catch (error) {
      await file.close();
      await rm(next, { force: true });
      throw error;
    }
    this.#file = file;
    this.#end = Buffer.byteLength(text);
  }

  async #write(text: string, tail: string): Promise<void> {
    const bytes = Buffer.from(text + tail);
    if (this.#file === undefined) return;
    await writeFully(this.#file, bytes, this.#end);
    this.#end += Buffer.byteLength(text);
    await this.#file.truncate(this.#end + Buffer.byteLength(tail));
  }
}
