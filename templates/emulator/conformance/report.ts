import type { CostEstimate } from './estimate-cost.js';

/** The result of a step: its request, and the status of the response. */
export interface StepResult {
  /** `T1 POST https://…/playlists`, without credentials. */
  readonly sent: string;
  /** Absent if there was no response. */
  readonly status?: number;
}

/** The result of a check. */
export interface CheckResult {
  readonly id: string;
  readonly title: string;
  readonly source?: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** Reason of a failure or a skip: step, request, expected and actual result, without credentials. */
  readonly reason?: string;
  /** Cause that other failures may share. */
  readonly cause?: string;
  /** The requests in order. Those of `finally` and of the cleanup come last. */
  readonly steps: readonly StepResult[];
  /** Rows that could not be deleted, and the reason if `finally` failed. */
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
  /** Estimated cost of the chosen checks. */
  readonly estimate?: CostEstimate;
  /** Reason why the run ended before the last check; absent if it did not. */
  readonly stopped?: string;
  /** Rows of shared steps or an earlier run that could not be deleted. */
  readonly leftovers?: readonly string[];
}

const marks = { passed: 'ok', failed: 'FAILED', skipped: 'skipped' } as const;

/** Formats a report: a line for each check with the reasons of failures and skips, causes of several failures, and the totals. */
export function formatConformance(report: ConformanceReport): string {
  const { results, passed, failed, skipped, causes = [], leftovers = [], stopped } = report;
  const format = resultFormatter(Math.max(0, ...results.map(({ id }) => id.length)));
  const shared = causes.filter(({ checks }) => checks.length > 1);
  const lines = [
    ...results.flatMap(format),
    ...shared.map(({ cause, checks }) => `${checks.length} checks: ${cause}: ${checks.join(', ')}`),
    ...leftovers.map((one) => `left over: ${one}`),
    ...(stopped === undefined ? [] : [`stopped: ${stopped}`]),
    `${passed} passed, ${failed} failed, ${skipped} skipped`,
  ];
  return lines.map((line) => `${replaceControls(line)}\n`).join('');
}

/** Groups failures by cause. */
export function groupCauses(results: readonly CheckResult[]): readonly FailureCause[] {
  const failed = results.filter(({ outcome }) => outcome === 'failed');
  const causes = [...new Set(failed.flatMap(({ cause }) => cause ?? []))];
  return causes
    .map((cause) => ({ cause, checks: failed.flatMap((one) => (one.cause === cause ? one.id : [])) }))
    .sort((one, other) => other.checks.length - one.checks.length);
}

/** Creates a function that formats results. It prints each reason once, then refers to it: `same cause as lists.empty`. */
export function resultFormatter(width: number): (result: CheckResult) => readonly string[] {
  const seen = new Map<string, string>();
  return ({ id, title, source, outcome, cause, reason, leftovers = [] }) => {
    const first = cause && seen.get(cause);
    if (cause) seen.set(cause, first ?? id);
    const notes = [
      first === undefined ? reason : `same cause as ${first}`,
      ...leftovers.map((one) => `left over: ${one}`),
    ];
    const below = notes.flatMap((note) => note?.split('\n') ?? []).map((line) => `${' '.repeat(10 + width)}${line}`);
    const suffix = source === undefined ? '' : ` (${source})`;
    return [`${marks[outcome].padEnd(8)} ${id.padEnd(width)} ${title}${suffix}`, ...below].map(replaceControls);
  };
}

/** Replaces control characters: responses may contain some that change a terminal. */
function replaceControls(text: string) {
  return text.replace(/\p{Cc}/gu, '�');
}
