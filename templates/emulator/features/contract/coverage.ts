/** The number of parts of a contract, and of those that requests exercised. */
export interface Covered {
  readonly total: number;
  readonly covered: number;
  /** Names of the parts that were not exercised. */
  readonly missing: readonly string[];
}

/** Rules that rejected a request or hid a row; `evaluated` counts those that a request satisfied. */
interface CoveredRules extends Covered {
  readonly evaluated: Covered;
}

/** The coverage of one operation. */
export interface OperationCoverage {
  readonly operation: string;
  readonly requests: number;
  readonly statuses: Covered;
  readonly rules: Covered;
  readonly enums: Covered;
  readonly parameters: Covered;
}

/** The coverage of the contract of a service, as plain JSON. */
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

/** Minimum coverage in percent. Absent kinds are not checked. */
export interface CoverageThresholds {
  readonly operations?: number;
  readonly statuses?: number;
  readonly rules?: number;
  readonly enums?: number;
  readonly parameters?: number;
}

/** The kinds of coverage. */
export const coverageKinds = ['operations', 'statuses', 'rules', 'enums', 'parameters'] as const;

const [, ...operationKinds] = coverageKinds;

/** Returns the coverage in percent; 100 if there is nothing to cover. */
function toPercent({ total, covered }: Covered) {
  return total === 0 ? 100 : (covered * 100) / total;
}

/** Maximum number of names in a message. */
const mostNames = 20;

/** Describes the coverage that is too low, and the parts that are missing; undefined if there is none. */
export function findCoverageGaps(coverage: Coverage, thresholds: CoverageThresholds): string | undefined {
  const gaps = coverageKinds.flatMap((kind) => {
    const { [kind]: minimum = 0 } = thresholds;
    const { total, covered, missing } = coverage[kind];
    const percent = toPercent(coverage[kind]);
    if (percent >= minimum) return [];
    return [
      `${kind}: ${covered} of ${total}, ${roundDown(percent)} covered, ${roundDown(minimum)} required. Missing:`,
      ...missing.slice(0, mostNames).map((name) => `  ${name}`),
      ...(missing.length > mostNames ? [`  and ${missing.length - mostNames} more`] : []),
    ];
  });
  return gaps.join('\n') || undefined;
}

/** Throws if the coverage is below the thresholds, in percent. The error lists the missing parts. */
export function checkCoverage(coverage: Coverage, thresholds: CoverageThresholds): void {
  const gaps = findCoverageGaps(coverage, thresholds);
  if (gaps !== undefined) throw new Error(`The coverage of the contract is too low.\n${gaps}`);
}

/** Writes percent, rounded down, so that only complete coverage is `100 %`. */
function roundDown(percent: number) {
  return `${Math.floor(percent * 10) / 10} %`;
}

/** Merges the coverage of two processes. Throws if the services differ. */
export function mergeCoverage(first: Coverage, second: Coverage): Coverage {
  const others = new Map(second.byOperation.map((one) => [one.operation, one]));
  return {
    operations: join(first.operations, second.operations),
    ...joinKinds(first, second),
    rules: { ...join(first.rules, second.rules), evaluated: join(first.rules.evaluated, second.rules.evaluated) },
    byOperation: first.byOperation.map((one) => {
      const other = others.get(one.operation);
      if (!other) throw new Error(differentServices);
      return { operation: one.operation, requests: one.requests + other.requests, ...joinKinds(one, other) };
    }),
  };
}

const differentServices = 'These are the coverages of different services, or of different versions of one.';

type CoveredKinds = Omit<OperationCoverage, 'operation' | 'requests'>;

function joinKinds(one: CoveredKinds, other: CoveredKinds): CoveredKinds {
  return {
    statuses: join(one.statuses, other.statuses),
    rules: join(one.rules, other.rules),
    enums: join(one.enums, other.enums),
    parameters: join(one.parameters, other.parameters),
  };
}

function join(one: Covered, other: Covered): Covered {
  if (one.total !== other.total) throw new Error(differentServices);
  const still = new Set(other.missing);
  const missing = one.missing.filter((item) => still.has(item));
  return { total: one.total, covered: one.total - missing.length, missing };
}

/** Formats coverage as a table: a row for the total, then one for each operation, in percent. */
export function formatCoverage(coverage: Coverage): string {
  const { operations, byOperation } = coverage;
  const requests = byOperation.reduce((sum, one) => sum + one.requests, 0);
  const total = { ...coverage, operation: `all operations (${formatShare(operations)})`, requests };
  const rows = [total, ...byOperation].map((one) => [
    one.operation,
    String(one.requests),
    ...operationKinds.map((kind) => formatShare(one[kind])),
  ]);
  const table = [['', 'requests', ...operationKinds], ...rows];
  const widths = table[0]?.map((_cell, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const lines = table.map((row) => {
    const cells = row.map((cell, column) => cell[column === 0 ? 'padEnd' : 'padStart'](widths?.[column] ?? 0));
    return `${cells.join('  ').trimEnd()}\n`;
  });
  return lines.join('');
}

function formatShare(part: Covered) {
  return part.total === 0 ? '-' : `${part.covered}/${part.total} ${Math.floor(toPercent(part))}%`;
}
