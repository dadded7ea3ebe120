import { expect } from 'vitest';
import type { CoverageThresholds } from '../emulator/contract/coverage.js';
import type { QuotaMark } from '../emulator/quota/quota-use.js';
import type { World } from '../emulator/world.js';
import { emulatorMatchers } from './emulator-matchers.js';
import type { CallsOf, ExpectedCalls, ExpectedChanges, ExpectedCost, ExpectedStep, RowsOf } from './expected.js';

// What is declared below by the type of the emulator is plain data to the functions.
expect.extend(emulatorMatchers as unknown as Parameters<typeof expect.extend>[0]);

declare module 'vitest' {
  interface Matchers<T> {
    /** The emulator was sent calls of an operation, with these parameters and body among others. */
    toHaveReceived<Id extends keyof CallsOf<T>>(operation: Id, expected?: ExpectedCalls<CallsOf<T>[Id]>): void;
    /** The emulator was sent these calls in this order, others in between. */
    toHaveReceivedInOrder(steps: readonly ExpectedStep<CallsOf<T>>[]): void;
    /** No call had a parameter that its operation does not document. */
    toHaveOnlyUsedDocumentedParameters(): void;
    /** So many rows of the named tables were added, changed and removed since a snapshot. */
    toHaveChanged(expected: ExpectedChanges<RowsOf<T>>, since: { readonly world: World }): void;
    /** No table has changed since a snapshot. */
    toBeUnchanged(since: { readonly world: World }): void;
    /** The calls, or those since a mark, would have cost so much at the real service. */
    toHaveCost(expected: ExpectedCost, options?: { readonly since?: QuotaMark }): void;
    /** The calls, or those since a mark, would have cost so many units at most, in all or by bucket. */
    toCostAtMost(most: number | Readonly<Record<string, number>>, options?: { readonly since?: QuotaMark }): void;
    /** The requests so far, in all worlds, have exercised these shares of the contract at least, in percent. */
    toHaveCoverage(least: CoverageThresholds): void;
  }
}

export { emulatorMatchers };
