import type { FileHandle } from 'node:fs/promises';
import { type OpenMedia, type WorldChange, applyChange } from '../../store/world-changes.js';
import { Transaction, type World, emptyWorld } from '../../store/world.js';
import { type Disk, freePath, readCode, readMessage, writeFully } from './disk.js';
import { parseExactly, writeExactly } from '@speccast/runtime/requests';
import { crc32 } from 'node:zlib';

/** A log, and the service that it belongs to. */
interface LogSource {
  readonly path: string;
  readonly service: string;
  readonly open: OpenMedia;
}

/** A log that records are appended to, one after the other. */
export class LogFile {
  readonly #file: FileHandle;
  /** Number of bytes of all complete records. */
  size: number;
  /** Number of bytes of the first record, which holds the whole state of that time; 0 before it. */
  firstSize = 0;
  /** Number of the next line. */
  #next = 1;
  /** True if there may be bytes after the last complete record. */
  #isTorn = false;

  constructor(file: FileHandle, size: number) {
    this.#file = file;
    this.size = size;
  }

  /** Creates the log of a service. */
  static async create(disk: Disk, path: string, service: string): Promise<LogFile> {
    await disk.rm(path, { force: true });
    // It holds the tokens of callers.
    const file = await disk.open(path, 'wx', 0o600);
    try {
      const header = Buffer.from(`${JSON.stringify({ format: 'speccast-state', version: 3, service })}\n`);
      await writeFully(file, header, 0);
      return new LogFile(file, header.length);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /**
   * Opens a log, or reads the JSON document of an older version; undefined if there is no file. Moves an incomplete end of the log to a
   * file of its own, and calls `tell` with a sentence about it. Throws `DamagedState`.
   */
  static async open(
    source: LogSource,
    disk: Disk,
    tell: (sentence: string) => void,
  ): Promise<{ readonly log: LogFile; readonly state: State } | { readonly document: string } | undefined> {
    const { path } = source;
    const file = await disk.open(path, 'r+').catch((error: unknown) => {
      if (readCode(error) !== 'ENOENT') throw error;
    });
    if (!file) return undefined;
    try {
      const { size } = await file.stat();
      if (size >= 2 ** 31)
        throw new DamagedState(`${path} has ${size} bytes, and at most 2147483647 can be read. It is left as it is.`);
      // The state is in memory as a whole, and its log is at most a few times as long.
      const bytes = await file.readFile();
      if (/^\s*\{\s*"format":\s*"speccast-state",\s*"version":\s*1\b/.test(bytes.toString('latin1', 0, 200))) {
        await file.close();
        return { document: bytes.toString() };
      }
      const { state, end, firstEnd, next, damaged } = readLog(bytes, source);
      if (end < bytes.length) {
        const copy = await freePath(disk, `${path}.cut`);
        const other = await disk.open(copy, 'wx', 0o600);
        try {
          await writeFully(other, bytes.subarray(end), 0);
          await other.sync();
        } finally {
          await other.close();
        }
        await file.truncate(end);
        await file.sync();
        tell(
          `The last change in ${path} was not written completely, and was not acknowledged: ${bytes.length - end} bytes from line ${damaged} on were moved to ${copy}.`,
        );
      }
      const log = new LogFile(file, end);
      log.firstSize = firstEnd;
      log.#next = next;
      return { log, state };
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
    try {
      for (const line of writeLines(changes, next)) {
        const bytes = Buffer.from(line);
        await writeFully(this.#file, bytes, size);
        [size, next] = [size + bytes.length, next + 1];
      }
      if (sync) await this.#file.datasync();
    } catch (error) {
      // If this fails, too, it is tried again before the next record.
      await this.#cut().catch(() => {});
      throw error;
    }
    [this.size, this.#next, this.#isTorn] = [size, next, false];
    this.firstSize ||= size;
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

/** Reads a log up to its last complete record. A damaged end is left out. Throws `DamagedState` for any other damage. */
function readLog(bytes: Buffer, { path, service, open }: LogSource) {
  const fail = (line: number, why: string) =>
    new DamagedState(`${path} is damaged in line ${line}: ${why}. It is left as it is.`);
  if (bytes.length === 0) throw new DamagedState(`${path} is empty: it contains no state. It is left as it is.`);
  const headerEnd = bytes.indexOf('\n');
  checkHeader(bytes.toString('utf8', 0, headerEnd), path, service);
  let world: World = emptyWorld;
  let offset = 0;
  let draft: { readonly world: Transaction; offset: number } | undefined;
  let [lines, position] = [1, headerEnd + 1];
  let [end, firstEnd, next] = [position, 0, 1];
  /** The first damaged line, counted from 1. */
  let damaged: number | undefined;
  while (position < bytes.length) {
    const start = position;
    const at = bytes.indexOf('\n', start);
    position = at < 0 ? bytes.length : at + 1;
    lines += 1;
    const line = at < 0 ? undefined : parseLine(bytes.subarray(start, at));
    if (!line) {
      damaged ??= lines;
      continue;
    }
    if (damaged !== undefined) throw fail(damaged, 'its checksum is wrong');
    if (line.number !== lines - 1) throw fail(lines, `its number is ${line.number}, not ${lines - 1}`);
    draft ??= { world: new Transaction(world, () => ''), offset };
    try {
      for (const change of line.changes)
        if (change[0] === 'clock') draft.offset = change[1];
        else applyChange(draft.world, change, open);
    } catch (error) {
      throw fail(lines, readMessage(error));
    }
    if (!line.isLast) continue;
    [world, offset, draft] = [draft.world.commit(), draft.offset, undefined];
    [end, next, firstEnd] = [position, lines, firstEnd || position];
  }
  // The first record is complete before the file gets its name.
  if (firstEnd === 0) throw fail(damaged ?? lines + 1, 'the first record is incomplete');
  return { state: { world, offset }, end, firstEnd, next, damaged: damaged ?? lines };
}

/** A file without a valid state, which is not changed. The message is a sentence. */
export class DamagedState extends Error {
  override readonly name = 'DamagedState';
}

/** A state: the world, and the offset of its clock in milliseconds. */
export interface State {
  readonly world: World;
  readonly offset: number;
}

/** A change that a log keeps: of the world, or of the offset of its clock in milliseconds. */
export type LoggedChange = WorldChange | readonly ['clock', offset: number];

// A line has one change at least, so it may be longer.
const usualLength = 64 * 1024;

/**
 * Writes the lines of a record: `<checksum> <number><mark> <changes>`. The checksum is the CRC-32 of the rest of the line, in
 * hexadecimal digits; the mark is a full stop in the last line of a record, and a comma in all others.
 */
function* writeLines(changes: Iterable<LoggedChange>, first: number): Iterable<string> {
  let number = first;
  let texts: string[] = [];
  let length = 0;
  const writeLine = (mark: ',' | '.') => {
    const text = `${number}${mark} [${texts.join(',')}]`;
    return `${checksum(text)} ${text}\n`;
  };
  for (const change of changes) {
    if (length > usualLength) {
      yield writeLine(',');
      [number, texts, length] = [number + 1, [], 0];
    }
    const text = writeExactly(change);
    texts.push(text);
    length += text.length;
  }
  if (texts.length > 0) yield writeLine('.');
}

function checksum(text: string | Uint8Array): string {
  return crc32(text).toString(16).padStart(8, '0');
}

/** Parses a line without its line break; undefined if it is damaged. */
function parseLine(bytes: Buffer) {
  if (bytes.length < 12 || bytes.toString('latin1', 0, 8) !== checksum(bytes.subarray(9))) return undefined;
  const text = bytes.toString('utf8', 9);
  const [head, number, mark] = /^(\d{1,15})([,.]) /.exec(text) ?? [];
  if (head === undefined) return undefined;
  // Its checksum shows that this module wrote it.
  const changes = parseExactly(text.slice(head.length), JSON.parse) as unknown as readonly LoggedChange[];
  return { number: Number(number), isLast: mark === '.', changes };
}

/** Checks the first line of the log of a service. Throws `DamagedState`. */
function checkHeader(line: string, path: string, service: string): void {
  let header: Readonly<Record<string, unknown>> = {};
  try {
    header = Object(JSON.parse(line));
  } catch {
    // It has no format then.
  }
  const { format, version, service: found } = header;
  if (format !== 'speccast-state')
    throw new DamagedState(`${path} is not a state file of speccast. It is left as it is.`);
  if (version !== 3)
    throw new DamagedState(
      `${path} has version ${JSON.stringify(version)} of the format, and this version of speccast reads 1 and 3. It is left as it is; the version of speccast that wrote it can read it.`,
    );
  if (found !== service)
    throw new DamagedState(`${path} has a state of ${JSON.stringify(found)}, not of ${service}. It is left as it is.`);
}
