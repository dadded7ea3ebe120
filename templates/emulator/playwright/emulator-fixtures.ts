import { writeExactly } from '@speccast/runtime/requests';
import type { MockedService } from '../world/gateway.js';
import type { JournalView } from '../world/journal/journal-entry.js';
import { serve, type ServedEmulator } from '../server/serve.js';
import type { WorldList } from '../receive/worlds.js';
import { routeToEmulator, type RoutedTarget, type RouteOptions } from './route-to-emulator.js';

/** The members of an emulator that the fixtures use: each test gets a world. */
export interface WorldsOfEmulator<One> extends MockedService, ServedEmulator {
  readonly world: (name: string) => One;
  readonly worlds: WorldList;
  readonly journal: JournalView;
}

/** The fixtures, as tests receive them. */
export interface EmulatorArgs<One> {
  /** An emulator for this test only. It responds to the requests that the test's pages send to the service. */
  emulator: One;
  /** Base URL of the same emulator over HTTP, for `request` and for programs outside the browser. */
  emulatorUrl: string;
}

/** The members of Playwright's `TestInfo` that the fixtures use. */
export interface TestDescription {
  readonly testId: string;
  readonly retry: number;
  readonly repeatEachIndex: number;
  readonly status?: string | undefined;
  readonly expectedStatus: string;
  attach(name: string, file: { readonly body: string; readonly contentType: string }): Promise<void>;
}

type Use<Value> = (value: Value) => Promise<void>;

/** Fixtures for `test.extend` of Playwright. */
export interface EmulatorFixtures<One> {
  readonly emulator: (
    fixtures: { readonly context: RoutedTarget },
    use: Use<One>,
    test: TestDescription,
  ) => Promise<void>;
  readonly emulatorUrl: (fixtures: { readonly emulator: One }, use: Use<string>) => Promise<void>;
}

/**
 * Creates fixtures that give each test a world of its own: `test.extend<EmulatorArgs<…>>(emulatorFixtures(createEmulator))`. `create` is called
 * once in each worker process. The report of a failed test has the journal of its world.
 */
export function emulatorFixtures<One extends WorldsOfEmulator<One>>(
  create: () => One,
  options: RouteOptions = {},
): EmulatorFixtures<One> {
  let base: One | undefined;
  return {
    // Playwright reads in the source text which fixtures each one needs.
    emulator: async ({ context }, use, test) => {
      base ??= create();
      const name = `${test.testId}-${test.retry}-${test.repeatEachIndex}`;
      const emulator = base.world(name);
      const leave = await routeToEmulator(context, emulator, options);
      await use(emulator);
      await leave();
      const body = writeExactly([...emulator.journal], 2);
      if (test.status !== test.expectedStatus)
        await test.attach('journal.json', { body, contentType: 'application/json' });
      base.worlds.remove(name);
    },
    emulatorUrl: async ({ emulator }, use) => {
      const server = await serve(emulator);
      await use(server.url);
      await server.close();
    },
  };
}
