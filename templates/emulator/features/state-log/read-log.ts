import type { FileHandle } from 'node:fs/promises';
import { emptyWorld, Transaction, type World } from '../../store/world.js';
import { applyChange, type OpenMedia } from '../../store/world-changes.js';
import { readMessage } from './disk.js';
import { checkHeader, DamagedState, parseLine, type State } from './log-lines.js';

/** The state of a log, and positions in it. */
export interface ReadLog extends State {
  /** Number of bytes up to the end of the last complete record. */
  readonly end: number;
  /** Number of bytes up to the end of the first record, which holds the whole state of that time. */
  readonly firstEnd: number;
  /** Number of the next line. */
  readonly next: number;
  /** The rest after the last complete record, if a write broke off; the line is counted from 1, with the header. */
  readonly torn?: { readonly bytes: number; readonly line: number };
}

/** A log, and the service that it belongs to. */
export interface LogSource {
  readonly path: string;
  readonly file: FileHandle;
  readonly service: string;
  readonly open: OpenMedia;
}

/** Reads a log. A damaged end is reported as torn. Throws `DamagedState` for any other damage. */
export async function readLog({ path, file, service, open }: LogSource): Promise<ReadLog> {
  const fail = (line: number, why: string): DamagedState =>
    new DamagedState(`${path} is damaged in line ${line}: ${why}. It is left as it is.`);
  let world: World = emptyWorld;
  let offset = 0;
  let draft: { readonly world: Transaction; offset: number } | undefined;
  let [lines, size, number] = [0, 0, 0];
  let [end, firstEnd, next] = [0, 0, 1];
  /** The first damaged line, counted from 1. */
  let damaged: number | undefined;
  for await (const { bytes, end: lineEnd, isComplete } of readLines(file)) {
    [lines, size] = [lines + 1, lineEnd];
    if (lines === 1) {
      checkHeader(isComplete ? bytes.toString('utf8') : undefined, path, service);
      end = lineEnd;
      continue;
    }
    const line = isComplete ? parseLine(bytes) : undefined;
    if (line === undefined) {
      damaged ??= lines;
      continue;
    }
    if (damaged !== undefined) throw fail(damaged, 'the line is not what was written');
    number += 1;
    if (line.number !== number) throw fail(lines, `its number is ${line.number}, not ${number}`);
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
    [end, next, firstEnd] = [lineEnd, number + 1, firstEnd || lineEnd];
  }
  if (lines === 0) throw new DamagedState(`${path} is empty, and no state. It is left as it is.`);
  // The first record is complete before the file gets its name.
  if (firstEnd === 0) throw fail(damaged ?? lines + 1, 'the first record is incomplete');
  const torn = size > end && { torn: { bytes: size - end, line: damaged ?? lines } };
  return { world, offset, end, firstEnd, next, ...torn };
}

/** A line without its end, and the position after both. */
interface RawLine {
  readonly bytes: Buffer;
  readonly end: number;
  /** False if the file ends before the line does. */
  readonly isComplete: boolean;
}

async function* readLines(file: FileHandle): AsyncIterable<RawLine> {
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
  const bytes = Buffer.concat(pending);
  if (bytes.length > 0) yield { bytes, end: end + bytes.length, isComplete: false };
}
