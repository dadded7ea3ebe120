/** How much of something was exercised. */
export interface Covered {
  readonly total: number;
  readonly covered: number;
  /** What was not, by name. */
  readonly missing: readonly string[];
}

/** Rules that refused or hid something; `evaluated` counts those that let something pass. */
export interface CoveredRules extends Covered {
  readonly evaluated: Covered;
}

/** What was exercised of one operation. */
export interface OperationCoverage {
  readonly operation: string;
  readonly requests: number;
  readonly statuses: Covered;
  readonly rules: Covered;
  readonly enums: Covered;
  readonly parameters: Covered;
}

/** How much of the contract of a service was exercised, as plain JSON. */
export interface Coverage {
  /** Operations that answered or refused a request. */
  readonly operations: Covered;
  /** Documented statuses and reasons: `videos.list 200`, `videos.list 404 videoNotFound`, `* 400 parseError`. */
  readonly statuses: Covered;
  readonly rules: CoveredRules;
  /** Declared values: `videos.rate rating=like`, `playlists.insert body status.privacyStatus=private`. */
  readonly enums: Covered;
  /** Declared parameters that were sent: `videos.list id`. */
  readonly parameters: Covered;
  readonly byOperation: readonly OperationCoverage[];
}

/** Least shares, in percent; what is absent is not asked for. */
export interface CoverageThresholds {
  readonly operations?: number;
  readonly statuses?: number;
  readonly rules?: number;
  readonly enums?: number;
  readonly parameters?: number;
}

/** What is counted. */
export const coverageKinds = ['operations', 'statuses', 'rules', 'enums', 'parameters'] as const;

/** The share that was exercised, in percent; 100 of nothing. */
export function percentOf({ total, covered }: Covered): number {
  return total === 0 ? 100 : (covered * 100) / total;
}
