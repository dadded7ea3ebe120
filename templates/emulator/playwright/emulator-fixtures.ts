import { writeExactly } from '@speccast/runtime/requests';
import type { MockedService } from '../world/gateway.js';
import type { JournalView } from '../world/journal/journal-entry.js';
import { serve, type RunningServer, type ServedEmulator } from '../server/serve.js';
import type { WorldList } from '../world/worlds.js';
import { routeToEmulator, type RoutedTarget, type RouteOptions } from './route-to-emulator.js';

/** The used members of an emulator that each test gets a world of. */
export interface WorldsOfEmulator<One> extends MockedService, ServedEmulator {
  readonly world: (name: string) => One;
  readonly worlds: WorldList;
  readonly journal: JournalView;
}

/** What the fixtures give to tests. */
export interface EmulatorArgs<One> {
  /** An emulator of this test alone. It responds to what the pages of the test send to the service. */
  emulator: One;
  /** Base URL of the same emulator over HTTP, for `request` and for programs outside the browser. */
  emulatorUrl: string;
}

/** The used members of what Playwright knows about a test. */
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
 * Fixtures that give each test a world of its own: `test.extend<EmulatorArgs<…>>(emulatorFixtures(createEmulator))`. `create` is called
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
      if (test.status !== test.expectedStatus) await attachJournal(test, emulator);
      base.worlds.remove(name);
    },
    emulatorUrl: async ({ emulator }, use) => {
      const server: RunningServer = await serve(emulator);
      await use(server.url);
      await server.close();
    },
  };
}

async function attachJournal(test: TestDescription, { journal }: { readonly journal: JournalView }): Promise<void> {
  const body = writeExactly([...journal], 2);
  await test.attach('journal.json', { body, contentType: 'application/json' });
}
