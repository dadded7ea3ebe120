import { coverageKinds, type CoverageThresholds, findCoverageGaps } from '../features/contract/coverage.js';
import type { QuotaMark } from '../world/quota.js';
import {
  type ExpectedChanges,
  type ExpectedCost,
  checkKnown,
  countCalls,
  type MatcherContext,
  type MatcherResult,
  type Moment,
  readEmulator,
} from './matcher-context.js';

/** Expects these numbers of added, changed and removed rows since a snapshot. */
export function toHaveChanged(
  this: MatcherContext,
  received: unknown,
  expected: ExpectedChanges<Record<string, unknown>>,
  since: Moment,
): MatcherResult {
  const emulator = readEmulator(received, 'toHaveChanged');
  const none = { added: 0, changed: 0, removed: 0 };
  const tables = Object.keys(expected);
  checkKnown('table', tables, Object.keys(emulator.state));
  for (const table of tables) checkKnown('member of a table', Object.keys(expected[table] ?? {}), Object.keys(none));
  const counts = Object.fromEntries(
    Object.entries(emulator.changes(since)).map(([table, { added, changed, removed }]) => [
      table,
      { added: added.length, changed: changed.length, removed: removed.length },
    ]),
  );
  const wanted = Object.fromEntries(tables.map((table) => [table, { ...none, ...expected[table] }]));
  const actual = Object.fromEntries(tables.map((table) => [table, counts[table] ?? none]));
  return {
    pass: this.equals(actual, wanted),
    message: () =>
      `expected the tables ${this.isNot ? 'not ' : ''}to have changed like this\n\n${this.utils.diff(wanted, actual) ?? ''}` +
      `\n\nAll that has changed: ${JSON.stringify(counts)}`,
  };
}

/** Expects that no table has changed since a snapshot. */
export function toBeUnchanged(this: MatcherContext, received: unknown, since: Moment): MatcherResult {
  const changes = readEmulator(received, 'toBeUnchanged').changes(since);
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
  { since }: { readonly since?: QuotaMark } = {},
): MatcherResult {
  const { quota } = readEmulator(received, 'toHaveCost');
  const { units, calls, buckets, operations } = since ? quota.since(since) : quota;
  checkKnown('member of toHaveCost', Object.keys(expected), ['units', 'calls', 'buckets']);
  const names = Object.keys(expected.buckets ?? {});
  checkKnown('bucket', names, ['default', ...Object.keys(buckets)]);
  const actual = {
    ...(expected.units !== undefined && { units }),
    ...(expected.calls !== undefined && { calls }),
    ...(expected.buckets && { buckets: Object.fromEntries(names.map((name) => [name, buckets[name]?.units ?? 0])) }),
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
  { since }: { readonly since?: QuotaMark } = {},
): MatcherResult {
  const { quota, journal } = readEmulator(received, 'toCostAtMost');
  const { units, buckets, operations } = since ? quota.since(since) : quota;
  if (typeof most === 'object') checkKnown('bucket', Object.keys(most), ['default', ...Object.keys(buckets)]);
  const spent =
    typeof most === 'number'
      ? [{ name: 'all buckets', limit: most, units }]
      : Object.entries(most).map(([name, limit]) => ({ name, limit, units: buckets[name]?.units ?? 0 }));
  return {
    pass: spent.every((one) => one.units <= one.limit),
    message: () => {
      const lines = spent.map((one) => `  ${one.name}: ${one.units}, at most ${one.limit}`);
      const lead = `expected the calls ${this.isNot ? 'to cost more than that' : 'to cost no more than that'}`;
      return `${lead}:\n${lines.join('\n')}\nBy operation: ${JSON.stringify(operations)}. It received ${countCalls(journal)}.`;
    },
  };
}

/** Expects a minimum coverage by the requests so far, in all worlds, in percent. */
export function toHaveCoverage(this: MatcherContext, received: unknown, least: CoverageThresholds): MatcherResult {
  const unknown = Object.keys(least).filter((name) => !coverageKinds.some((kind) => kind === name));
  if (unknown.length > 0)
    throw new TypeError(`toHaveCoverage knows no ${unknown.join(', ')}; it takes ${coverageKinds.join(', ')}.`);
  const gaps = findCoverageGaps(readEmulator(received, 'toHaveCoverage').coverage(), least);
  return {
    pass: gaps === undefined,
    message: () =>
      gaps === undefined
        ? `expected less of the contract to be covered than ${JSON.stringify(least)} percent.`
        : `expected more of the contract to be covered.\n${gaps}`,
  };
}
