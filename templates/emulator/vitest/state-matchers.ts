import { coverageKinds, type CoverageThresholds, findCoverageGaps } from '../features/contract/coverage.js';
import type { QuotaMark } from '../features/quota/quota.js';
import type { TableChanges } from '../world/tools/changes.js';
import { countCalls } from './call-matchers.js';
import type { ExpectedChanges, ExpectedCost } from './expected.js';
import {
  checkKnown,
  costSince,
  type MatcherContext,
  type MatcherResult,
  type Moment,
  observed,
} from './matcher-context.js';

type Counts = Readonly<Record<'added' | 'changed' | 'removed', number>>;

/** Expects these numbers of added, changed and removed rows since a snapshot. */
export function toHaveChanged(
  this: MatcherContext,
  received: unknown,
  expected: ExpectedChanges<Record<string, unknown>>,
  since: Moment,
): MatcherResult {
  const emulator = observed(received, 'toHaveChanged');
  const counts = countsOf(emulator.changes(since));
  const none = { added: 0, changed: 0, removed: 0 };
  checkKnown('table', Object.keys(expected), Object.keys(emulator.state));
  for (const some of Object.values(expected))
    checkKnown('member of a table', Object.keys(some ?? {}), Object.keys(none));
  const wanted = Object.fromEntries(Object.entries(expected).map(([table, some]) => [table, { ...none, ...some }]));
  const actual = Object.fromEntries(Object.keys(expected).map((table) => [table, counts[table] ?? none]));
  return {
    pass: this.equals(actual, wanted),
    message: () =>
      `expected the tables ${this.isNot ? 'not ' : ''}to have changed like this\n\n${this.utils.diff(wanted, actual) ?? ''}` +
      `\n\nAll that has changed: ${JSON.stringify(counts)}`,
  };
}

/** Expects that no table has changed since a snapshot. */
export function toBeUnchanged(this: MatcherContext, received: unknown, since: Moment): MatcherResult {
  const changes = observed(received, 'toBeUnchanged').changes(since);
  return {
    pass: Object.keys(changes).length === 0,
    message: () =>
      this.isNot
        ? 'expected a table to have changed; none has.'
        : `expected no table to have changed; these have: ${JSON.stringify(changes)}`,
  };
}

/** Expects the cost of the calls, or of those since a mark, at the real service. */
export function toHaveCost(
  this: MatcherContext,
  received: unknown,
  expected: ExpectedCost,
  options?: { readonly since?: QuotaMark },
): MatcherResult {
  const emulator = observed(received, 'toHaveCost');
  const { units, calls, buckets, operations } = costSince(emulator, options);
  checkKnown('member of toHaveCost', Object.keys(expected), ['units', 'calls', 'buckets']);
  checkKnown('bucket', Object.keys(expected.buckets ?? {}), ['default', ...Object.keys(buckets)]);
  const spent = Object.fromEntries(Object.entries(buckets).map(([name, use]) => [name, use.units]));
  const actual = {
    ...(expected.units === undefined ? {} : { units }),
    ...(expected.calls === undefined ? {} : { calls }),
    ...(expected.buckets && {
      buckets: Object.fromEntries(Object.keys(expected.buckets).map((name) => [name, spent[name] ?? 0])),
    }),
  };
  return {
    pass: this.equals(actual, expected),
    message: () =>
      `expected the calls ${this.isNot ? 'not ' : ''}to have cost this\n\n${this.utils.diff(expected, actual) ?? ''}` +
      `\n\nBy operation: ${JSON.stringify(operations)}`,
  };
}

/** Expects a maximum cost of the calls, or of those since a mark, in total or by bucket. */
export function toCostAtMost(
  this: MatcherContext,
  received: unknown,
  most: number | Readonly<Record<string, number>>,
  options?: { readonly since?: QuotaMark },
): MatcherResult {
  const emulator = observed(received, 'toCostAtMost');
  const { units, buckets, operations } = costSince(emulator, options);
  const limits = typeof most === 'number' ? { 'all buckets': most } : most;
  if (typeof most === 'object') checkKnown('bucket', Object.keys(most), ['default', ...Object.keys(buckets)]);
  const spent = Object.entries(limits).map(([name, limit]) => ({
    name,
    limit,
    units: typeof most === 'number' ? units : (buckets[name]?.units ?? 0),
  }));
  return {
    pass: spent.every((one) => one.units <= one.limit),
    message: () => {
      const lines = spent.map((one) => `  ${one.name}: ${one.units}, at most ${one.limit}`);
      const lead = `expected the calls ${this.isNot ? 'to cost more than that' : 'to cost no more than that'}`;
      return `${lead}:\n${lines.join('\n')}\nBy operation: ${JSON.stringify(operations)}. It received ${countCalls(emulator.journal)}.`;
    },
  };
}

function countsOf(changes: Readonly<Record<string, TableChanges<unknown>>>): Readonly<Record<string, Counts>> {
  const entries = Object.entries(changes).map(([table, { added, changed, removed }]): [string, Counts] => [
    table,
    { added: added.length, changed: changed.length, removed: removed.length },
  ]);
  return Object.fromEntries(entries);
}

/** Expects a minimum coverage by the requests so far, in all worlds, in percent. */
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
