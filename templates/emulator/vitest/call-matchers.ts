import { writeExactly } from '@speccast/runtime/requests';
import type { JournalEntry, JournalView } from '../world/journal/journal-entry.js';
import {
  type ExpectedCall,
  type ExpectedCalls,
  checkKnown,
  countCalls,
  type MatcherContext,
  type MatcherResult,
  readEmulator,
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
      return `${lead}. Of ${operation} it received ${calls.length}, of which ${found} fit:\n${describeCalls(calls)}${diff}`;
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

interface Outcome {
  /** Follows "expected the emulator to". */
  readonly expectation: string;
  readonly pass: boolean;
  /** Entries that the journal no longer has could not change it. */
  readonly isCertain: boolean;
  /** Returns the message; `lead` is the sentence with the expectation, without a full stop. */
  readonly explain: (lead: string) => string;
}

/** Returns the result of a matcher, which fails, also when negated, if it depends on entries that the journal no longer has. */
function toResult({ isNot }: MatcherContext, { dropped, limit }: JournalView, outcome: Outcome): MatcherResult {
  const { expectation, pass, isCertain, explain } = outcome;
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
