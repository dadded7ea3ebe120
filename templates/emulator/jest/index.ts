export { emulatorMatchers, type EmulatorMatchers } from '../vitest/emulator-matchers.js';
export type { ExpectedCall, ExpectedCalls, ExpectedChanges, ExpectedCost } from '../vitest/matcher-context.js';
export { setupEmulator, type SharedEmulator, type TestRunner } from '../vitest/setup-emulator.js';
