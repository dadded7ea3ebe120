/** The used member of an emulator of which each test gets a fork. */
export interface ForkableEmulator<One> {
  readonly fork: () => One;
}

/** Fixtures for `test.extend` of vitest. */
export interface EmulatorFixtures<One> {
  /** An emulator for this test only. */
  readonly emulator: (context: object, use: (emulator: One) => Promise<void>) => Promise<void>;
}

/**
 * Creates fixtures that give each test an emulator of its own, also where tests run at the same time:
 * `test.extend(emulatorFixtures(createEmulator))`. `create` is called once, and each test gets a fork; their `coverage()` is that
 * of all tests.
 */
export function emulatorFixtures<One extends ForkableEmulator<One>>(create: () => One): EmulatorFixtures<One> {
  let base: One | undefined;
  return {
    // oxlint-disable-next-line eslint/no-empty-pattern -- vitest reads in the source text which fixtures this one needs
    emulator: async ({}, use) => {
      base ??= create();
      await use(base.fork());
    },
  };
}
