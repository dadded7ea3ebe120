import { coverageKinds, percentOf, type Coverage, type CoverageThresholds } from './coverage.js';

/** Most names of what is missing in one message. */
const mostNames = 20;

/** Why coverage is too low, with what is missing; undefined where it is high enough. */
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

/** Throws where less was exercised than is wanted, in percent; the error names what is missing. */
export function checkCoverage(coverage: Coverage, thresholds: CoverageThresholds): void {
  const gaps = findCoverageGaps(coverage, thresholds);
  if (gaps !== undefined) throw new Error(`The contract is not covered as wanted.\n${gaps}`);
}

/** Rounded down, so that only all of it is 100 %. */
function inPercent(percent: number): string {
  return `${Math.floor(percent * 10) / 10} %`;
}
