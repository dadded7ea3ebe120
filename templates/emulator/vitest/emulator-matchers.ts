import type { CoverageThresholds } from '../features/contract/coverage.js';
import type { QuotaMark } from '../world/quota.js';
import type { World } from '../store/world.js';
import type { CallsOf, ExpectedCalls, ExpectedChanges, ExpectedCost, ExpectedStep, RowsOf } from './matcher-context.js';
import * as matchers from './matchers.js';

/** The matchers by name. This is no interface, because `expect.extend` does not accept interfaces. */
export type EmulatorMatchers = { [Name in keyof typeof matchers]: (typeof matchers)[Name] };

/** Matchers for the calls, changes, cost and coverage of an emulator. Pass them to `expect.extend`. */
export const emulatorMatchers: EmulatorMatchers = { ...matchers };

/** The assertions that the matchers add, for an emulator of type `Subject`. */
export type EmulatorAssertions<Result, Subject> = Pick<jest.Matchers<Result, Subject>, keyof EmulatorMatchers>;

declare global {
  // vitest and Jest read the types of custom matchers from here. Neither has to be installed.
  namespace jest {
    interface Matchers<R, T> {
      /** Expects calls of an operation that include these parameters and body. */
      toHaveReceived<Id extends keyof CallsOf<T>>(operation: Id, expected?: ExpectedCalls<CallsOf<T>[Id]>): R;
      /** Expects these calls in this order, with others in between. */
      toHaveReceivedInOrder(steps: readonly ExpectedStep<CallsOf<T>>[]): R;
      /** Expects that no call had an undocumented parameter. */
      toHaveOnlyUsedDocumentedParameters(): R;
      /** Expects these numbers of added, changed and removed rows since a snapshot. */
      toHaveChanged(expected: ExpectedChanges<RowsOf<T>>, since: { readonly world: World }): R;
      /** Expects that no table has changed since a snapshot. */
      toBeUnchanged(since: { readonly world: World }): R;
      /** Expects the cost of the calls, or of those since a mark, at the real service. */
      toHaveCost(expected: ExpectedCost, options?: { readonly since?: QuotaMark }): R;
      /** Expects a maximum cost of the calls, or of those since a mark, in total or by bucket. */
      toCostAtMost(most: number | Readonly<Record<string, number>>, options?: { readonly since?: QuotaMark }): R;
      /** Expects a minimum coverage by the requests so far, in all worlds, in percent. */
      toHaveCoverage(least: CoverageThresholds): R;
    }
  }
}
