export {
  emulatorFixtures,
  type EmulatorArgs,
  type EmulatorFixtures,
  type TestDescription,
  type WorldsOfEmulator,
} from './emulator-fixtures.js';
export { emulatorMatchers, type EmulatorMatchers } from './emulator-matchers.js';
export {
  routeToEmulator,
  type InterceptedRequest,
  type InterceptedRoute,
  type RoutedTarget,
  type RouteOptions,
} from './route-to-emulator.js';
export type { ExpectedCall, ExpectedCalls, ExpectedChanges, ExpectedCost } from '../vitest/matcher-context.js';
