export { expectEmulator, type EmulatorExpectation } from './expect-emulator.js';
export { setupEmulator } from './setup-emulator.js';
export type { EmulatorAssertions } from '../vitest/emulator-matchers.js';
export type { ExpectedCall, ExpectedCalls, ExpectedChanges, ExpectedCost } from '../vitest/matcher-context.js';
export type { SharedEmulator } from '../vitest/setup-emulator.js';
