import { type Diagnostic, printDiagnostic } from '../diagnostics.js';
import { catalogue } from './catalogue.js';
import { printExcerpt } from './print-excerpt.js';

/**
 * A diagnostic as people read it: its line, the line of the file with the place marked where the file's text is given, and
 * a hint what to do.
 */
export function describeDiagnostic(one: Diagnostic, text?: string): string {
  const excerpt = text === undefined ? undefined : printExcerpt(one.at, text);
  return [printDiagnostic(one), excerpt, printHint(one)].filter((part) => part !== undefined).join('\n');
}

/** What can be done about a diagnostic, on a line of its own. */
export function printHint({ code }: Diagnostic): string {
  return `  hint: ${catalogue[code].hint}`;
}
