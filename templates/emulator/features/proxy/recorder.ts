import { createHash, createHmac, randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { type FileHandle, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { JsonObject } from '@speccast/runtime';
import { RecordedRows } from '../recording/recorded-rows.js';
import { writeCanonical } from '../../values/canonical-json.js';
import type { CallRedactor } from '../../world/journal/redactor.js';
import type { Shared } from '../../receive/shared.js';
import { createQueue, readMessage, temporaryPath, writeFully } from '../state-log/disk.js';
import { harEntry, type PassedCall } from './har-entry.js';
import { harFormat, readEntry } from './read-har.js';

/** Options of a recorder. */
export interface RecorderOptions {
  readonly path: string;
  readonly shared: Shared;
  readonly hash: string;
  readonly upstream: string;
  /** Most bytes of the file. */
  readonly maxBytes: number;
  /** Called once with the reason why no more is recorded. */
  readonly onProblem: (message: string) => void;
}

/** Makes the fingerprint of a credential: so short that many credentials have it, and none can be found by it. */
export function fingerprint(salt: string, credential: string): string {
  return createHmac('sha256', salt).update(credential).digest('hex').slice(0, 4);
}

/** Time between two writes of the scenario, in milliseconds. */
const pause = 2000;

/** Time between two searches of all that is recorded for a new credential, in milliseconds. Small files are searched each time. */
const searchPause = 1000;

const smallFile = 4 * 1024 * 1024;

/** Writes calls to a HAR file, and their rows to a scenario beside it. */
export class Recorder {
  readonly #options: RecorderOptions;
  readonly #redactor: CallRedactor;
  readonly #file: HarFile;
  readonly #rows: RecordedRows;
  readonly #salt = randomBytes(16).toString('hex');
  readonly #callers = new Map<string, string>();
  readonly #queue = createQueue();
  #ended: string | undefined;
  /** A credential came up after something was written. */
  #isSearchDue = false;
  #searched = 0;
  #timer: NodeJS.Timeout | undefined;

  /** Throws an `Error` with a sentence if nothing can be written there. */
  constructor(options: RecorderOptions, redactor: CallRedactor) {
    this.#options = options;
    this.#redactor = redactor;
    this.#file = new HarFile(options.path, () => this.#writeFacts());
    this.#rows = new RecordedRows(options.shared);
  }

  /** Adds a credential, and the name that replaces it. */
  know(value: string, replacement: string): void {
    const print = fingerprint(this.#salt, value);
    // Of two with one fingerprint, the second cannot be recognized.
    const isTaken = [...this.#callers.values()].includes(print);
    this.#callers.set(replacement, isTaken ? '' : print);
    this.#isSearchDue ||= this.#file.size > 0;
  }

  /** Adds a call. Resolves when it is in the file. */
  note(call: PassedCall, caller: string): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#ended !== undefined) return;
      const text = JSON.stringify(harEntry(call, caller, this.#redactor));
      const { path, maxBytes } = this.#options;
      if (this.#file.size + text.length > maxBytes)
        return this.#end(`${path} has ${maxBytes} bytes: no more calls are recorded`);
      await this.#file.append(text);
      const isSoon = this.#file.size > smallFile && Date.now() - this.#searched < searchPause;
      if (!isSoon) await this.#search();
      if (call.response) this.#rows.note(readEntry(JSON.parse(text)));
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        void this.#inTurn(() => this.#writeScenario());
      }, pause).unref();
    });
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#inTurn(async () => {
      await this.#search();
      if (this.#ended === undefined || this.#file.size > 0) await this.#file.close();
      await this.#writeScenario();
    });
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    return this.#queue(work).catch((error: unknown) => {
      if (this.#ended === undefined) this.#end(`Nothing more is recorded: ${readMessage(error)}`);
    });
  }

  /** Removes new credentials from calls that were written before they were known. */
  async #search(): Promise<void> {
    if (!this.#isSearchDue) return;
    this.#isSearchDue = false;
    this.#searched = Date.now();
    await this.#file.rewrite((text) => this.#redactor.known(text));
  }

  async #writeScenario(): Promise<void> {
    const path = `${this.#options.path.replace(/\.har$/, '')}.scenario.json`;
    const next = temporaryPath(path);
    await writeFile(next, `${this.#redactor.known(JSON.stringify(this.#rows.state(), null, 1))}\n`, { mode: 0o600 });
    await rename(next, path);
  }

  /** Writes the facts about the recording: `ended` is the reason why no more is recorded. */
  #writeFacts(): string {
    const { shared, hash, upstream } = this.#options;
    return JSON.stringify({
      format: harFormat,
      service: shared.plan.service.name,
      hash,
      upstream,
      salt: this.#salt,
      callers: Object.fromEntries(this.#callers),
      ended: this.#ended,
    });
  }

  #end(message: string): void {
    this.#ended = message;
    this.#options.onProblem(message);
  }
}

const head = `{"log":{"version":"1.2","creator":{"name":"speccast","version":"0.1"},"pages":[],"entries":[\n`;

/**
 * A HAR file that is complete after each entry: what ends it is overwritten by the next one. The file that was there before
 * is replaced by the first entry.
 */
class HarFile {
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
