/** What became of one step: what was sent, and the status of the response. */
export interface StepResult {
  /** `T1 POST https://…/playlists`, without credentials. */
  readonly sent: string;
  /** Absent where no response came. */
  readonly status?: number;
}

/** What became of one check. */
export interface CheckResult {
  readonly id: string;
  readonly title: string;
  readonly source: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** Why it failed or was skipped: the step, what was sent, what was wanted and what was got; without credentials. */
  readonly reason?: string;
  /** The requests in the order they were sent; those of `finally` and of cleaning up come last. */
  readonly steps: readonly StepResult[];
  /** What could not be cleaned up. */
  readonly leftovers?: readonly string[];
}

/** What became of all checks. */
export interface ConformanceReport {
  readonly results: readonly CheckResult[];
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

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
    plain(`${marks[outcome].padEnd(8)} ${id.padEnd(width)} ${title} (${source})`),
    ...notes.flatMap((note) => note.split('\n').map((line) => plain(`${below} ${line}`))),
  ];
}

/** What a service answers may hold characters that move the cursor of a terminal. */
function plain(text: string): string {
  return text.replace(/\p{Cc}/gu, '�');
}
