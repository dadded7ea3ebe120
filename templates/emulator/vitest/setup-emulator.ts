import type { WorldList } from '../receive/worlds.js';
import { emulatorMatchers, type EmulatorMatchers } from './emulator-matchers.js';

/** The members of a shared emulator that `setupEmulator` uses. */
export interface SharedEmulator {
  readonly reset: () => void;
  readonly worlds: WorldList;
}

/** The functions of a test runner that `setupEmulator` uses, as `vitest` and `@jest/globals` export them. */
export interface TestRunner {
  beforeEach(run: () => void): unknown;
  afterEach(run: () => void): unknown;
  /** The matchers are added to it. Default: they are not added. */
  readonly expect?: { extend(matchers: EmulatorMatchers): unknown };
}

/**
 * Creates an emulator for the tests of a file or suite, and resets it before each test: rows, faults, worlds and journal of earlier
 * tests are removed. Also adds the matchers to `expect`.
 *
 * `runner`: the hooks of the test runner. Default: the global ones, which Jest has, and vitest with `globals: true`. Throws a
 * `TypeError` without any. Tests that run at the same time cannot share an emulator and fail: give each its own with
 * `emulatorFixtures`.
 */
export function setupEmulator<One extends SharedEmulator>(create: () => One, runner: TestRunner = globalRunner()): One {
  const emulator = create();
  let running = 0;
  runner.beforeEach(() => {
    running += 1;
    if (running > 1) throw new Error(sharedByTests);
    renew(emulator);
  });
  runner.afterEach(() => {
    running = Math.max(0, running - 1);
  });
  runner.expect?.extend(emulatorMatchers);
  return emulator;
}

/** The message for tests that use one emulator at the same time. */
export const sharedByTests =
  'Tests that run at the same time share an emulator. Give each test its own: `emulator.fork()`, or `test.extend(emulatorFixtures(createEmulator))`.';

/** Resets an emulator to its initial state, and removes its named worlds. */
export function renew(emulator: SharedEmulator): void {
  for (const name of emulator.worlds.names()) emulator.worlds.remove(name);
  emulator.reset();
}

function globalRunner(): TestRunner {
  // Only test runners define these globals, as functions of this shape.
  const { beforeEach, afterEach, expect } = globalThis as Partial<TestRunner>;
  if (!beforeEach || !afterEach)
    throw new TypeError(
      'setupEmulator needs the hooks of the test runner: setupEmulator(createEmulator, { beforeEach, afterEach, expect }).',
    );
  return { beforeEach, afterEach, ...(expect && { expect }) };
}
