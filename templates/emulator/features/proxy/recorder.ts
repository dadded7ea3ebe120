import { createHash, createHmac, randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { type FileHandle, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { JsonObject } from '@speccast/runtime';
import { RecordedRows, type Recording } from '../recording/recorded-rows.js';
import { writeCanonical } from '../../values/canonical-json.js';
import type { CallRedactor } from '../../world/journal/redactor.js';
import type { Shared } from '../../receive/shared.js';
import { createQueue, readMessage, temporaryPath, writeFully } from '../state-log/disk.js';
import { harEntry, type PassedCall } from './har-entry.js';
import { harFormat, readEntry } from './read-har.js';

/** Options of a recorder. */
interface RecorderOptions {
  readonly path: string;
  readonly shared: Shared;
  /** Name and hash of the service, and the address of the real one. */
  readonly facts: Pick<Recording, 'service' | 'hash' | 'upstream'>;
  /** Maximum length of the file, in bytes. */
  readonly maxBytes: number;
  /** Called once with the reason why no more is recorded. */
  readonly onProblem: (message: string) => void;
}

/** Creates the fingerprint of a credential. It is so short that many credentials share it, so that it reveals none of them. */
export function fingerprint(salt: string, credential: string): string {
  return createHmac('sha256', salt).update(credential).digest('hex').slice(0, 4);
}

/** Time between two writes of the scenario, in milliseconds. */
const pause = 2000;

/** Time between two searches of all that is recorded for a new credential, in milliseconds. Small files are searched each time. */
const searchPause = 1000;

const smallFile = 4 * 1024 * 1024;

/** Writes calls to a HAR file, and their rows to a scenario beside it. */
export interface Recorder {
  /** Adds a credential, and the name that replaces it. Of two with the same fingerprint, a replay recognizes only the first. */
  readonly know: (value: string, replacement: string) => void;
  /** Adds a call. Resolves when it is in the file. */
  readonly note: (call: PassedCall, caller: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Creates a recorder. Throws an `Error` with a sentence if nothing can be written there. */
export function createRecorder(options: RecorderOptions, redactor: CallRedactor): Recorder {
  const { path, facts, maxBytes, onProblem } = options;
  const salt = randomBytes(16).toString('hex');
  const callers = new Map<string, string>();
  const queue = createQueue();
  let ended: string | undefined;
  /** True if a new credential may be in the file already; time of the last search for new credentials. */
  let [isSearchDue, searched] = [false, 0];
  const file = openHarFile(path, () => ({ ...facts, salt, callers: Object.fromEntries(callers), ended }));
  const end = (message: string) => {
    if (ended !== undefined) return;
    ended = message;
    onProblem(message);
  };
  const inTurn = (work: () => Promise<void>) =>
    queue(work).catch((error) => end(`Nothing more is recorded: ${readMessage(error)}`));
  const scenario = openScenario(options, redactor, inTurn);
  /** Removes new credentials from calls that were written before they were known. */
  const search = async () => {
    if (!isSearchDue) return;
    isSearchDue = false;
    searched = Date.now();
    await file.rewrite(redactor.known);
  };
  return {
    know: (value, replacement) => {
      const print = fingerprint(salt, value);
      callers.set(replacement, [...callers.values()].includes(print) ? '' : print);
      isSearchDue ||= file.size() > 0;
    },
    note: (call, caller) =>
      inTurn(async () => {
        if (ended !== undefined) return;
        const text = JSON.stringify(harEntry(call, caller, redactor));
        if (file.size() + text.length > maxBytes)
          return end(`${path} has ${maxBytes} bytes: no more calls are recorded`);
        await file.append(text);
        if (file.size() <= smallFile || Date.now() - searched >= searchPause) await search();
        scenario.note(call.response && text);
      }),
    close: () => {
      scenario.stop();
      return inTurn(async () => {
        await search();
        if (ended === undefined || file.size() > 0) await file.close();
        await scenario.write();
      });
    },
  };
}

/** Opens the scenario beside a recording, with the rows in the recorded calls. It is written soon after a call. */
function openScenario(
  { path, shared }: RecorderOptions,
  redactor: CallRedactor,
  inTurn: (work: () => Promise<void>) => Promise<void>,
) {
  const rows = new RecordedRows(shared);
  let timer: NodeJS.Timeout | undefined;
  const write = async () => {
    const text = `${redactor.known(JSON.stringify(rows.state(), null, 1))}\n`;
    const scenario = await replaceFile(`${path.replace(/\.har$/, '')}.scenario.json`, (next) => next.writeFile(text));
    await scenario.close();
  };
  return {
    /** Adds the entry of a call, or of one without a response. */
    note: (entry: string | undefined) => {
      if (entry !== undefined) rows.note(readEntry(JSON.parse(entry)));
      timer ??= setTimeout(() => {
        timer = undefined;
        void inTurn(write);
      }, pause).unref();
    },
    write,
    stop: () => clearTimeout(timer),
  };
}

/** Replaces a file by a new one, which stays open. Only this user may read it: bodies may be private. */
async function replaceFile(path: string, write: (next: FileHandle) => Promise<void>) {
  const temporary = temporaryPath(path);
  const next = await open(temporary, 'w', 0o600);
  try {
    await write(next);
    await next.sync();
    await rename(temporary, path);
    return next;
  } catch (error) {
    await next.close();
    await rm(temporary, { force: true });
    throw error;
  }
}

const head = `{"log":{"version":"1.2","creator":{"name":"speccast","version":"0.1"},"pages":[],"entries":[\n`;

/**
 * Opens a HAR file that is valid JSON after each entry: the next entry overwrites the closing brackets. The first entry replaces an
 * existing file. `listFacts` returns the facts about the recording. Throws an `Error` with a sentence if the file cannot be
 * created.
 */
function openHarFile(path: string, listFacts: () => object) {
  const folder = statSync(dirname(path), { throwIfNoEntry: false });
  if (!folder?.isDirectory()) throw new Error(`${path}: there is no such folder`);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw new Error(`${path} is a folder`);
  let file: FileHandle | undefined;
  /** Number of bytes of the entries so far. */
  let size = 0;
  const write = async (to: FileHandle, text: string) => {
    const facts = JSON.stringify({ format: harFormat, ...listFacts() });
    const bytes = Buffer.from(`${text}\n],"_speccast":${facts}}}\n`);
    await writeFully(to, bytes, size);
    await to.truncate(size + bytes.length);
    size += Buffer.byteLength(text);
  };
  const begin = async (text: string) => {
    size = 0;
    try {
      file = await replaceFile(path, (next) => write(next, text));
    } catch (error) {
      size = 0;
      throw error;
    }
  };
  return {
    size: () => size,
    append: (entry: string) => (file ? write(file, `,\n${entry}`) : begin(`${head}${entry}`)),
    /** Changes the text of all entries. */
    rewrite: async (change: (text: string) => string) => {
      const text = (await readFile(path)).subarray(0, size).toString('utf8');
      const changed = change(text);
      if (changed === text) return;
      await file?.close();
      file = undefined;
      await begin(changed);
    },
    /** Writes the rest to disk. Without any entry, creates a recording without calls if there is no file. */
    close: async () => {
      if (file) await write(file, '');
      else if (statSync(path, { throwIfNoEntry: false }) === undefined) await begin(head.trimEnd());
      await file?.sync();
      await file?.close();
    },
  };
}

/** Hashes a document: SHA-256 of its JSON with sorted keys and without spaces, like `hash` of a package's `./spec`. */
export function hashDocument(document: JsonObject): string {
  return createHash('sha256').update(writeCanonical(document)).digest('hex');
}
