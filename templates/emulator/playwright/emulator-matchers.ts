import { runMatcher } from '../node-test/expect-emulator.js';
import { emulatorMatchers as matchers, type EmulatorMatchers as Matchers } from '../vitest/emulator-matchers.js';
import type { MatcherResult } from '../vitest/matcher-context.js';

/** The type of the matchers for `expect.extend` of Playwright. */
export type EmulatorMatchers = {
  readonly [Name in keyof Matchers]: (
    this: { readonly isNot: boolean },
    ...args: Parameters<Matchers[Name]>
  ) => MatcherResult;
};

/** Matchers for the calls, changes, cost and coverage of an emulator: `expect.extend(emulatorMatchers)`. */
export const emulatorMatchers: EmulatorMatchers = /* @__PURE__ */ forPlaywright();

/** Adds a comparison of values to the matchers, because Playwright passes none. */
function forPlaywright(): EmulatorMatchers {
  const entries = Object.entries(matchers).map(([name, matcher]) => [
    name,
    function (this: { readonly isNot: boolean }, ...args: readonly unknown[]): MatcherResult {
      return runMatcher(matcher, this.isNot, args);
    },
  ]);
  // The names are the same, and the parameters are passed on.
  return Object.fromEntries(entries) as EmulatorMatchers;
}
