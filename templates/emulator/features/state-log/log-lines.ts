import { parseExactly, writeExactly } from '@speccast/runtime/requests';
import { crc32 } from 'node:zlib';
import type { WorldChange } from '../../store/world-changes.js';
import type { World } from '../../store/world.js';

/** A state: the world, and the offset of its clock in milliseconds. */
export interface State {
  readonly world: World;
  readonly offset: number;
}

/** A change that a log keeps: of the world, or of the offset of its clock in milliseconds. */
export type LoggedChange = WorldChange | readonly ['clock', offset: number];

/** The first line of a log. */
export interface LogHeader {
  readonly format: 'speccast-state';
  readonly version: 3;
  readonly service: string;
}

/** A line of a log. */
export interface LogLine {
  /** Lines are counted from 1. */
  readonly number: number;
  /** Whether it is the last line of a record, all of whose changes are made together. */
  readonly isLast: boolean;
  readonly changes: readonly LoggedChange[];
}

// A line has one change at least, so it may be longer.
const usualLength = 64 * 1024;

/**
 * The lines of a record: `<checksum> <number><mark> <changes>`. The checksum is the CRC-32 of what follows it, in hexadecimal
 * digits; the mark is a full stop in the last line of a record, and a comma in all others.
 */
export function* linesOf(changes: Iterable<LoggedChange>, first: number): Iterable<string> {
  let number = first;
  let gathered: string[] = [];
  let length = 0;
  for (const change of changes) {
    if (length > usualLength) {
      yield lineOf(number, ',', gathered);
      [number, gathered, length] = [number + 1, [], 0];
    }
    const text = writeExactly(change);
    gathered.push(text);
    length += text.length;
  }
  if (gathered.length > 0) yield lineOf(number, '.', gathered);
}

function lineOf(number: number, mark: ',' | '.', changes: readonly string[]): string {
  const text = `${number}${mark} [${changes.join(',')}]`;
  return `${checksumOf(text)} ${text}\n`;
}

function checksumOf(text: string | Uint8Array): string {
  return crc32(text).toString(16).padStart(8, '0');
}

/** Parses a line without its end; undefined if it is damaged. */
export function parseLine(bytes: Buffer): LogLine | undefined {
  const space = 8;
  if (bytes.length < 12 || bytes.toString('latin1', 0, space) !== checksumOf(bytes.subarray(space + 1)))
    return undefined;
  const text = bytes.toString('utf8', space + 1);
  const [head, number, mark] = /^(\d{1,15})([,.]) /.exec(text) ?? [];
  if (head === undefined) return undefined;
  // Its checksum shows that this module wrote it.
  const changes = parseExactly(text.slice(head.length), JSON.parse) as unknown as readonly LoggedChange[];
  return { number: Number(number), isLast: mark === '.', changes };
}

/** The first line of the log of a service. */
export function headerLine(service: string): string {
  return `${JSON.stringify({ format: 'speccast-state', version: 3, service } satisfies LogHeader)}\n`;
}
