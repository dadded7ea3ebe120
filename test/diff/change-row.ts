import type { Change } from '../../generator/diff/change.js';
import { diffSpecs } from '../../generator/index.js';
import { library } from './library.js';

/** A change of the library, and what it is. */
export interface ChangeRow {
  readonly name: string;
  /** What is replaced by what, everywhere. */
  readonly edits: readonly (readonly [from: string | RegExp, to: string])[];
  /** `kind code direction subject: message [operations] side line:column` */
  readonly want: readonly string[];
  /** `kind code direction` of the way back. */
  readonly back: readonly string[];
}

/** The library with the edits of a row; throws where one of them has no effect. */
export function edit({ edits }: Pick<ChangeRow, 'edits'>): string {
  let text = library;
  for (const [from, to] of edits) {
    const next = typeof from === 'string' ? text.replaceAll(from, () => to) : text.replace(from, () => to);
    if (next === text) throw new Error(`there is no ${String(from)}`);
    text = next;
  }
  return text;
}

/** Changes between two texts; throws where one is refused. */
export function changesBetween(before: string, after: string, file: string = 'library.yaml'): readonly Change[] {
  const side = (text: string): { readonly spec: { readonly file: string; readonly text: string } } => ({
    spec: { file, text },
  });
  const { changes, diagnostics } = diffSpecs({ before: side(before), after: side(after) });
  if (changes === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return changes;
}

/** All that is known of a change on one line. */
export function printChange({ kind, code, direction, subject, message, operations, side, at }: Change): string {
  const place = `${side} ${at.line}:${at.column}`;
  return `${kind} ${code} ${direction ?? '-'} ${subject}: ${message} [${operations.join(' ')}] ${place}`;
}

/** The kind of a change on one line. */
export function printKind({ kind, code, direction }: Change): string {
  return `${kind} ${code} ${direction ?? '-'}`;
}
