import type { CheckResult, ConformanceReport } from './report.js';

const marks = { passed: 'ok', failed: 'FAILED', skipped: 'skipped' } as const;

/** The report as a table for people: a line a check, the reasons of failures and skips below it, and the numbers last. */
export function formatConformance({ results, passed, failed, skipped }: ConformanceReport): string {
  const width = Math.max(0, ...results.map(({ id }) => id.length));
  const lines = results.flatMap((result) => formatResult(result, width));
  return `${[...lines, `${passed} passed, ${failed} failed, ${skipped} skipped`].join('\n')}\n`;
}

/** One check as the lines of the table. */
export function formatResult(
  { id, title, source, outcome, reason, leftovers = [] }: CheckResult,
  width = 0,
): readonly string[] {
  const below = ' '.repeat(9 + width);
  const notes = [...(reason === undefined ? [] : [reason]), ...leftovers.map((one) => `left over: ${one}`)];
  return [
    plain(`${marks[outcome].padEnd(8)} ${id.padEnd(width)} ${title}${source === undefined ? '' : ` (${source})`}`),
    ...notes.flatMap((note) => note.split('\n').map((line) => plain(`${below} ${line}`))),
  ];
}

/** What a service answers may hold characters that move the cursor of a terminal. */
function plain(text: string): string {
  return text.replace(/\p{Cc}/gu, '�');
}
