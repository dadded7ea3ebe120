export { emulatorMatchers, type EmulatorMatchers } from './emulator-matchers.js';
export type { ExpectedCall, ExpectedCalls, ExpectedChanges, ExpectedCost } from './expected.js';
