import { AssertionError } from 'node:assert';
import { type EmulatorAssertions, emulatorMatchers } from '../vitest/emulator-matchers.js';
import type { MatcherContext, MatcherResult } from '../vitest/matcher-context.js';
import { createContext } from './create-context.js';

/** Assertions about an emulator, which throw an `AssertionError`. */
export interface EmulatorExpectation<Subject> extends EmulatorAssertions<void, Subject> {
  /** The same assertions, negated. */
  readonly not: EmulatorAssertions<void, Subject>;
}

/** The matchers of `./vitest` as assertions that need no test runner: `expectEmulator(emulator).toHaveReceived('videos.list')`. */
export function expectEmulator<Subject>(emulator: Subject): EmulatorExpectation<Subject> {
  return { ...createAssertions(emulator, false), not: createAssertions(emulator, true) };
}

type AnyMatcher = (this: MatcherContext, received: unknown, ...expected: readonly unknown[]) => MatcherResult;

function createAssertions<Subject>(emulator: Subject, isNot: boolean): EmulatorAssertions<void, Subject> {
  const context = createContext(isNot);
  const assertions = Object.entries(emulatorMatchers).map(([name, matcher]) => {
    const assertion = (...expected: readonly unknown[]): void => {
      // The types of the matchers and of their assertions have the same parameters.
      const { pass, message } = (matcher as AnyMatcher).call(context, emulator, ...expected);
      if (pass === isNot) throw new AssertionError({ message: message(), operator: name, stackStartFn: assertion });
    };
    return [name, assertion];
  });
  // There is an assertion for each matcher.
  return Object.fromEntries(assertions) as EmulatorAssertions<void, Subject>;
}
