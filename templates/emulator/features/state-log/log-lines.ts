import { parseExactly, writeExactly } from '@speccast/runtime/requests';
import { crc32 } from 'node:zlib';
import type { WorldChange } from '../../store/world-changes.js';
import type { World } from '../../store/world.js';

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

/** A line of a log. */
export interface LogLine {
  /** Lines are counted from 1. */
  readonly number: number;
  /** True for the last line of a record, all of whose changes are made together. */
  readonly isLast: boolean;
  readonly changes: readonly LoggedChange[];
}

// A line has one change at least, so it may be longer.
const usualLength = 64 * 1024;

/**
 * Writes the lines of a record: `<checksum> <number><mark> <changes>`. The checksum is the CRC-32 of what follows it, in
 * hexadecimal digits; the mark is a full stop in the last line of a record, and a comma in all others.
 */
export function* writeLines(changes: Iterable<LoggedChange>, first: number): Iterable<string> {
  let number = first;
  let texts: string[] = [];
  let length = 0;
  const writeLine = (mark: ',' | '.'): string => {
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

/** Parses a line without its end; undefined if it is damaged. */
export function parseLine(bytes: Buffer): LogLine | undefined {
  if (bytes.length < 12 || bytes.toString('latin1', 0, 8) !== checksum(bytes.subarray(9))) return undefined;
  const text = bytes.toString('utf8', 9);
  const [head, number, mark] = /^(\d{1,15})([,.]) /.exec(text) ?? [];
  if (head === undefined) return undefined;
  // Its checksum shows that this module wrote it.
  const changes = parseExactly(text.slice(head.length), JSON.parse) as unknown as readonly LoggedChange[];
  return { number: Number(number), isLast: mark === '.', changes };
}

/** Writes the first line of the log of a service. */
export function writeHeader(service: string): string {
  return `${JSON.stringify({ format: 'speccast-state', version: 3, service })}\n`;
}

/** Checks the first line of the log of a service; undefined if it has no end. Throws `DamagedState`. */
export function checkHeader(line: string | undefined, path: string, service: string): void {
  let header: Readonly<Record<string, unknown>> = {};
  try {
    header = Object(JSON.parse(line ?? ''));
  } catch {
    // It has no format then.
  }
  const { format, version, service: found } = header;
  if (format !== 'speccast-state') throw new DamagedState(`${path} is no state of speccast. It is left as it is.`);
  if (version !== 3)
    throw new DamagedState(
      `${path} has version ${JSON.stringify(version)} of the format, and this version of speccast reads 1 and 3. It is left as it is; the version of speccast that wrote it can read it.`,
    );
  if (found !== service)
    throw new DamagedState(`${path} has a state of ${JSON.stringify(found)}, not of ${service}. It is left as it is.`);
}
