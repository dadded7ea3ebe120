import type { Diagnostic } from '../diagnostics.js';
import type { SpecText } from '../spec/read/spec-text.js';

/** The first mark that a merge left in a file that a release changes; `undefined` where there is none. */
export function findConflict({ file, text }: SpecText): Diagnostic | undefined {
  const lines = text.split(/\r\n|\n|\r/);
  const line = lines.findIndex((one) => /^(?:<{7}|>{7})(?: |$)/.test(one));
  if (line < 0) return undefined;
  const message = 'a merge left both sides here';
  return { severity: 'error', code: 'merge-conflict', message, at: { file, line: line + 1, column: 1 } };
}
