import { findCoverageGaps } from '../engine/contract/check-coverage.js';
import { coverageKinds, type CoverageThresholds } from '../engine/contract/coverage.js';
import { observed, type MatcherContext, type MatcherResult } from './matcher-context.js';

/** The requests so far, in all worlds, have exercised these shares of the contract at least, in percent. */
export function toHaveCoverage(this: MatcherContext, received: unknown, least: CoverageThresholds): MatcherResult {
  const unknown = Object.keys(least).filter((name) => !coverageKinds.some((kind) => kind === name));
  if (unknown.length > 0)
    throw new TypeError(`toHaveCoverage knows no ${unknown.join(', ')}; it takes ${coverageKinds.join(', ')}.`);
  const gaps = findCoverageGaps(observed(received, 'toHaveCoverage').coverage(), least);
  return {
    pass: gaps === undefined,
    message: () =>
      gaps === undefined
        ? `expected less of the contract to be covered than ${JSON.stringify(least)} percent.`
        : `expected more of the contract to be covered.\n${gaps}`,
  };
}
