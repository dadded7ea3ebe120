import { emulatorFixtures, emulatorMatchers, setupEmulator, type TestRunner } from '@speccast/emulator/vitest';
import { createEmulator as create } from '@speccast/video-platform/mocks';
import { afterEach, beforeEach, describe, expect, test as base } from 'vitest';

type Emulator = ReturnType<typeof create>;

async function insert({ fetch, baseUrl }: Emulator, id: string): Promise<number> {
  const headers = { authorization: 'Bearer ann', 'content-type': 'application/json' };
  const body = JSON.stringify({ snippet: { title: id } });
  const response = await fetch(`${baseUrl}/playlists?part=snippet`, { method: 'POST', headers, body });
  return response.status;
}

const listTitles = ({ state }: Emulator): readonly unknown[] =>
  state.playlists.list().map(({ snippet }) => snippet?.title);

describe('an emulator for the tests of a file', () => {
  const emulator = setupEmulator(create, { beforeEach, afterEach, expect });

  base.each(['Tides', 'Ebb'])('is reset for each test, %s', async (title) => {
    expect([emulator.journal.length, emulator.worlds.names(), emulator.faults.list()]).toEqual([0, [], []]);
    expect(listTitles(emulator)).not.toContain('Tides');
    expect(await insert(emulator, title)).toBe(200);
    emulator.world('w');
    emulator.faults.add({ operation: 'playlists.list', effect: { kind: 'disconnect' } });
    expect(emulator).toHaveReceived('playlists.insert', { body: { snippet: { title } } });
  });
});

/** Returns a test runner, and functions that run its hooks. */
function createManualRunner(): { readonly runner: TestRunner; readonly start: () => void; readonly end: () => void } {
  const [starts, ends]: [(() => void)[], (() => void)[]] = [[], []];
  return {
    runner: { beforeEach: (run) => starts.push(run), afterEach: (run) => ends.push(run) },
    start: () => starts.forEach((run) => run()),
    end: () => ends.forEach((run) => run()),
  };
}

base('concurrent tests that share an emulator fail, and later tests do not', async () => {
  const { runner, start, end } = createManualRunner();
  const emulator = setupEmulator(create, runner);
  start();
  await insert(emulator, 'Tides');
  expect(start).toThrow('Tests that run at the same time share an emulator. Give each test its own');
  expect(listTitles(emulator)).toContain('Tides');
  end();
  end();
  end();
  start();
  expect(listTitles(emulator)).not.toContain('Tides');
});

base('an error without hooks says how to pass them', () => {
  expect(() => setupEmulator(create)).toThrow(
    new TypeError(
      'setupEmulator needs the hooks of the test runner: setupEmulator(createEmulator, { beforeEach, afterEach, expect }).',
    ),
  );
});

describe('an emulator for each test', () => {
  let created = 0;
  const test = base.extend(
    emulatorFixtures(() => {
      created += 1;
      return create();
    }),
  );
  expect.extend(emulatorMatchers);
  const waitForBoth = createBarrier(2);

  test.concurrent.for(['Tides', 'Ebb'])('is not changed by a concurrent test, %s', async (title, { emulator }) => {
    await insert(emulator, title);
    // Both tests insert before one of them lists.
    await waitForBoth();
    expect(listTitles(emulator).filter((one) => one === 'Tides' || one === 'Ebb')).toEqual([title]);
    expect(emulator).toHaveReceived('playlists.insert', { times: 1 });
    expect(emulator.journal).toHaveLength(1);
  });

  test('is a fork of one emulator, whose coverage includes all tests', ({ emulator }) => {
    expect([created, emulator.journal.length]).toEqual([1, 0]);
    expect(emulator.coverage().operations.covered).toBe(1);
  });
});

/** Returns a function that waits until it was called `many` times. */
function createBarrier(many: number): () => Promise<void> {
  const waiting: (() => void)[] = [];
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === many) for (const go of waiting) go();
    });
}
