export { emulatorFixtures, type EmulatorFixtures, type ForkableEmulator } from './emulator-fixtures.js';
export { emulatorMatchers, type EmulatorMatchers } from './emulator-matchers.js';
export type { ExpectedCall, ExpectedCalls, ExpectedChanges, ExpectedCost } from './matcher-context.js';
export { setupEmulator, type SharedEmulator, type TestRunner } from './setup-emulator.js';
