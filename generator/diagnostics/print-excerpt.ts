import { SourceText } from '../spec/read/source-text.js';
import type { Position } from '../diagnostics.js';
import { visibleText, widthOf } from './visible-text.js';

/** Columns of a line that are shown; longer ones are cut around the place. */
const COLUMNS = 100;
/** Columns before the place that are shown of a line that is cut. */
const BEFORE = 40;

/** What stands at a place: a text in quotes, a word, or one character. */
const token = /"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|(?:[^\s,:{}[\]"']|:(?=\S))+|[^]/uy;

/**
 * The line of a place with its number, and below it a mark under what stands there; two lines. `undefined` where the text
 * has no such place or nothing stands on its line.
 */
export function printExcerpt(at: Position, text: string | SourceText): string | undefined {
  const source = typeof text === 'string' ? new SourceText(at.file, '', text) : text;
  const line = source.line(at.line);
  if (line === undefined || line.trim() === '' || at.column > line.length + 1) return undefined;
  const { before, marked, after } = cut(line, at.column - 1);
  const number = String(at.line);
  const mark = '^'.repeat(Math.max(widthOf(marked), 1));
  return [
    `  ${number} | ${before}${marked}${after}`,
    `  ${' '.repeat(number.length)} | ${' '.repeat(widthOf(before))}${mark}`,
  ].join('\n');
}

interface Cut {
  readonly before: string;
  readonly marked: string;
  readonly after: string;
}

/** The part of a line around an offset, made visible. */
function cut(line: string, offset: number): Cut {
  const start = line.length <= COLUMNS ? 0 : whole(line, Math.max(0, offset - BEFORE));
  const end = whole(line, Math.min(line.length, start + COLUMNS));
  const stop = Math.min(end, offset + lengthAt(line.slice(offset, end)));
  return {
    before: `${start > 0 ? '…' : ''}${visibleText(line.slice(start, offset))}`,
    marked: visibleText(line.slice(offset, stop)),
    after: `${visibleText(line.slice(stop, end))}${end < line.length ? '…' : ''}`,
  };
}

function lengthAt(rest: string): number {
  token.lastIndex = 0;
  return token.exec(rest)?.[0].length ?? 0;
}

/** The offset, or the one before it where it would cut a character in two. */
function whole(line: string, offset: number): number {
  const pair = offset > 0 && /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(line.slice(offset - 1, offset + 1));
  return pair ? offset - 1 : offset;
}
