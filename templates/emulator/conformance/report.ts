/** The result of a step: its request, and the status of the response. */
export interface StepResult {
  /** `T1 POST https://…/playlists`, without credentials. */
  readonly sent: string;
  /** Absent where no response came. */
  readonly status?: number;
}

/** The result of a check. */
export interface CheckResult {
  readonly id: string;
  readonly title: string;
  readonly source?: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** Why it failed or was skipped: step, request, expected and actual result, without credentials. */
  readonly reason?: string;
  /** The requests in order. Those of `finally` and of the cleanup come last. */
  readonly steps: readonly StepResult[];
  /** What could not be cleaned up. */
  readonly leftovers?: readonly string[];
}

/** The results of all checks. */
export interface ConformanceReport {
  readonly results: readonly CheckResult[];
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

const marks = { passed: 'ok', failed: 'FAILED', skipped: 'skipped' } as const;

/** Formats a report: a line for each check with the reasons of failures and skips, and the totals. */
export function formatConformance({ results, passed, failed, skipped }: ConformanceReport): string {
  const width = Math.max(0, ...results.map(({ id }) => id.length));
  const lines = results.flatMap((result) => formatResult(result, width));
  return `${[...lines, `${passed} passed, ${failed} failed, ${skipped} skipped`].join('\n')}\n`;
}

/** Formats the result of a check. */
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

/** Responses may contain control characters for terminals. */
function plain(text: string): string {
  return text.replace(/\p{Cc}/gu, '�');
}
