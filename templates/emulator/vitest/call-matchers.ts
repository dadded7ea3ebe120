import { writeExactly } from '@speccast/runtime/requests';
import type { JournalEntry } from '../world/journal/journal-entry.js';
import type { ExpectedCall, ExpectedCalls } from './expected.js';
import { checkKnown, failIncomplete, type MatcherContext, type MatcherResult, observed } from './matcher-context.js';

type AnyStep = string | readonly [operation: string, call: ExpectedCall<unknown>];

/** Expects calls of an operation that include these parameters and body. */
export function toHaveReceived(
  this: MatcherContext,
  received: unknown,
  operation: string,
  { times, ...call }: ExpectedCalls<unknown> = {},
): MatcherResult {
  const { journal } = readJournal(received, 'toHaveReceived', [[operation, call]]);
  const calls = journal.filter((entry) => entry.operation === operation);
  const found = calls.filter((entry) => fits(this, entry, call)).length;
  const often = times === undefined ? '' : ` ${times} times`;
  const wanted = Object.keys(call).length === 0 ? '' : ` with ${this.utils.stringify(call)}`;
  // Further calls can only be more.
  const isCertain = times === undefined ? found > 0 : found > times;
  const failure = isCertain ? undefined : failIncomplete(this, journal, `have received ${operation}${wanted}${often}`);
  return (
    failure ?? {
      pass: times === undefined ? found > 0 : found === times,
      message: () => {
        const lead = `expected the emulator ${this.isNot ? 'not ' : ''}to have received ${operation}${wanted}${often}`;
        if (calls.length === 0) return `${lead}. It received ${countCalls(journal)}.`;
        const [only] = calls;
        const diff =
          calls.length === 1 && found === 0 && only ? `\n\n${this.utils.diff(call, pick(only, call)) ?? ''}` : '';
        return `${lead}. Of ${operation} it received ${calls.length}, of which ${found} fit:\n${describeCalls(calls)}${diff}`;
      },
    }
  );
}

/** Expects these calls in this order, with others in between. */
export function toHaveReceivedInOrder(
  this: MatcherContext,
  received: unknown,
  steps: readonly AnyStep[],
): MatcherResult {
  const calls = steps.map((step) => (typeof step === 'string' ? ([step, {}] as const) : step));
  const { journal } = readJournal(received, 'toHaveReceivedInOrder', calls);
  let [done, last] = [0, 0];
  for (const entry of journal) {
    const step = calls[done];
    if (step === undefined) break;
    const [operation, call] = step;
    if (entry.operation !== operation || !fits(this, entry, call)) continue;
    done += 1;
    last = entry.number;
  }
  const failure =
    done === steps.length
      ? undefined
      : failIncomplete(this, journal, `have received ${this.utils.stringify(steps)} in this order`);
  return (
    failure ?? {
      pass: done === steps.length,
      message: () => {
        const lead = `expected the emulator ${this.isNot ? 'not ' : ''}to have received ${this.utils.stringify(steps)} in this order`;
        const missing = steps[done];
        if (missing === undefined) return `${lead}:\n${describeCalls(journal)}`;
        const after = last === 0 ? '' : ` after #${last}`;
        return `${lead}. There is no ${this.utils.stringify(missing)}${after}:\n${describeCalls(journal)}`;
      },
    }
  );
}

/** Expects that no call had an undocumented parameter. */
export function toHaveOnlyUsedDocumentedParameters(this: MatcherContext, received: unknown): MatcherResult {
  const { journal } = observed(received, 'toHaveOnlyUsedDocumentedParameters');
  const others = journal.filter(({ undocumented = [] }) => undocumented.length > 0);
  const failure =
    others.length > 0 ? undefined : failIncomplete(this, journal, 'have received documented parameters only');
  return (
    failure ?? {
      pass: others.length === 0,
      message: () => {
        if (others.length === 0) return 'expected a call with a parameter that is not documented; there is none.';
        const lines = others.map(
          ({ number, operation, undocumented = [] }) => `  #${number} ${operation ?? ''} ${undocumented.join(', ')}`,
        );
        return `expected all parameters to be documented; these are not:\n${lines.join('\n')}`;
      },
    }
  );
}

/** The members that the expectation of a call can have, by those of an entry of the journal. */
const members = {
  params: 'params',
  body: 'body',
  status: 'status',
  reason: 'reason',
  headers: 'requestHeaders',
} as const;

/** The journal of an emulator that has the operations of these calls. */
function readJournal(
  received: unknown,
  matcher: string,
  calls: readonly (readonly [operation: string, call: ExpectedCall<unknown>])[],
): Pick<ReturnType<typeof observed>, 'journal'> {
  const emulator = observed(received, matcher);
  const ids = emulator.operations.map(({ id }) => id);
  for (const [operation, call] of calls) {
    checkKnown('operation', [operation], ids);
    checkKnown(`member of ${matcher}`, Object.keys(call), [...Object.keys(members), 'times']);
  }
  return emulator;
}

function fits({ equals, utils }: MatcherContext, entry: JournalEntry, call: ExpectedCall<unknown>): boolean {
  const { headers } = call;
  const lower = headers && Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const wanted = lower === undefined ? call : { ...call, headers: Object.fromEntries(lower) };
  return equals(pick(entry, call), wanted, [utils.iterableEquality, utils.subsetEquality]);
}

function pick(entry: JournalEntry, call: ExpectedCall<unknown>): Readonly<Record<string, unknown>> {
  // Which members there are was checked.
  const names = Object.keys(call) as (keyof typeof members)[];
  return Object.fromEntries(names.map((name) => [name, entry[members[name]]]));
}

const most = 10;

/** Lists the calls of a journal, one per line. */
function describeCalls(entries: readonly JournalEntry[]): string {
  const lines = entries.slice(-most).map(({ number, method, operation, params, body, status, reason }) => {
    const sent = { ...(params && { params }), ...(body === undefined ? {} : { body }) };
    return `  #${number} ${operation ?? method} ${writeExactly(sent)} -> ${[status, reason].filter(Boolean).join(' ')}`;
  });
  const before = entries.length - lines.length;
  return [...(before > 0 ? [`  … ${before} before`] : []), ...lines].join('\n');
}

/** Counts the calls by operation: `3 × videos.list, 1 × playlists.insert`. */
export function countCalls(entries: readonly JournalEntry[]): string {
  const counts = new Map<string, number>();
  for (const { operation, method } of entries) {
    const name = operation ?? `${method} (no operation)`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => `${count} × ${name}`).join(', ') || 'nothing';
}
