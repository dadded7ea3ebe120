import { didYouMean } from '../values/did-you-mean.js';
import type { Coverage } from '../features/contract/coverage.js';
import type { JournalView } from '../world/journal/journal-entry.js';
import type { QuotaMark, QuotaUse, QuotaView } from '../features/quota/quota.js';
import type { World } from '../store/world.js';
import type { TableChanges } from '../world/tools/changes.js';

/** The used members of vitest's matcher context. */
export interface MatcherContext {
  readonly isNot: boolean;
  equals(left: unknown, right: unknown, testers?: unknown[]): boolean;
  readonly utils: {
    diff(left: unknown, right: unknown): string | null | undefined;
    stringify(value: unknown): string;
    /** A tester to be given to `equals`. */
    readonly subsetEquality: unknown;
    /** A tester to be given to `equals`. */
    readonly iterableEquality: unknown;
  };
}

/** The result of a matcher. */
export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/** The used members of a snapshot. */
export interface Moment {
  readonly world: World;
}

/** The members of an emulator that matchers use. */
interface Observed {
  readonly journal: JournalView;
  readonly quota: QuotaView;
  readonly coverage: () => Coverage;
  readonly changes: (since: Moment) => Readonly<Record<string, TableChanges<unknown>>>;
  readonly operations: readonly { readonly id: string }[];
  readonly state: object;
}

/** The received emulator. Throws a `TypeError` for other values. */
export function observed(received: unknown, matcher: string): Observed {
  const isEmulator =
    typeof received === 'object' &&
    received !== null &&
    'journal' in received &&
    'quota' in received &&
    'coverage' in received &&
    'changes' in received;
  if (!isEmulator) throw new TypeError(`${matcher} needs an emulator: expect(emulator).${matcher}(…).`);
  // An emulator has these four members.
  return received as Observed;
}

/** Throws a `TypeError`, so that the matcher fails also when negated, for a name that is not among those known. */
export function checkKnown(what: string, given: Iterable<string>, known: Iterable<string>): void {
  const names = [...known];
  for (const one of given)
    if (!names.includes(one)) throw new TypeError(`There is no ${what} ${one}${didYouMean(one, names)}`);
}

/** The cost of the calls, or of those since a mark. */
export function costSince({ quota }: Observed, { since }: { readonly since?: QuotaMark } = {}): QuotaUse {
  return since === undefined ? quota : quota.since(since);
}

/**
 * The failure of a matcher, also when negated, that needs entries which the journal does not have; undefined if it has all.
 * `what`: the words after "expected the emulator to".
 */
export function failIncomplete(
  context: MatcherContext,
  { dropped, limit }: JournalView,
  what: string,
): MatcherResult | undefined {
  if (limit > 0 && dropped === 0) return undefined;
  const lead = `expected the emulator ${context.isNot ? 'not ' : ''}to ${what}`;
  const why =
    limit > 0
      ? `the journal dropped ${dropped} older ${dropped === 1 ? 'entry' : 'entries'} and has the newest ${limit} only. Raise its limit: createEmulator({ journal: { limit: ${dropped + limit} } }).`
      : 'the journal is off. Leave out `journal: false` of createEmulator.';
  return { pass: context.isNot, message: () => `${lead}, but ${why}` };
}
