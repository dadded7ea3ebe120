import { didYouMean } from '../values/did-you-mean.js';
import type { Coverage } from '../features/contract/coverage.js';
import type { JournalEntry, JournalView } from '../world/journal/journal-entry.js';
import type { QuotaView } from '../world/quota.js';
import type { World } from '../store/world.js';
import type { TableChanges } from '../world/tools/test-tools.js';

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
interface TestedEmulator {
  readonly journal: JournalView;
  readonly quota: QuotaView;
  readonly coverage: () => Coverage;
  readonly changes: (since: Moment) => Readonly<Record<string, TableChanges<unknown>>>;
  readonly operations: readonly { readonly id: string }[];
  readonly state: object;
}

/** Returns the received emulator. Throws a `TypeError` for other values. */
export function readEmulator(received: unknown, matcher: string): TestedEmulator {
  const isEmulator = ['journal', 'quota', 'coverage', 'changes'].every((name) => name in Object(received));
  if (!isEmulator) throw new TypeError(`${matcher} needs an emulator: expect(emulator).${matcher}(…).`);
  // Only emulators have these four members.
  return received as TestedEmulator;
}

/** Throws a `TypeError` for an unknown name, so that the matcher fails also when negated. `kind` is for the message: `operation`. */
export function checkKnown(kind: string, names: readonly string[], known: readonly string[]): void {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new TypeError(`There is no ${kind} ${unknown}${didYouMean(unknown, known)}`);
}

/** Counts the calls by operation: `3 × videos.list, 1 × playlists.insert`. */
export function countCalls(entries: readonly JournalEntry[]): string {
  const counts = new Map<string, number>();
  for (const { operation, method } of entries) {
    const name = operation ?? `${method} (no operation)`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return Array.from(counts, ([name, count]) => `${count} × ${name}`).join(', ') || 'nothing';
}

/** An expected call. Absent members are not checked. Values may be matchers such as `expect.any(String)`. */
export interface ExpectedCall<Call> {
  /** Parameters, possibly among others. */
  readonly params?: Call extends { readonly params: infer Params } ? Partially<Params> : unknown;
  /** Members of the JSON body, possibly among others. */
  readonly body?: Call extends { readonly body: infer Body } ? Partially<Body> : unknown;
  readonly status?: number;
  readonly reason?: string;
  /** Headers of the request by name, in any case, possibly among others. */
  readonly headers?: Readonly<Record<string, unknown>>;
}

/** An expected call and its number. */
export interface ExpectedCalls<Call> extends ExpectedCall<Call> {
  /** Default: at least once. */
  readonly times?: number;
}

/** The id of an operation, or the id and the expected call. */
export type ExpectedStep<Calls> = {
  readonly [Id in keyof Calls]: Id | readonly [operation: Id, call: ExpectedCall<Calls[Id]>];
}[keyof Calls];

/** A value with optional members at any depth. */
export type Partially<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { readonly [Name in keyof Value]?: Partially<Value[Name]> }
    : Value;

/** Expected numbers of added, changed and removed rows by table. Default: 0. */
export type ExpectedChanges<Rows> = {
  readonly [Table in keyof Rows]?: {
    readonly added?: number;
    readonly changed?: number;
    readonly removed?: number;
  };
};

/** Expected total units, number of calls, and units by bucket. Absent members are not checked. */
export interface ExpectedCost {
  readonly units?: number;
  readonly calls?: number;
  readonly buckets?: Readonly<Record<string, number>>;
}

/** The calls of an emulator's service by `operationId`. */
export type CallsOf<Emulator> = Emulator extends { readonly '~types'?: { readonly calls: infer Calls } }
  ? Calls
  : never;

/** The rows of the tables of an emulator. */
export type RowsOf<Emulator> = Emulator extends { readonly '~types'?: { readonly rows: infer Rows } } ? Rows : never;
