import type { FileHandle } from 'node:fs/promises';
import { isJsonObject, type Json } from '@speccast/runtime';
import { emptyWorld, Transaction, type World } from '../../store/world.js';
import { applyChange, type OpenMedia } from '../../store/world-changes.js';
import { messageOf } from './disk.js';
import { type LogLine, parseLine, type State } from './log-lines.js';
import { DamagedState } from './state-errors.js';

/** What a log holds. */
export interface ReadLog extends State {
  /** Number of bytes up to the end of the last complete record. */
  readonly end: number;
  /** The same of the first record, which holds all that there was. */
  readonly firstEnd: number;
  /** Number of the next line. */
  readonly next: number;
  /** What follows the last complete record, if a write broke off; the line is counted from 1, with the header. */
  readonly torn?: { readonly bytes: number; readonly line: number };
}

/** Where a log is read from, and for which service. */
export interface LogSource {
  readonly path: string;
  readonly file: FileHandle;
  readonly service: string;
  readonly open: OpenMedia;
}

/** Reads a log. A damaged end is reported as torn. Throws `DamagedState` for any other damage. */
export async function readLog(source: LogSource): Promise<ReadLog> {
  const replay = new Replay(source);
  for await (const { bytes, end, isComplete } of linesIn(source.file)) replay.take(bytes, end, isComplete);
  return replay.result();
}

interface RawLine {
  readonly bytes: Buffer;
  /** Position after the line and its end. */
  readonly end: number;
  /** Whether it has an end. */
  readonly isComplete: boolean;
}

async function* linesIn(file: FileHandle): AsyncIterable<RawLine> {
  const chunk = Buffer.allocUnsafe(1024 * 1024);
  let pending: Buffer[] = [];
  let position = 0;
  let end = 0;
  for (;;) {
    const { bytesRead } = await file.read(chunk, 0, chunk.length, position);
    position += bytesRead;
    if (bytesRead === 0) break;
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0 && at < bytesRead; at = chunk.indexOf(10, from)) {
      const bytes = Buffer.concat([...pending, chunk.subarray(from, at)]);
      end += bytes.length + 1;
      yield { bytes, end, isComplete: true };
      [pending, from] = [[], at + 1];
    }
    pending.push(Buffer.from(chunk.subarray(from, bytesRead)));
  }
  const rest = Buffer.concat(pending);
  if (rest.length > 0) yield { bytes: rest, end: end + rest.length, isComplete: false };
}

/** A log as far as it was read. */
class Replay {
  readonly #source: LogSource;
  #world: World = emptyWorld;
  #offset = 0;
  #draft: { readonly world: Transaction; offset: number } | undefined;
  #lines = 0;
  #size = 0;
  #number = 0;
  #result: Pick<ReadLog, 'end' | 'firstEnd' | 'next'> = { end: 0, firstEnd: 0, next: 1 };
  /** The first damaged line, counted from 1. */
  #damaged: number | undefined;

  constructor(source: LogSource) {
    this.#source = source;
  }

  take(bytes: Buffer, end: number, isComplete: boolean): void {
    this.#lines += 1;
    this.#size = end;
    if (this.#lines === 1) {
      checkHeader(this.#source, bytes, isComplete);
      this.#result = { ...this.#result, end };
      return;
    }
    const line = isComplete ? parseLine(bytes) : undefined;
    if (line === undefined) this.#damaged ??= this.#lines;
    else if (this.#damaged !== undefined) throw this.#wrong(this.#damaged, 'the line is not what was written');
    else this.#apply(line, end);
  }

  result(): ReadLog {
    const { path } = this.#source;
    if (this.#lines === 0) throw new DamagedState(`${path} is empty, and no state. It is left as it is.`);
    const bytes = this.#size - this.#result.end;
    // The first record is complete before the file gets its name.
    if (this.#result.firstEnd === 0)
      throw this.#wrong(this.#damaged ?? this.#lines + 1, 'the first record is incomplete');
    return {
      ...this.#result,
      world: this.#world,
      offset: this.#offset,
      ...(bytes > 0 && { torn: { bytes, line: this.#damaged ?? this.#lines } }),
    };
  }

  #apply({ number, isLast, changes }: LogLine, end: number): void {
    if (number !== this.#number + 1) throw this.#wrong(this.#lines, `its number is ${number}, not ${this.#number + 1}`);
    this.#number = number;
    this.#draft ??= { world: new Transaction(this.#world, () => ''), offset: this.#offset };
    try {
      for (const change of changes) {
        if (change[0] === 'clock') this.#draft.offset = change[1];
        else applyChange(this.#draft.world, change, this.#source.open);
      }
    } catch (error) {
      throw this.#wrong(this.#lines, messageOf(error));
    }
    if (!isLast) return;
    [this.#world, this.#offset] = [this.#draft.world.commit(), this.#draft.offset];
    this.#draft = undefined;
    this.#result = { end, firstEnd: this.#result.firstEnd || end, next: number + 1 };
  }

  #wrong(line: number, why: string): DamagedState {
    return new DamagedState(`${this.#source.path} is damaged in line ${line}: ${why}. It is left as it is.`);
  }
}

function checkHeader({ path, service }: LogSource, bytes: Buffer, isComplete: boolean): void {
  const header = isComplete ? parseHeader(bytes) : undefined;
  const { format, version, service: found } = isJsonObject(header) ? header : {};
  if (format !== 'speccast-state') throw new DamagedState(`${path} is no state of speccast. It is left as it is.`);
  if (version !== 3)
    throw new DamagedState(
      `${path} has version ${JSON.stringify(version)} of the format, and this version of speccast reads 1 and 3. It is left as it is; a newer version of speccast can read it.`,
    );
  if (found !== service)
    throw new DamagedState(`${path} has a state of ${JSON.stringify(found)}, not of ${service}. It is left as it is.`);
}

function parseHeader(bytes: Buffer): Json | undefined {
  try {
    // What JSON.parse makes is JSON.
    return JSON.parse(bytes.toString('utf8')) as Json;
  } catch {
    return undefined;
  }
}
