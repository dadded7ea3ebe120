/** What became of one step: what was sent, and the status of the answer. */
export interface StepResult {
  /** `T1 POST https://…/playlists`, without credentials. */
  readonly sent: string;
  /** Absent where no answer came. */
  readonly status?: number;
}

/** What became of one check. */
export interface CheckResult {
  readonly id: string;
  readonly title: string;
  readonly source?: string;
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
