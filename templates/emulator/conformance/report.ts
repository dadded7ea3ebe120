import type { CostEstimate } from './estimate-cost.js';

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
  /** What other checks may have failed for as well. */
  readonly cause?: string;
  /** The requests in order. Those of `finally` and of the cleanup come last. */
  readonly steps: readonly StepResult[];
  /** What could not be cleaned up. */
  readonly leftovers?: readonly string[];
}

/** Checks that failed for one cause. */
export interface FailureCause {
  readonly cause: string;
  /** Their ids. */
  readonly checks: readonly string[];
}

/** The results of all checks. */
export interface ConformanceReport {
  readonly results: readonly CheckResult[];
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** The failed checks by cause, the most frequent first. */
  readonly causes?: readonly FailureCause[];
  /** What the checks that were chosen cost, about. */
  readonly estimate?: CostEstimate;
  /** Why the run ended before the last check. */
  readonly stopped?: string;
  /** What shared steps or an earlier run created and could not be deleted. */
  readonly leftovers?: readonly string[];
}

const marks = { passed: 'ok', failed: 'FAILED', skipped: 'skipped' } as const;

/** Formats a report: a line for each check with the reasons of failures and skips, causes of several failures, and the totals. */
export function formatConformance(report: ConformanceReport): string {
  const { results, passed, failed, skipped } = report;
  const width = Math.max(0, ...results.map(({ id }) => id.length));
  const format = resultFormatter(width);
  const lines = results.flatMap((result) => format(result));
  return `${[...lines, ...formatEnd(report), `${passed} passed, ${failed} failed, ${skipped} skipped`].join('\n')}\n`;
}

/** What a report says beyond its results. */
function formatEnd({ causes = [], leftovers = [], stopped }: ConformanceReport): readonly string[] {
  const shared = causes.filter(({ checks }) => checks.length > 1);
  return [
    ...shared.map(({ cause, checks }) => `${checks.length} checks: ${cause}: ${checks.join(', ')}`),
    ...leftovers.map((one) => `left over: ${one}`),
    ...(stopped === undefined ? [] : [`stopped: ${stopped}`]),
  ].map(plain);
}

/** Groups failures by cause. */
export function groupCauses(results: readonly CheckResult[]): readonly FailureCause[] {
  const groups = new Map<string, string[]>();
  for (const { id, outcome, cause } of results)
    if (outcome === 'failed' && cause !== undefined) groups.set(cause, [...(groups.get(cause) ?? []), id]);
  return [...groups]
    .map(([cause, checks]) => ({ cause, checks }))
    .toSorted((one, other) => other.checks.length - one.checks.length);
}

/** Makes a function that formats results; it gives the reason of a cause only once. */
export function resultFormatter(width: number): (result: CheckResult) => readonly string[] {
  const seen = new Map<string, string>();
  return (result) => {
    const { cause, id } = result;
    const first = cause === undefined ? undefined : seen.get(cause);
    if (cause !== undefined && first === undefined) seen.set(cause, id);
    return formatResult(first === undefined ? result : { ...result, reason: `for the cause of ${first}` }, width);
  };
}

/** Formats the result of a check. */
function formatResult({ id, title, source, outcome, reason, leftovers = [] }: CheckResult, width: number) {
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
