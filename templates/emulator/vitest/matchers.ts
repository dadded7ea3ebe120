import { writeExactly } from '@speccast/runtime/requests';
import { didYouMean } from '../values/did-you-mean.js';
import type { Emulator } from '../emulator.js';
import { coverageKinds, type CoverageThresholds, findCoverageGaps } from '../features/contract/coverage.js';
import type { JournalEntry, JournalView } from '../world/journal/journal-entry.js';
import type { QuotaMark } from '../world/quota.js';
import type { World } from '../store/world.js';
import type { TableChanges } from '../world/tools/test-tools.js';
import type {
  ExpectedCall,
  ExpectedCalls,
  ExpectedChanges,
  ExpectedCost,
  MatcherContext,
  MatcherResult,
} from './matcher-context.js';

type AnyStep = string | readonly [operation: string, call: ExpectedCall<unknown>];

/** Expects calls of an operation that include these parameters and body. */
export function toHaveReceived(
  this: MatcherContext,
  received: unknown,
  operation: string,
  { times, ...call }: ExpectedCalls<unknown> = {},
): MatcherResult {
  const journal = readJournal(received, 'toHaveReceived', [[operation, call]]);
  const calls = journal.filter((entry) => entry.operation === operation);
  const found = calls.filter((entry) => fits(this, entry, call)).length;
  const condition = Object.keys(call).length === 0 ? '' : ` with ${this.utils.stringify(call)}`;
  return toResult(this, journal, {
    expectation: `have received ${operation}${condition}${times === undefined ? '' : ` ${times} times`}`,
    pass: times === undefined ? found > 0 : found === times,
    // Entries that the journal no longer has could only add calls.
    isCertain: found > (times ?? 0),
    explain: (lead) => {
      const [only] = calls;
      if (!only) return `${lead}. It received ${countCalls(journal)}.`;
      const isNear = calls.length === 1 && found === 0;
      const diff = isNear ? `\n\n${this.utils.diff(call, pick(only, call)) ?? ''}` : '';
      return `${lead}. It received ${calls.length} × ${operation}, of which ${found} match:\n${describeCalls(calls)}${diff}`;
    },
  });
}

/** Expects these calls in this order, with others in between. */
export function toHaveReceivedInOrder(
  this: MatcherContext,
  received: unknown,
  steps: readonly AnyStep[],
): MatcherResult {
  const calls = steps.map((step) => (typeof step === 'string' ? ([step, {}] as const) : step));
  const journal = readJournal(received, 'toHaveReceivedInOrder', calls);
  let [done, last] = [0, 0];
  for (const entry of journal) {
    const [operation, call] = calls[done] ?? [];
    if (!call || entry.operation !== operation || !fits(this, entry, call)) continue;
    done += 1;
    last = entry.number;
  }
  return toResult(this, journal, {
    expectation: `have received ${this.utils.stringify(steps)} in this order`,
    pass: done === steps.length,
    isCertain: done === steps.length,
    explain: (lead) => {
      const missing = steps[done];
      const after = last === 0 ? '' : ` after #${last}`;
      const gap = missing === undefined ? '' : `. There is no ${this.utils.stringify(missing)}${after}`;
      return `${lead}${gap}:\n${describeCalls(journal)}`;
    },
  });
}

/** Expects that no call had an undocumented parameter. */
export function toHaveOnlyUsedDocumentedParameters(this: MatcherContext, received: unknown): MatcherResult {
  const { journal } = readEmulator(received, 'toHaveOnlyUsedDocumentedParameters');
  const others = journal.filter(({ undocumented = [] }) => undocumented.length > 0);
  return toResult(this, journal, {
    expectation: 'have received documented parameters only',
    pass: others.length === 0,
    isCertain: others.length > 0,
    explain: () => {
      if (others.length === 0) return 'expected a call with a parameter that is not documented; there is none.';
      const lines = others.map(
        ({ number, operation, undocumented = [] }) => `  #${number} ${operation ?? ''} ${undocumented.join(', ')}`,
      );
      return `expected all parameters to be documented; these are not:\n${lines.join('\n')}`;
    },
  });
}

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
    throw new TypeError(`toHaveCoverage takes ${coverageKinds.join(', ')}, not ${unknown.join(', ')}.`);
  const gaps = findCoverageGaps(readEmulator(received, 'toHaveCoverage').coverage(), least);
  return {
    pass: gaps === undefined,
    message: () =>
      gaps === undefined
        ? `expected less of the contract to be covered than ${JSON.stringify(least)} percent.`
        : `expected more of the contract to be covered.\n${gaps}`,
  };
}

/** Returns the result of a matcher. A matcher fails, also with `.not`, if its result depends on entries that the journal no longer has. */
function toResult(
  { isNot }: MatcherContext,
  { dropped, limit }: JournalView,
  {
    expectation,
    pass,
    isCertain,
    explain,
  }: {
    /** Follows "expected the emulator to". */
    readonly expectation: string;
    readonly pass: boolean;
    /** True if entries that the journal no longer has could not change `pass`. */
    readonly isCertain: boolean;
    /** Returns the message; `lead` is the sentence with the expectation, without a full stop. */
    readonly explain: (lead: string) => string;
  },
): MatcherResult {
  const lead = `expected the emulator ${isNot ? 'not ' : ''}to ${expectation}`;
  if (isCertain || (limit > 0 && dropped === 0)) return { pass, message: () => explain(lead) };
  const why =
    limit > 0
      ? `the journal dropped ${dropped} older ${dropped === 1 ? 'entry' : 'entries'} and has the newest ${limit} only. Raise its limit: createEmulator({ journal: { limit: ${dropped + limit} } }).`
      : 'the journal is off. Leave out `journal: false` of createEmulator.';
  return { pass: isNot, message: () => `${lead}, but ${why}` };
}

/** The members that the expectation of a call can have, by those of an entry of the journal. */
const members = {
  params: 'params',
  body: 'body',
  status: 'status',
  reason: 'reason',
  headers: 'requestHeaders',
} as const;

/** Returns the journal of an emulator. Throws a `TypeError` for calls of operations, or with members, that do not exist. */
function readJournal(
  received: unknown,
  matcher: string,
  calls: readonly (readonly [operation: string, call: ExpectedCall<unknown>])[],
): JournalView {
  const { journal, operations } = readEmulator(received, matcher);
  const ids = operations.map(({ id }) => id);
  for (const [operation, call] of calls) {
    checkKnown('operation', [operation], ids);
    checkKnown(`member of ${matcher}`, Object.keys(call), [...Object.keys(members), 'times']);
  }
  return journal;
}

function fits({ equals, utils }: MatcherContext, entry: JournalEntry, call: ExpectedCall<unknown>): boolean {
  const lower = call.headers && Object.entries(call.headers).map(([name, value]) => [name.toLowerCase(), value]);
  const expected = { ...call, ...(lower && { headers: Object.fromEntries(lower) }) };
  return equals(pick(entry, call), expected, [utils.iterableEquality, utils.subsetEquality]);
}

/** Returns the members of an entry that an expectation has, too. */
function pick(entry: JournalEntry, call: ExpectedCall<unknown>): Readonly<Record<string, unknown>> {
  // `readJournal` has checked the names.
  const names = Object.keys(call) as (keyof typeof members)[];
  return Object.fromEntries(names.map((name) => [name, entry[members[name]]]));
}

const most = 10;

/** Lists the calls of a journal, one per line. */
function describeCalls(entries: readonly JournalEntry[]): string {
  const lines = entries.slice(-most).map(({ number, method, operation, params, body, status, reason }) => {
    const sent = writeExactly({ params, body });
    return `  #${number} ${operation ?? method} ${sent} -> ${[status, reason].filter(Boolean).join(' ')}`;
  });
  const before = entries.length - lines.length;
  return [...(before > 0 ? [`  … ${before} before`] : []), ...lines].join('\n');
}

/** The used members of a snapshot. */
interface Moment {
  readonly world: World;
}

/** The members of an emulator that matchers use. */
interface TestedEmulator extends Pick<Emulator, 'journal' | 'quota' | 'coverage' | 'operations'> {
  readonly changes: (since: Moment) => Readonly<Record<string, TableChanges<unknown>>>;
  readonly state: object;
}

/** Returns the received emulator. Throws a `TypeError` for other values. */
function readEmulator(received: unknown, matcher: string): TestedEmulator {
  const isEmulator = ['journal', 'quota', 'coverage', 'changes'].every((name) => name in Object(received));
  if (!isEmulator) throw new TypeError(`${matcher} needs an emulator: expect(emulator).${matcher}(…).`);
  // Only emulators have these four members.
  return received as TestedEmulator;
}

/** Throws a `TypeError` for an unknown name, so that the matcher fails also when negated. `kind` is for the message: `operation`. */
function checkKnown(kind: string, names: readonly string[], known: readonly string[]): void {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new TypeError(`There is no ${kind} ${unknown}${didYouMean(unknown, known)}`);
}

/** Counts the calls by operation: `3 × videos.list, 1 × playlists.insert`. */
function countCalls(entries: readonly JournalEntry[]): string {
  const counts = new Map<string, number>();
  for (const { operation, method } of entries) {
    const name = operation ?? `${method} (no operation)`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return Array.from(counts, ([name, count]) => `${count} × ${name}`).join(', ') || 'nothing';
}
