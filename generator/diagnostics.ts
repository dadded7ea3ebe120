import { compareStrings } from './iterables.js';
import { type Code, hints } from './diagnostics/hints.js';
import { measureWidth, visibleText } from './diagnostics/visible-text.js';

export type { Code } from './diagnostics/hints.js';

/** A position in a spec: file as the user named it, line and column counted from 1. */
export interface Position {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** With an error nothing is generated for the service; with a warning it is. */
export type Severity = 'error' | 'warning';

/** One mistake in the input, with the position that has to change. */
export interface Diagnostic {
  readonly severity: Severity;
  /** Stable kebab-case name of the message, for tools: `unknown-reference`. */
  readonly code: Code;
  readonly message: string;
  readonly at: Position;
  /** Present where the fault was repaired: what was done instead, `it is left out`. */
  readonly repair?: string;
}

/** The errors that there are instead of a result. */
export interface Failure {
  readonly diagnostics: readonly Diagnostic[];
}

/** Returns the start of a file, the position of diagnostics that concern all of it. */
export function locateStart(file: string): Position {
  return { file, line: 1, column: 1 };
}

/** Names a position in a message about another one: `line 3`, or `shared.yaml:3` in another file. */
export function positionName(at: Position, from: Position): string {
  return at.file === from.file ? `line ${at.line}` : `${at.file}:${at.line}`;
}

/** Makes an error without reporting it. */
export function errorAt(code: Code, message: string, at: Position): Diagnostic {
  return { severity: 'error', code, message, at };
}

/** Collects the diagnostics of one run; stages report here and go on. */
export class Diagnostics {
  /** True if a fault that could be repaired is an error. */
  readonly strict: boolean;
  readonly #list: Diagnostic[] = [];

  /** Starts without any; faults are repaired unless it is strict. */
  constructor({ strict = false }: { readonly strict?: boolean | undefined } = {}) {
    this.strict = strict;
  }

  /** Reports a mistake that keeps the service from being generated. */
  error(code: Code, message: string, at: Position): void {
    this.#list.push(errorAt(code, message, at));
  }

  /** Reports something worth a look, which keeps nothing from being generated. */
  warning(code: Code, message: string, at: Position): void {
    this.#list.push({ severity: 'warning', code, message, at });
  }

  /**
   * Reports a fault with a local effect and what is done instead, as the end of a sentence: `it is left out`. After a question the
   * repair is a sentence of its own. An error where this is strict.
   */
  repaired(code: Code, message: string, at: Position, repair: string): void {
    if (this.strict) return this.error(code, message, at);
    const told = message.endsWith('?')
      ? `${message} ${repair.charAt(0).toUpperCase()}${repair.slice(1)}.`
      : `${message}; ${repair}`;
    this.#list.push({ severity: 'warning', code, message: told, at, repair });
  }

  /**
   * Reports a setting that changes nothing: an error at the line of a configuration, `at`; a warning at the document `file` where a
   * command gave the setting, which may be meant for several documents.
   */
  unused(
    code: Code,
    message: string,
    { at, file }: { readonly at: Position | undefined; readonly file: string },
  ): void {
    if (at === undefined) this.warning(code, message, locateStart(file));
    else this.error(code, message, at);
  }

  /** Adds the diagnostics of another collector. */
  add(list: readonly Diagnostic[]): void {
    for (const one of list) this.#list.push(one);
  }

  /** All diagnostics, ordered by file, line and column. */
  get list(): readonly Diagnostic[] {
    return [...this.#list].sort(
      ({ at: left }, { at: right }) =>
        compareStrings(left.file, right.file) || left.line - right.line || left.column - right.column,
    );
  }

  /** True if anything reported is an error. */
  get failed(): boolean {
    return this.#list.some((one) => one.severity === 'error');
  }
}

/** Prints the line that people can click: `file:line:column error unknown-reference: message`; safe to show on a terminal. */
export function printDiagnostic(one: Diagnostic): string {
  const { file, line, column } = one.at;
  return visibleText(`${file}:${line}:${column} ${one.severity} ${one.code}: ${one.message}`);
}

/** Prints a diagnostic for people: its line, the excerpt of the file where its text is given, and the hint. */
export function describeDiagnostic(one: Diagnostic, text?: string): string {
  const excerpt = (text !== undefined && printExcerpt(one.at, text)) || [];
  return [printDiagnostic(one), excerpt, printHint(one)].flat().join('\n');
}

/** Prints the hint of a diagnostic: `  hint: Add the field.` */
export function printHint({ code }: Diagnostic): string {
  return `  hint: ${hints[code]}`;
}

/** Columns of a line that are shown; longer ones are cut around the position. */
const COLUMNS = 100;
/** Columns before the position that are shown of a line that is cut. */
const BEFORE = 40;

/** The text that a position marks: a string in quotes, a word, or one character. */
const token = /"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|(?:[^\s,:{}[\]"']|:(?=\S))+|[^]/uy;

/**
 * Prints the line of a position with its number, and below it a mark: `  3 | type: strng` and `    |       ^^^^^`. Returns `undefined`
 * where the text has no such position or the line is empty.
 */
export function printExcerpt(at: Position, text: string): string | undefined {
  const line = findLine(text, at.line);
  if (line === undefined || line.trim() === '' || at.column > line.length + 1) return undefined;
  const offset = at.column - 1;
  const start = line.length <= COLUMNS ? 0 : toBoundary(line, Math.max(0, offset - BEFORE));
  const end = toBoundary(line, Math.min(line.length, start + COLUMNS));
  token.lastIndex = 0;
  const stop = Math.min(end, offset + (token.exec(line.slice(offset, end))?.[0].length ?? 0));
  const before = `${start > 0 ? '…' : ''}${visibleText(line.slice(start, offset))}`;
  const marked = visibleText(line.slice(offset, stop));
  const after = `${visibleText(line.slice(stop, end))}${end < line.length ? '…' : ''}`;
  const number = String(at.line);
  return [
    `  ${number} | ${before}${marked}${after}`,
    `  ${' '.repeat(number.length)} | ${' '.repeat(measureWidth(before))}${'^'.repeat(Math.max(measureWidth(marked), 1))}`,
  ].join('\n');
}

/** Finds the text of a line, counted from 1, without its end; `undefined` where there is no such line. */
function findLine(text: string, number: number): string | undefined {
  return text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/, number)[number - 1];
}

/** Returns the offset, or the one before it where it would cut a character in two. */
function toBoundary(line: string, offset: number): number {
  const pair = offset > 0 && /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(line.slice(offset - 1, offset + 1));
  return pair ? offset - 1 : offset;
}
