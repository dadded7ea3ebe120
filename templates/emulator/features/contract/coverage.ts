/** How much of something was exercised. */
export interface Covered {
  readonly total: number;
  readonly covered: number;
  /** Names of what was not exercised. */
  readonly missing: readonly string[];
}

/** Rules that rejected a request or hid a row; `evaluated` counts those that a request satisfied. */
interface CoveredRules extends Covered {
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
  /** Operations that were called. */
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

/** Minimum coverage in percent. What is absent is not checked. */
export interface CoverageThresholds {
  readonly operations?: number;
  readonly statuses?: number;
  readonly rules?: number;
  readonly enums?: number;
  readonly parameters?: number;
}

/** The kinds of coverage. */
export const coverageKinds = ['operations', 'statuses', 'rules', 'enums', 'parameters'] as const;

/** The coverage in percent; 100 if there is nothing to cover. */
function percentOf({ total, covered }: Covered): number {
  return total === 0 ? 100 : (covered * 100) / total;
}

/** Maximum number of names in a message. */
const mostNames = 20;

/** Describes the coverage that is too low, with what is missing; undefined if there is none. */
export function findCoverageGaps(coverage: Coverage, thresholds: CoverageThresholds): string | undefined {
  const gaps = coverageKinds.flatMap((kind) => {
    const wanted = thresholds[kind];
    const part = coverage[kind];
    const percent = percentOf(part);
    if (wanted === undefined || percent >= wanted) return [];
    const more = part.missing.length - mostNames;
    const names = part.missing.slice(0, mostNames).map((name) => `  ${name}`);
    const rest = more > 0 ? [`  and ${more} more`] : [];
    const share = `${part.covered} of ${part.total}, ${inPercent(percent)}`;
    return [`${kind}: ${share} covered, ${inPercent(wanted)} wanted. Missing:`, ...names, ...rest];
  });
  return gaps.length === 0 ? undefined : gaps.join('\n');
}

/** Throws if the coverage is below the thresholds, in percent. The error lists what is missing. */
export function checkCoverage(coverage: Coverage, thresholds: CoverageThresholds): void {
  const gaps = findCoverageGaps(coverage, thresholds);
  if (gaps !== undefined) throw new Error(`The contract is not covered as wanted.\n${gaps}`);
}

/** Rounded down, so that only complete coverage is 100 %. */
function inPercent(percent: number): string {
  return `${Math.floor(percent * 10) / 10} %`;
}

/** Merges the coverage of two processes. Throws if the services differ. */
export function mergeCoverage(first: Coverage, second: Coverage): Coverage {
  const others = new Map(second.byOperation.map((one) => [one.operation, one]));
  return {
    operations: join(first.operations, second.operations),
    statuses: join(first.statuses, second.statuses),
    rules: {
      ...join(first.rules, second.rules),
      evaluated: join(first.rules.evaluated, second.rules.evaluated),
    },
    enums: join(first.enums, second.enums),
    parameters: join(first.parameters, second.parameters),
    byOperation: first.byOperation.map((one) => joinOperations(one, others.get(one.operation))),
  };
}

function joinOperations(one: OperationCoverage, other: OperationCoverage | undefined): OperationCoverage {
  if (other === undefined) throw different();
  return {
    operation: one.operation,
    requests: one.requests + other.requests,
    statuses: join(one.statuses, other.statuses),
    rules: join(one.rules, other.rules),
    enums: join(one.enums, other.enums),
    parameters: join(one.parameters, other.parameters),
  };
}

function join(one: Covered, other: Covered): Covered {
  if (one.total !== other.total) throw different();
  const still = new Set(other.missing);
  const missing = one.missing.filter((item) => still.has(item));
  return { total: one.total, covered: one.total - missing.length, missing };
}

function different(): Error {
  return new Error('These are the coverages of different services, or of different versions of one.');
}

/** Formats coverage as a table: a row for the total, then one for each operation, in percent. */
export function formatCoverage(coverage: Coverage): string {
  const head = ['', 'requests', 'statuses', 'rules', 'enums', 'parameters'];
  const requests = coverage.byOperation.reduce((sum, one) => sum + one.requests, 0);
  const all = [
    `all operations (${shareOf(coverage.operations)})`,
    String(requests),
    ...coverageKinds.slice(1).map((kind) => shareOf(coverage[kind])),
  ];
  const rows = coverage.byOperation.map((one) => [
    one.operation,
    String(one.requests),
    shareOf(one.statuses),
    shareOf(one.rules),
    shareOf(one.enums),
    shareOf(one.parameters),
  ]);
  return aligned([head, all, ...rows]);
}

function shareOf(part: Covered): string {
  return part.total === 0 ? '-' : `${part.covered}/${part.total} ${Math.floor(percentOf(part))}%`;
}

function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_cell, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  '),
  );
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}
