import type { Coverage } from '../engine/contract/coverage.js';
import type { JournalEntry } from '../engine/journal/journal-entry.js';
import type { QuotaMark, QuotaUse, QuotaView } from '../engine/quota/quota.js';
import type { World } from '../engine/store/world.js';
import type { TableChanges } from '../engine/testing/changes.js';

/** What vitest gives to matchers, as far as these need it. */
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

/** What a matcher found. */
export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/** A snapshot, as far as matchers need it. */
export interface Moment {
  readonly world: World;
}

/** What matchers need of an emulator. */
interface Observed {
  readonly journal: readonly JournalEntry[];
  readonly quota: QuotaView;
  readonly coverage: () => Coverage;
  readonly changes: (since: Moment) => Readonly<Record<string, TableChanges<unknown>>>;
}

/** The emulator that something is expected of; throws a `TypeError` where it is none. */
export function observed(received: unknown, matcher: string): Observed {
  const isEmulator =
    typeof received === 'object' &&
    received !== null &&
    'journal' in received &&
    'quota' in received &&
    'coverage' in received &&
    'changes' in received;
  if (!isEmulator) throw new TypeError(`${matcher} needs an emulator: expect(emulator).${matcher}(…).`);
  // What has these four is an emulator.
  return received as Observed;
}

/** What the calls since a mark cost, or all of them. */
export function costSince({ quota }: Observed, { since }: { readonly since?: QuotaMark } = {}): QuotaUse {
  return since === undefined ? quota : quota.since(since);
}
