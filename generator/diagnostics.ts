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

/** `error`: nothing is generated for the service. `warning`: the service is generated. */
export type Severity = 'error' | 'warning';

/** One mistake in the input, with the position that has to change. */
export interface Diagnostic {
  readonly severity: Severity;
  /** Stable kebab-case name of the message, for tools: `unknown-reference`. */
  readonly code: Code;
  readonly message: string;
  readonly at: Position;
  /** The repair, if the fault was repaired: `it is left out`. */
  readonly repair?: string;
}

/** The errors that a function returns in place of its result. */
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

/** Collects the diagnostics of one run: a stage reports a mistake here and continues. */
export class Diagnostics {
  /** True if faults are errors even if they could be repaired. */
  readonly strict: boolean;
  readonly #list: Diagnostic[] = [];

  /** Creates an empty collector. Default of `strict`: false. */
  constructor({ strict = false }: { readonly strict?: boolean | undefined } = {}) {
    this.strict = strict;
  }

  /** Reports a mistake that keeps the service from being generated. */
  error(code: Code, message: string, at: Position): void {
    this.#list.push(errorAt(code, message, at));
  }

  /** Reports a problem that the user should look at; the service is generated. */
  warning(code: Code, message: string, at: Position): void {
    this.#list.push({ severity: 'warning', code, message, at });
  }

  /**
   * Warns about a fault with a local effect that was repaired: `unknown key "a"` and `it is left out` → `unknown key "a"; it is left out`.
   * After a message that is a question, the repair is a sentence of its own. If `strict`, this reports an error without the repair.
   */
  repaired(code: Code, message: string, at: Position, repair: string): void {
    if (this.strict) return this.error(code, message, at);
    const text = message.endsWith('?')
      ? `${message} ${repair.charAt(0).toUpperCase()}${repair.slice(1)}.`
      : `${message}; ${repair}`;
    this.#list.push({ severity: 'warning', code, message: text, at, repair });
  }

  /**
   * Reports a setting without effect. A setting of a configuration is an error at its line, `at`. A setting of the command line has no
   * line: it is a warning at the start of the document `file`, because it may be meant for another document of the command.
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

/** Prints a line that editors and terminals link to the file: `file:line:column error unknown-reference: message`; safe to show on a terminal. */
export function printDiagnostic(one: Diagnostic): string {
  const { file, line, column } = one.at;
  return visibleText(`${file}:${line}:${column} ${one.severity} ${one.code}: ${one.message}`);
}

/** Prints a diagnostic for people: its line, the excerpt of the file (if `text`, that of the file, is passed), and the hint. */
export function describeDiagnostic(one: Diagnostic, text?: string): string {
  const excerpt = (text !== undefined && printExcerpt(one.at, text)) || [];
  return [printDiagnostic(one), excerpt, printHint(one)].flat().join('\n');
}

/** Prints the hint of a diagnostic: `  hint: Add the field.` */
export function printHint({ code }: Diagnostic): string {
  return `  hint: ${hints[code]}`;
}

/** Maximum length of a line in an excerpt; longer lines are cut around the position. */
const COLUMNS = 100;
/** Characters before the position that a cut line keeps. */
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

/** Returns the offset, or the one before it if the offset is in the middle of a surrogate pair. */
function toBoundary(line: string, offset: number): number {
  const pair = offset > 0 && /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(line.slice(offset - 1, offset + 1));
  return pair ? offset - 1 : offset;
}
