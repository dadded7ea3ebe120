import { type Diagnostic, type Position, printDiagnostic } from '../diagnostics.js';
import { hints } from './hints.js';
import { visibleText, measureWidth } from './visible-text.js';

/**
 * A diagnostic as people read it: its line, the line of the file with the position marked where the file's text is given,
 * and a hint what to do.
 */
export function describeDiagnostic(one: Diagnostic, text?: string): string {
  const excerpt = text === undefined ? undefined : printExcerpt(one.at, text);
  return [printDiagnostic(one), excerpt, printHint(one)].filter((part) => part !== undefined).join('\n');
}

/** What can be done about a diagnostic, on a line of its own. */
export function printHint({ code }: Diagnostic): string {
  return `  hint: ${hints[code]}`;
}

/** Columns of a line that are shown; longer ones are cut around the position. */
const COLUMNS = 100;
/** Columns before the position that are shown of a line that is cut. */
const BEFORE = 40;

/** What is at a position: a string in quotes, a word, or one character. */
const token = /"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|(?:[^\s,:{}[\]"']|:(?=\S))+|[^]/uy;

/**
 * The line of a position with its number, and below it a mark under what is there; two lines. `undefined` where the text
 * has no such position or the line is empty.
 */
export function printExcerpt(at: Position, text: string): string | undefined {
  const line = findLine(text, at.line);
  if (line === undefined || line.trim() === '' || at.column > line.length + 1) return undefined;
  const { before, marked, after } = cut(line, at.column - 1);
  const number = String(at.line);
  const mark = '^'.repeat(Math.max(measureWidth(marked), 1));
  return [
    `  ${number} | ${before}${marked}${after}`,
    `  ${' '.repeat(number.length)} | ${' '.repeat(measureWidth(before))}${mark}`,
  ].join('\n');
}

/** The text of a line, counted from 1, without its end; `undefined` where there is no such line. */
function findLine(text: string, number: number): string | undefined {
  if (text.includes('\r')) return text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/, number)[number - 1];
  let start = text.startsWith('\uFEFF') ? 1 : 0;
  for (let line = 1; line < number; line += 1) {
    start = text.indexOf('\n', start) + 1;
    if (start === 0) return undefined;
  }
  const end = text.indexOf('\n', start);
  return text.slice(start, end === -1 ? undefined : end);
}

/** The part of a line around an offset, made visible. */
function cut(line: string, offset: number): Record<'before' | 'marked' | 'after', string> {
  const start = line.length <= COLUMNS ? 0 : toBoundary(line, Math.max(0, offset - BEFORE));
  const end = toBoundary(line, Math.min(line.length, start + COLUMNS));
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
function toBoundary(line: string, offset: number): number {
  const pair = offset > 0 && /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(line.slice(offset - 1, offset + 1));
  return pair ? offset - 1 : offset;
}
