import { type FileHandle, open, readFile, rename, rm } from 'node:fs/promises';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { temporaryPath, writeFully } from '../../state-log/disk.js';
import { createHash } from 'node:crypto';
import { type Json, type JsonObject, isJsonObject } from '@speccast/runtime';

const head = `{"log":{"version":"1.2","creator":{"name":"speccast","version":"0.1"},"pages":[],"entries":[\n`;

/**
 * A HAR file that is complete after each entry: what ends it is overwritten by the next one. The file that was there before
 * is replaced by the first entry.
 */
export class HarFile {
  readonly path: string;
  readonly #writeFacts: () => string;
  #file: FileHandle | undefined;
  /** Position of the next entry: number of bytes of the entries so far. */
  size = 0;

  /** `writeFacts` returns the facts about the recording as JSON. Throws an `Error` with a sentence if there cannot be such a file. */
  constructor(path: string, writeFacts: () => string) {
    this.path = path;
    this.#writeFacts = writeFacts;
    const folder = statSync(dirname(path), { throwIfNoEntry: false });
    if (folder?.isDirectory() !== true) throw new Error(`${path}: there is no such folder`);
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) throw new Error(`${path} is a folder`);
  }

  /** Adds an entry, and the facts after it. */
  append(entry: string): Promise<void> {
    return this.#file ? this.#write(this.#file, `,\n${entry}`) : this.#begin(`${head}${entry}`);
  }

  /** Changes the text of all entries. */
  async rewrite(change: (text: string) => string): Promise<void> {
    const text = (await readFile(this.path)).subarray(0, this.size).toString('utf8');
    const changed = change(text);
    if (changed === text) return;
    await this.#file?.close();
    this.#file = undefined;
    await this.#begin(changed);
  }

  /** Writes the rest to disk. Without any entry, creates a recording without calls if there is no file. */
  async close(): Promise<void> {
    if (this.#file) await this.#write(this.#file, '');
    else if (statSync(this.path, { throwIfNoEntry: false }) === undefined) await this.#begin(head.trimEnd());
    await this.#file?.sync();
    await this.#file?.close();
    this.#file = undefined;
  }

  async #begin(text: string): Promise<void> {
    const next = temporaryPath(this.path);
    // Only this user: bodies may be private.
    const file = await open(next, 'w', 0o600);
    try {
      this.size = 0;
      await this.#write(file, text);
      await file.sync();
      await rename(next, this.path);
    } catch (error) {
      this.size = 0;
      await file.close();
      await rm(next, { force: true });
      throw error;
    }
    this.#file = file;
  }

  async #write(file: FileHandle, text: string): Promise<void> {
    const bytes = Buffer.from(`${text}\n],"_speccast":${this.#writeFacts()}}}\n`);
    await writeFully(file, bytes, this.size);
    await file.truncate(this.size + bytes.length);
    this.size += Buffer.byteLength(text);
  }
}

/** Hashes a document: SHA-256 of its JSON with sorted keys and without spaces, as `hash` of a package's `./spec` is. */
export function hashDocument(document: JsonObject): string {
  return createHash('sha256').update(writeCanonical(document)).digest('hex');
}

function writeCanonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(writeCanonical).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${writeCanonical(value[name] ?? null)}`);
  return `{${members.join(',')}}`;
}
