import type { CoverageThresholds } from '../engine/contract/coverage.js';
import type { QuotaMark } from '../engine/quota/quota.js';
import type { World } from '../engine/store/world.js';
import { toHaveOnlyUsedDocumentedParameters, toHaveReceived, toHaveReceivedInOrder } from './call-matchers.js';
import type { CallsOf, ExpectedCalls, ExpectedChanges, ExpectedCost, ExpectedStep, RowsOf } from './expected.js';
import { toBeUnchanged, toCostAtMost, toHaveChanged, toHaveCost, toHaveCoverage } from './state-matchers.js';

/** The matchers by their names; their types have one, so that others can pass them on. `expect.extend` takes no interface. */
export type EmulatorMatchers = {
  readonly toBeUnchanged: typeof toBeUnchanged;
  readonly toCostAtMost: typeof toCostAtMost;
  readonly toHaveChanged: typeof toHaveChanged;
  readonly toHaveCost: typeof toHaveCost;
  readonly toHaveCoverage: typeof toHaveCoverage;
  readonly toHaveOnlyUsedDocumentedParameters: typeof toHaveOnlyUsedDocumentedParameters;
  readonly toHaveReceived: typeof toHaveReceived;
  readonly toHaveReceivedInOrder: typeof toHaveReceivedInOrder;
};

/** Matchers of what emulators were sent, what has changed in them, what it cost and covered; for `expect.extend`. */
export const emulatorMatchers: EmulatorMatchers = {
  toBeUnchanged,
  toCostAtMost,
  toHaveChanged,
  toHaveCost,
  toHaveCoverage,
  toHaveOnlyUsedDocumentedParameters,
  toHaveReceived,
  toHaveReceivedInOrder,
};

declare global {
  // Where vitest, and Jest, look for the types of further matchers; neither has to be installed for it.
  namespace jest {
    interface Matchers<R, T> {
      /** The emulator was sent calls of an operation, with these parameters and body among others. */
      toHaveReceived<Id extends keyof CallsOf<T>>(operation: Id, expected?: ExpectedCalls<CallsOf<T>[Id]>): R;
      /** The emulator was sent these calls in this order, others in between. */
      toHaveReceivedInOrder(steps: readonly ExpectedStep<CallsOf<T>>[]): R;
      /** No call had a parameter that its operation does not document. */
      toHaveOnlyUsedDocumentedParameters(): R;
      /** So many rows of the named tables were added, changed and removed since a snapshot. */
      toHaveChanged(expected: ExpectedChanges<RowsOf<T>>, since: { readonly world: World }): R;
      /** No table has changed since a snapshot. */
      toBeUnchanged(since: { readonly world: World }): R;
      /** The calls, or those since a mark, would have cost so much at the real service. */
      toHaveCost(expected: ExpectedCost, options?: { readonly since?: QuotaMark }): R;
      /** The calls, or those since a mark, would have cost so many units at most, in all or by bucket. */
      toCostAtMost(most: number | Readonly<Record<string, number>>, options?: { readonly since?: QuotaMark }): R;
      /** The requests so far, in all worlds, have exercised these shares of the contract at least, in percent. */
      toHaveCoverage(least: CoverageThresholds): R;
    }
  }
}
