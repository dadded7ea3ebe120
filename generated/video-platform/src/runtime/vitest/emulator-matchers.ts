import { toHaveOnlyUsedDocumentedParameters, toHaveReceived, toHaveReceivedInOrder } from './call-matchers.js';
import { toHaveCoverage } from './coverage-matcher.js';
import { toBeUnchanged, toCostAtMost, toHaveChanged, toHaveCost } from './state-matchers.js';

/** Matchers of what emulators were sent, what has changed in them, what it cost and covered; for `expect.extend`. */
export const emulatorMatchers: {
  readonly toBeUnchanged: typeof toBeUnchanged;
  readonly toCostAtMost: typeof toCostAtMost;
  readonly toHaveChanged: typeof toHaveChanged;
  readonly toHaveCost: typeof toHaveCost;
  readonly toHaveCoverage: typeof toHaveCoverage;
  readonly toHaveOnlyUsedDocumentedParameters: typeof toHaveOnlyUsedDocumentedParameters;
  readonly toHaveReceived: typeof toHaveReceived;
  readonly toHaveReceivedInOrder: typeof toHaveReceivedInOrder;
} = {
  toBeUnchanged,
  toCostAtMost,
  toHaveChanged,
  toHaveCost,
  toHaveCoverage,
  toHaveOnlyUsedDocumentedParameters,
  toHaveReceived,
  toHaveReceivedInOrder,
};
