import { createHmac, randomBytes } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { RecordedRows } from '../recording/recorded-rows.js';
import type { Redactor } from '../../world/journal/redactor.js';
import type { Shared } from '../../world/shared.js';
import type { HarFacts } from './har/har.js';
import { harEntry, type PassedCall } from './har/har-entry.js';
import { HarFile } from './har/har-file.js';
import { callOfEntry } from './har/read-har.js';

/** What a recorder needs. */
export interface RecorderOptions {
  readonly path: string;
  readonly shared: Shared;
  readonly hash: string;
  readonly upstream: string;
  /** Most bytes of the file. */
  readonly maxBytes: number;
  /** Is told once why no more is recorded. */
  readonly onProblem: (message: string) => void;
}

/** The file of a recording's rows, beside that of its calls. */
export function scenarioPath(path: string): string {
  return `${path.replace(/\.har$/, '')}.scenario.json`;
}

/** The fingerprint of a credential: so short that many credentials have it, and none can be found by it. */
export function fingerprintOf(salt: string, credential: string): string {
  return createHmac('sha256', salt).update(credential).digest('hex').slice(0, 4);
}

/** How often the scenario is written, in milliseconds. */
const pause = 2000;

/** How often all that is recorded is searched for a credential that was not known before, in milliseconds. */
const searchPause = 1000;

const smallFile = 4 * 1024 * 1024;

/** Writes calls to a HAR file, and the rows that they tell of to a scenario. */
export class Recorder {
  readonly #options: RecorderOptions;
  readonly #redactor: Redactor;
  readonly #file: HarFile;
  readonly #rows: RecordedRows;
  readonly #salt = randomBytes(16).toString('hex');
  readonly #callers = new Map<string, string>();
  #work: Promise<void> = Promise.resolve();
  #ended: string | undefined;
  /** A credential came up after something was written. */
  #isSearchDue = false;
  #searched = 0;
  #timer: NodeJS.Timeout | undefined;

  /** Throws an `Error` with a sentence if nothing can be written there. */
  constructor(options: RecorderOptions, redactor: Redactor) {
    this.#options = options;
    this.#redactor = redactor;
    this.#file = new HarFile(options.path);
    this.#rows = new RecordedRows(options.shared);
  }

  /** Takes notice of a credential. */
  know(value: string, replacement: string): void {
    const print = fingerprintOf(this.#salt, value);
    // Of two with one fingerprint, the second cannot be recognized.
    const isTaken = [...this.#callers.values()].includes(print);
    this.#callers.set(replacement, isTaken ? '' : print);
    if (this.#file.count > 0) this.#isSearchDue = true;
  }

  /** Adds a call. Resolves when it is in the file. */
  note(call: PassedCall): Promise<void> {
    this.#work = this.#work.then(() => this.#add(call)).catch((error: unknown) => this.#fail(error));
    return this.#work;
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#work;
    try {
      await this.#search(true);
      if (this.#ended === undefined || this.#file.count > 0) await this.#file.close(this.#facts());
      await this.#writeScenario();
    } catch (error) {
      this.#fail(error);
    }
  }

  async #add(call: PassedCall): Promise<void> {
    if (this.#ended !== undefined) return;
    const entry = harEntry(call, this.#redactor);
    const text = JSON.stringify(entry);
    if (this.#file.size + text.length > this.#options.maxBytes) {
      this.#end(`${this.#options.path} has ${this.#options.maxBytes} bytes: no more calls are recorded`);
      return;
    }
    await this.#file.append(text, this.#facts());
    await this.#search(false);
    if (call.response !== undefined) this.#rows.note(callOfEntry(JSON.parse(text)));
    this.#timer ??= setTimeout(() => this.#keepScenario(), pause).unref();
  }

  #keepScenario(): void {
    this.#timer = undefined;
    this.#work = this.#work.then(() => this.#writeScenario()).catch((error: unknown) => this.#fail(error));
  }

  /** Takes a credential out of what was written before it was known to be one. */
  async #search(isLast: boolean): Promise<void> {
    const isSoon = this.#file.size > smallFile && Date.now() - this.#searched < searchPause;
    if (!this.#isSearchDue || this.#file.count === 0 || (isSoon && !isLast)) return;
    this.#isSearchDue = false;
    this.#searched = Date.now();
    await this.#file.rewrite((text) => this.#redactor.known(text), this.#facts());
  }

  async #writeScenario(): Promise<void> {
    const path = scenarioPath(this.#options.path);
    const next = `${dirname(path)}/.${basename(path)}.${process.pid}.tmp`;
    await writeFile(next, `${this.#redactor.known(JSON.stringify(this.#rows.state(), null, 1))}\n`, { mode: 0o600 });
    await rename(next, path);
  }

  #facts(): string {
    const { shared, hash, upstream } = this.#options;
    const facts: HarFacts = {
      format: 1,
      service: shared.plan.service.name,
      hash,
      upstream,
      salt: this.#salt,
      callers: Object.fromEntries(this.#callers),
      ...(this.#ended !== undefined && { ended: this.#ended }),
    };
    return JSON.stringify(facts);
  }

  #fail(error: unknown): void {
    if (this.#ended === undefined)
      this.#end(`Nothing more is recorded: ${error instanceof Error ? error.message : String(error)}`);
  }

  #end(message: string): void {
    this.#ended = message;
    this.#options.onProblem(message);
  }
}
