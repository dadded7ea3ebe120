import type { Diagnostic } from '../../diagnostics.js';
import type { Change } from '../../diff/change.js';
import type { Console } from './console.js';

/** Prints everything as one JSON object: `{files, diagnostics}`, and what more there is to say. */
export function printJson(
  console: Console,
  files: readonly string[],
  diagnostics: readonly Diagnostic[],
  more: object = {},
): void {
  const flat = diagnostics.map(({ severity, code, message, at }) => ({ severity, code, message, ...at }));
  console.out(`${JSON.stringify({ files, diagnostics: flat, ...more }, null, 2)}\n`);
}

/** A change as `--json` prints it: its position flat, as that of a diagnostic. */
export function toJsonChange({ kind, code, message, subject, operations, direction, at, side }: Change): object {
  return { kind, code, message, subject, operations, ...(direction !== undefined && { direction }), ...at, side };
}
