import { compareStrings } from './iterables.js';
import type { Code } from './diagnostics/hints.js';
import { visibleText } from './diagnostics/visible-text.js';

export type { Code } from './diagnostics/hints.js';

/** A position in a spec: file as the user named it, line and column counted from 1. */
export interface Position {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** How bad a diagnostic is: with an error nothing is generated for the service, with a warning it is. */
export type Severity = 'error' | 'warning';

/** One mistake in the input, with the position that has to change. */
export interface Diagnostic {
  readonly severity: Severity;
  /** Stable kebab-case name of the message, for tools: `unknown-reference`. */
  readonly code: Code;
  readonly message: string;
  readonly at: Position;
  /** What was done instead of what the document says there; only of a fault that was repaired. */
  readonly repair?: string;
}

/** The errors that there are instead of a result. */
export interface Failure {
  readonly diagnostics: readonly Diagnostic[];
}

/** The start of a file: the position of what concerns all of it. */
export function locateStart(file: string): Position {
  return { file, line: 1, column: 1 };
}

/** An error that no collector is told of. */
export function errorAt(code: Code, message: string, at: Position): Diagnostic {
  return { severity: 'error', code, message, at };
}

/** Collects the diagnostics of one run; stages report here and go on. */
export class Diagnostics {
  /** Whether a fault that could be repaired is an error. */
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

  /** Reports a mistake with a local effect and what is done instead, such as "it is left out"; an error where this is strict. */
  repaired(code: Code, message: string, at: Position, repair: string): void {
    if (this.strict) this.error(code, message, at);
    else this.#list.push({ severity: 'warning', code, message: withRepair(message, repair), at, repair });
  }

  /**
   * Reports something configured that changes nothing: a mistake at the line of a configuration, and no mistake of a command, which
   * may be one for many documents.
   */
  unused(
    code: Code,
    message: string,
    { at, file }: { readonly at: Position | undefined; readonly file: string },
  ): void {
    if (at === undefined) this.warning(code, message, locateStart(file));
    else this.error(code, message, at);
  }

  /** Passes on what another collector was told. */
  add(list: readonly Diagnostic[]): void {
    for (const one of list) this.#list.push(one);
  }

  /** All diagnostics, ordered by file, line and column. */
  get list(): readonly Diagnostic[] {
    return [...this.#list].sort(byPosition);
  }

  /** Whether anything reported is an error. */
  get failed(): boolean {
    return this.#list.some((one) => one.severity === 'error');
  }
}

/** A fault and what was done about it, as a sentence or, after a question, as two. */
function withRepair(message: string, repair: string): string {
  if (!message.endsWith('?')) return `${message}; ${repair}`;
  return `${message} ${repair.charAt(0).toUpperCase()}${repair.slice(1)}.`;
}

/** One line a person can click: `file:line:column error unknown-reference: message`; safe to show on a terminal. */
export function printDiagnostic(one: Diagnostic): string {
  const { file, line, column } = one.at;
  return visibleText(`${file}:${line}:${column} ${one.severity} ${one.code}: ${one.message}`);
}

function byPosition(left: Diagnostic, right: Diagnostic): number {
  return (
    compareStrings(left.at.file, right.at.file) || left.at.line - right.at.line || left.at.column - right.at.column
  );
}
