import { AssertionError } from 'node:assert';
import { type EmulatorAssertions, emulatorMatchers } from '../vitest/emulator-matchers.js';
import type { MatcherContext, MatcherResult } from '../vitest/matcher-context.js';
import { inspect } from 'node:util';

/** Assertions about an emulator, which throw an `AssertionError`. */
export interface EmulatorExpectation<Subject> extends EmulatorAssertions<void, Subject> {
  /** The same assertions, negated. */
  readonly not: EmulatorAssertions<void, Subject>;
}

/** The matchers of `./vitest` as assertions that need no test runner: `expectEmulator(emulator).toHaveReceived('videos.list')`. */
export function expectEmulator<Subject>(emulator: Subject): EmulatorExpectation<Subject> {
  return { ...createAssertions(emulator, false), not: createAssertions(emulator, true) };
}

function createAssertions<Subject>(emulator: Subject, isNot: boolean): EmulatorAssertions<void, Subject> {
  const assertions = Object.entries(emulatorMatchers).map(([name, matcher]) => {
    const assertion = (...expected: readonly unknown[]): void => {
      const { pass, message } = runMatcher(matcher, isNot, [emulator, ...expected]);
      if (pass === isNot) throw new AssertionError({ message: message(), operator: name, stackStartFn: assertion });
    };
    return [name, assertion];
  });
  // There is an assertion for each matcher.
  return Object.fromEntries(assertions) as EmulatorAssertions<void, Subject>;
}

/** Runs a matcher for a test runner whose context lacks comparisons of values. */
export function runMatcher(matcher: unknown, isNot: boolean, args: readonly unknown[]): MatcherResult {
  const context: MatcherContext = {
    isNot,
    equals: (left, right, testers) => fits(left, right, testers?.includes(subset)),
    utils,
  };
  // The types of the matchers and of their assertions have the same parameters.
  return (matcher as (this: MatcherContext, ...args: readonly unknown[]) => MatcherResult).apply(context, [...args]);
}

const subset = Symbol('subset');

const utils: MatcherContext['utils'] = {
  stringify: (value) => inspect(value, { depth: 8, breakLength: Number.POSITIVE_INFINITY }),
  diff: (expected, received) => `- Expected\n+ Received\n\n${lines('-', expected)}\n${lines('+', received)}`,
  subsetEquality: subset,
  iterableEquality: Symbol('iterable'),
};

function lines(mark: string, value: unknown): string {
  return inspect(value, { depth: 8, breakLength: 80 }).replace(/^/gm, `${mark} `);
}

/** Compares JSON values. With `isSubset`, objects may have more members than expected. */
function fits(received: unknown, expected: unknown, isSubset = false): boolean {
  if (!isObject(expected)) return Object.is(received, expected);
  // Matchers of other libraries, such as `expect.any(String)`.
  if (typeof expected['asymmetricMatch'] === 'function') return Boolean(expected['asymmetricMatch'](received));
  if (!isObject(received) || Array.isArray(received) !== Array.isArray(expected)) return false;
  const names = Object.keys(expected);
  const isComplete = (isSubset && !Array.isArray(expected)) || Object.keys(received).length === names.length;
  return isComplete && names.every((name) => fits(received[name], expected[name], isSubset));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
